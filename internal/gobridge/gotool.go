package gobridge

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ringfence/ringfence/policy/host/task"
)

// maxOutput is how much of each stream of a program is kept, in bytes.
const maxOutput = 256 << 10

// capture keeps the first bytes of a stream and counts the rest.
type capture struct {
	bytes.Buffer
	dropped int
}

// Write implements io.Writer; it takes everything.
func (c *capture) Write(p []byte) (int, error) {
	keep := min(len(p), max(maxOutput-c.Len(), 0))
	c.Buffer.Write(p[:keep])
	c.dropped += len(p) - keep
	return len(p), nil
}

// output is what came of a program.
type output struct {
	stdout, stderr capture
	status         int   // -1 when it was ended by a signal
	err            error // why it did not run at all
}

// step is a program that is run for a task.
type step struct {
	dir  string // below the module
	argv []string
	// compile is true for the go tool, which gets its own files and caches; the
	// other steps run the code of the workspace.
	compile bool
	env     []string // more variables
}

// exec runs a step: in the sandbox where there is one. Where there is none, the
// code of the workspace runs only if that was approved, and says so in the result.
func (j *job) exec(s step) output {
	if j.noSandbox == nil {
		var o output
		err := sandboxed(j.ctx, j.spec(s), &o.stdout, &o.stderr)
		if !errors.Is(err, errNoSandbox) {
			o.settle(err)
			return o
		}
		j.noSandbox = err
		if !s.compile && j.unsafe {
			j.say(task.Warn, "no-sandbox", "<task>", "there is no sandbox here, and running without one was approved")
		}
	}
	if !s.compile && !j.unsafe {
		return output{err: j.noSandbox}
	}
	if s.compile && !j.unsafe {
		if err := j.selfContained(); err != nil {
			return output{err: err}
		}
	}
	return j.plain(s)
}

// settle reads the error of a program that ran.
func (o *output) settle(err error) {
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit):
		o.status = exit.ExitCode()
	default:
		o.err = err
	}
}

// spec is the sandbox of a step.
func (j *job) spec(s step) spec {
	c := spec{
		Root: filepath.Join(j.tmp, "root"), Module: j.module.dir, Hide: j.hide,
		Dir: filepath.Join(inModule, s.dir), Argv: s.argv,
		Mounts: []mount{{j.out(), inOut, s.compile}},
	}
	_ = os.MkdirAll(c.Root, 0o700) // mounting on it says what is wrong
	goroot := filepath.Dir(filepath.Dir(j.goTool))
	if s.compile {
		c.Argv = append([]string{inGoroot + "/bin/go"}, s.argv...)
		c.Mounts = append(c.Mounts, mount{goroot, inGoroot, false}, mount{j.cacheDir(), inCache, true})
		if j.modcache != "" {
			c.Mounts = append(c.Mounts, mount{j.modcache, inModcache, false})
		}
		c.Env = environment(inGoroot, inCache, inModcache, inTmp)
	} else {
		c.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + inTmp, "TMPDIR=" + inTmp, "LANG=C.UTF-8"}
	}
	c.Env = append(c.Env, s.env...)
	return c
}

// environment is all that the go tool gets: nothing of the user's, no network, no
// toolchain but the one that was named, no cgo.
func environment(goroot, cache, modcache, tmp string) []string {
	return []string{
		"PATH=" + filepath.Join(goroot, "bin") + string(os.PathListSeparator) + "/usr/bin" + string(os.PathListSeparator) + "/bin",
		"HOME=" + tmp, "TMPDIR=" + tmp, "TMP=" + tmp, "LANG=C.UTF-8",
		"GOROOT=" + goroot, "GOCACHE=" + cache, "GOMODCACHE=" + modcache, "GOPATH=" + filepath.Join(tmp, "gopath"),
		"GOENV=off", "GOFLAGS=", "GOWORK=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GOSUMDB=off", "GOVCS=*:off",
		"CGO_ENABLED=0", "GOTELEMETRY=off",
	}
}

// out is the folder of what is built.
func (j *job) out() string {
	dir := filepath.Join(j.tmp, "out")
	_ = os.MkdirAll(dir, 0o700) // whoever writes there says what is wrong
	return dir
}

// cacheDir is the build cache. No code of the workspace sees it: it is there for
// the compiler alone.
func (j *job) cacheDir() string {
	dir := j.cache
	if dir == "" {
		dir = filepath.Join(j.tmp, "cache")
	}
	_ = os.MkdirAll(dir, 0o700) // as above
	return dir
}

// killDelay is how long a program may keep its output open after it was ended.
const killDelay = time.Second

// plain runs a step without a sandbox, in its own process group.
func (j *job) plain(s step) output {
	argv, env := s.argv, append([]string{"PATH=/usr/bin:/bin", "HOME=" + j.tmp, "TMPDIR=" + j.tmp, "LANG=C.UTF-8"}, s.env...)
	if s.compile {
		modcache := j.modcache
		if modcache == "" {
			modcache = filepath.Join(j.tmp, "modcache")
		}
		argv = append([]string{j.goTool}, outside(j.out(), s.argv)...)
		env = append(environment(filepath.Dir(filepath.Dir(j.goTool)), j.cacheDir(), modcache, j.tmp), s.env...)
	} else {
		argv = outside(j.out(), argv)
	}
	ctx, cancel := context.WithCancel(j.ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...) //nolint:gosec // the go tool, or what was approved
	cmd.Dir = filepath.Join(filepath.FromSlash(j.module.dir), filepath.FromSlash(s.dir))
	cmd.Env = env
	cmd.WaitDelay = killDelay
	ownGroup(cmd)
	endWithUs(cmd)
	var o output
	cmd.Stdout, cmd.Stderr = &o.stdout, &o.stderr
	// The signal of the parent's death is that of the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	o.settle(cmd.Run())
	endGroup(cmd)
	return o
}

// outside returns arguments with the folder of what is built as it is outside of a
// sandbox.
func outside(out string, argv []string) []string {
	list := make([]string, len(argv))
	for i, a := range argv {
		if rest, ok := cutOut(a); ok {
			a = filepath.Join(out, filepath.FromSlash(rest))
			if rest == "" || rest[len(rest)-1] == '/' {
				a += string(filepath.Separator)
			}
		}
		list[i] = a
	}
	return list
}

func cutOut(a string) (string, bool) {
	if len(a) > len(inOut) && a[:len(inOut)+1] == inOut+"/" {
		return a[len(inOut)+1:], true
	}
	return "", false
}
