package bridge

import (
	"bytes"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// program is an executable that was looked at once: a sealed copy in memory,
// which nobody can change between the check and a start, and the directory that
// it runs in, held open.
type program struct {
	image  *os.File
	dir    *os.File
	script bool
}

func anyoneMayRun(m os.FileMode) bool { return m&0o111 != 0 }

// seals forbid every change of the copy, and every change of the seals.
const seals = unix.F_SEAL_SEAL | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE

// openProgram copies the executable, checks the copy and seals it.
func openProgram(c Config) (_ *program, err error) {
	name, err := c.confined()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(c.Dir)
	if err != nil {
		return nil, fail(CodePath, "the base directory cannot be opened", err)
	}
	defer func() { _ = root.Close() }() // it was only read
	f, err := openCommand(root, name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read

	p := &program{}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	if p.dir, err = root.Open("."); err != nil {
		return nil, fail(CodePath, "the base directory cannot be opened", err)
	}
	if p.image, err = memory(); err != nil {
		return nil, fail(CodeNotSupported, "the system gives no executable memory file", err)
	}
	if err = c.copyHashed(p.image, f); err != nil {
		return nil, err
	}
	// Sealing before anything is started: from here on the hash stays true.
	if _, err = unix.FcntlInt(p.image.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return nil, fail(CodeNotSupported, "the copy of the bridge cannot be sealed", err)
	}
	var mark [2]byte
	_, _ = p.image.ReadAt(mark[:], 0) // a shorter file is no script
	p.script = bytes.Equal(mark[:], []byte("#!"))
	return p, nil
}

// memory returns an empty file that lives in memory and may be executed.
func memory() (*os.File, error) {
	fd, err := unix.MemfdCreate("bridge", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING|unix.MFD_EXEC)
	if err == unix.EINVAL { // a system call returns the number itself
		// Kernels before 6.3 do not know the flag, and need none.
		fd, err = unix.MemfdCreate("bridge", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "bridge"), nil
}

// Descriptors of the child.
const (
	scriptFD = 3
	// clearance keeps the descriptor of the image out of the way of those that
	// the standard library moves about in the child before it starts a program:
	// it uses the few numbers after the highest one that it passes on.
	clearance = 64
)

// start starts the program with three descriptors.
func (p *program) start(c Config, env []string, streams [3]*os.File) (*os.Process, error) {
	// A descriptor that this process itself inherited may be open across exec:
	// all are marked, and those of the child are passed on explicitly.
	if err := unix.CloseRange(scriptFD, ^uint(0)>>1&0xffff_ffff, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		markInherited()
	}
	files := streams[:]
	path := "/proc/self/fd/" + strconv.Itoa(scriptFD)
	if p.script {
		// The interpreter opens the path that was started, so it must outlive
		// exec.
		files = append(files, p.image)
	} else {
		highest := uintptr(0)
		for _, f := range files {
			highest = max(highest, f.Fd())
		}
		fd, err := unix.FcntlInt(p.image.Fd(), unix.F_DUPFD_CLOEXEC, int(highest)+clearance)
		if err != nil {
			return nil, fail(CodeSpawn, "no descriptor for the bridge", err)
		}
		defer func() { _ = unix.Close(fd) }() // the child has its own
		path = "/proc/self/fd/" + strconv.Itoa(fd)
	}
	attr := &os.ProcAttr{
		// The child changes directory before it moves descriptors.
		Dir:   "/proc/self/fd/" + strconv.Itoa(int(p.dir.Fd())),
		Env:   env,
		Files: files,
		Sys:   &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL},
	}
	proc, err := os.StartProcess(path, c.argv(), attr)
	if err != nil {
		return nil, fail(CodeSpawn, "the bridge could not be started", err)
	}
	return proc, nil
}

// markInherited is close_range for kernels before 5.11.
func markInherited() {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd >= scriptFD {
			syscall.CloseOnExec(fd)
		}
	}
}

// close gives up what the program holds.
func (p *program) close() {
	for _, f := range []*os.File{p.image, p.dir} {
		if f != nil {
			_ = f.Close() // nothing was written that could be lost
		}
	}
}
