package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
)

// outputFlag declares -o.
func outputFlag(fs *pflag.FlagSet) *string {
	return fs.StringP("output", "o", "", "write the result to `FILE` in place of standard output")
}

// Permissions of files that are written.
const (
	modeResult = 0o644 // a report, for others to read
	modeSecret = 0o600 // state between turns, prompts with their nonce, and data
)

// emit writes a result to standard output, or whole to the file that --output
// names, which is none of those that were read.
func (inv *invocation) emit(path string, result []byte, mode os.FileMode) error {
	if path == "" || path == stdinName {
		_, _ = inv.out.Write(result) // the writer keeps the error, and Main reports it
		return nil
	}
	if err := inv.mayWrite("output", path); err != nil {
		return err
	}
	return writeFile(path, result, mode)
}

// writeFile writes beside path and renames, so that nobody sees half a file and
// a failure leaves the old one. What is there and no regular file is refused: a
// pipe could wait for a reader for ever, and a link leads elsewhere.
func writeFile(path string, content []byte, mode os.FileMode) error {
	f, err := createFile(path, mode)
	if err != nil {
		return err
	}
	defer f.abandon()
	_, _ = f.Write(content) // commit tells the first error
	return f.commit()
}

// newFile is a file that is being written beside the name it will have.
type newFile struct {
	path  string
	f     *os.File
	mode  os.FileMode
	err   error // the first one
	check func() error
	done  bool
}

// createFile begins a file. It has its name, whole, after commit; abandon removes
// it, and does nothing after commit.
func createFile(path string, mode os.FileMode) (*newFile, error) {
	if info, err := os.Lstat(path); err == nil {
		if err := mayReplace(info); err != nil {
			return nil, cannotWrite(path, err)
		}
		mode &= info.Mode().Perm() // a file that others may not read stays so
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".promptcheck-*")
	if err != nil {
		return nil, cannotWrite(path, err)
	}
	return &newFile{path: path, f: f, mode: mode}, nil
}

// Write implements [io.Writer]. After an error it writes nothing more.
func (n *newFile) Write(p []byte) (int, error) {
	if n.err != nil {
		return 0, n.err
	}
	var written int
	written, n.err = n.f.Write(p)
	return written, n.err
}

// commit gives the file its name, unless something went wrong.
func (n *newFile) commit() error {
	if n.err == nil && n.check != nil {
		if err := n.check(); err != nil {
			return err // it names the file
		}
	}
	n.done = true
	err := errors.Join(n.err, n.f.Chmod(n.mode), n.f.Close())
	if err == nil {
		err = os.Rename(n.f.Name(), n.path)
	}
	if err != nil {
		_ = os.Remove(n.f.Name()) // the first error is the one to tell
		return cannotWrite(n.path, err)
	}
	return nil
}

func (n *newFile) abandon() {
	if !n.done {
		n.done = true
		_ = n.f.Close() // it goes
		_ = os.Remove(n.f.Name())
	}
}

func cannotWrite(path string, err error) error { return fileError(path, "cannot be written", err) }

// mayReplace says why what is there cannot be replaced, or nothing.
func mayReplace(info os.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode&os.ModeSymlink != 0:
		return errors.New("it is a symbolic link: name the file that it leads to")
	case mode.IsDir():
		return errors.New("it is a folder")
	}
	return errors.New("it is no regular file: redirect standard output to it")
}
