package gobridge

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// systemFolders hold the programs and libraries of the system, which code may run
// and read.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"}

// devices are the device files that programs expect.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// enter builds the sandbox and becomes the command.
func (s *spec) enter() error {
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"mounts", s.root},
		{"workspace", s.workspace},
		{"hiding", s.hideNames},
		{"root", s.pivot},
		{"network", loopback},
		{"limits", limits},
		{"landlock", s.landlock},
		{"capabilities", drop},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	if err := unix.Chdir(s.Dir); err != nil {
		return fmt.Errorf("folder: %w", err)
	}
	if err := unix.CloseRange(specFD, ^uint(0)>>1&0xffff_ffff, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		for fd := specFD; fd < 64; fd++ {
			syscall.CloseOnExec(fd)
		}
	}
	return fmt.Errorf("command: %w", unix.Exec(s.Argv[0], s.Argv, s.Env))
}

// root mounts a new root and what is seen of the machine in it.
func (s *spec) root() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", s.Root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=16m,mode=0755"); err != nil {
		return err
	}
	for _, dir := range systemFolders {
		if err := s.system(dir); err != nil {
			return err
		}
	}
	for _, m := range s.Mounts {
		if err := s.bind(m.From, m.To, m.Write); err != nil {
			return err
		}
	}
	for _, d := range devices {
		if err := s.device(d); err != nil {
			return err
		}
	}
	tmp := filepath.Join(s.Root, inTmp)
	if err := os.Mkdir(tmp, 0o700); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", tmp, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, tmpSize); err != nil {
		return err
	}
	proc := filepath.Join(s.Root, "proc")
	if err := os.Mkdir(proc, 0o700); err != nil {
		return err
	}
	// A system that hides parts of its own gives none: programs do without. It is
	// read only, since the user 0 of the machine needs no capability to set the
	// parameters of the kernel there.
	_ = unix.Mount("proc", proc, "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC|unix.MS_RDONLY, "")
	return nil
}

// system shows a folder of the system, or the link that stands in its place.
func (s *spec) system(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(dir)
		if err != nil {
			return err
		}
		return os.Symlink(target, filepath.Join(s.Root, dir))
	}
	return s.bind(dir, dir, false)
}

// bind shows a folder of the machine, with all that is mounted below it.
func (s *spec) bind(from, to string, write bool) error {
	at := filepath.Join(s.Root, to)
	if err := os.MkdirAll(at, 0o755); err != nil { //nolint:gosec // a folder of the new root, which is read only soon
		return err
	}
	return bindAt(from, at, write)
}

func bindAt(from, at string, write bool) error {
	if err := unix.Mount(from, at, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if !write {
		attr.Attr_set |= unix.MOUNT_ATTR_RDONLY
	}
	return unix.MountSetattr(unix.AT_FDCWD, at, unix.AT_RECURSIVE, &attr)
}

// device shows a device file; no folder of devices is there.
func (s *spec) device(name string) error {
	if err := os.MkdirAll(filepath.Join(s.Root, "dev"), 0o755); err != nil { //nolint:gosec // as above
		return err
	}
	at := filepath.Join(s.Root, "dev", name)
	if err := os.WriteFile(at, nil, 0o666); err != nil { //nolint:gosec // what is mounted on it counts
		return err
	}
	return unix.Mount("/dev/"+name, at, "", unix.MS_BIND, "")
}

// workspace shows the module, read only. Its path is opened below the working
// directory without following links, and what was opened is what is mounted.
func (s *spec) workspace() error {
	fd, err := unix.Openat2(unix.AT_FDCWD, s.Module, &unix.OpenHow{
		Flags:   unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_BENEATH,
	})
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }() // it carries nothing
	return s.bind("/proc/self/fd/"+strconv.Itoa(fd), inModule, false)
}

// hideNames covers what no code may read with something empty, and so whatever is
// neither file, folder nor link: through a socket or a pipe that others have open
// code would talk to them, which neither a read-only mount nor a network of its own
// prevents.
func (s *spec) hideNames() error {
	empty := filepath.Join(s.Root, ".empty")
	folder := filepath.Join(s.Root, ".nothing")
	if err := os.WriteFile(empty, nil, 0o444); err != nil { //nolint:gosec // it is empty
		return err
	}
	if err := os.Mkdir(folder, 0o555); err != nil { //nolint:gosec // it is empty
		return err
	}
	seen := 0
	return filepath.WalkDir(filepath.Join(s.Root, inModule), func(p string, d fs.DirEntry, err error) error {
		if seen++; seen > maxHidden {
			return errors.New("the module has too many files to be looked at")
		}
		if err != nil {
			return err
		}
		special := !d.IsDir() && d.Type()&fs.ModeSymlink == 0 && !d.Type().IsRegular()
		if !special && !hides(s.Hide, d.Name()) {
			return nil
		}
		switch {
		case d.IsDir():
			if err := bindAt(folder, p, false); err != nil {
				return err
			}
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			return nil // what it leads to inside is covered by its own name
		default:
			return bindAt(empty, p, false)
		}
	})
}

// pivot makes the new root the only one.
func (s *spec) pivot() error {
	if err := unix.Chdir(s.Root); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return err
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return err
	}
	if err := unix.Chdir("/"); err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	return unix.MountSetattr(unix.AT_FDCWD, "/", 0, &attr)
}

// loopback brings up the one network interface: a test may talk to itself.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(fd) }() // it carries nothing
	ifr, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	ifr.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, ifr)
}

func limits() error {
	for resource, most := range map[int]uint64{
		unix.RLIMIT_CORE:  0,
		unix.RLIMIT_FSIZE: maxFileSize,
		unix.RLIMIT_NPROC: maxProcesses,
	} {
		var now unix.Rlimit
		if err := unix.Getrlimit(resource, &now); err != nil {
			return err
		}
		most = min(most, now.Max)
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	return nil
}

// landlock is a second wall where the kernel has it: the same files, held by
// another part of the kernel, and no change of mounts.
func (s *spec) landlock() error {
	write := []string{inTmp}
	for _, m := range s.Mounts {
		if m.Write {
			write = append(write, m.To)
		}
	}
	rules := []landlock.Rule{landlock.RODirs("/"), landlock.RWDirs(write...).WithRefer()}
	for _, d := range devices {
		rules = append(rules, landlock.RWFiles("/dev/"+d))
	}
	return landlock.V5.BestEffort().RestrictPaths(rules...)
}

// drop gives up every capability, also those that a program could bring.
func drop() error {
	for c := uintptr(0); ; c++ {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err == unix.EINVAL { // a system call returns the number itself
			break // the last one was dropped
		} else if err != nil {
			return err
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return unix.Capset(&header, &none[0])
}
