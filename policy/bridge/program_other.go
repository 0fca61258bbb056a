//go:build !linux

package bridge

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// program is an executable that is looked at before each start. Between the look
// and the start it could be replaced: see the table of the package.
type program struct {
	config Config
	path   string
}

func anyoneMayRun(m os.FileMode) bool { return runtime.GOOS == "windows" || m&0o111 != 0 }

func openProgram(c Config) (*program, error) {
	name, err := c.confined()
	if err != nil {
		return nil, err
	}
	p := &program{config: c, path: filepath.Join(c.Dir, name)}
	return p, p.check(name)
}

// check opens the executable through its base directory and holds it against
// the pin.
func (p *program) check(name string) error {
	root, err := os.OpenRoot(p.config.Dir)
	if err != nil {
		return fail(CodePath, "the base directory cannot be opened", err)
	}
	defer func() { _ = root.Close() }() // it was only read
	f, err := openCommand(root, name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	return p.config.copyHashed(io.Discard, f)
}

// start starts the program with three descriptors.
func (p *program) start(c Config, env []string, streams [3]*os.File) (*os.Process, error) {
	name, err := filepath.Rel(c.Dir, p.path)
	if err != nil {
		return nil, fail(CodePath, "the bridge is outside the base directory", err)
	}
	if err := p.check(name); err != nil {
		return nil, err
	}
	markInherited()
	proc, err := os.StartProcess(p.path, c.argv(), &os.ProcAttr{Dir: c.Dir, Env: env, Files: streams[:], Sys: ownGroup()})
	if err != nil {
		return nil, fail(CodeSpawn, "the bridge could not be started", err)
	}
	return proc, nil
}

func (*program) close() {}
