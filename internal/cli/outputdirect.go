package cli

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// How long a pipe may have no reader: a shell that starts both ends of it at once
// starts them in any order. Nobody waits for ever.
const (
	pipeTries = 150
	pipePause = 20 * time.Millisecond
)

// openOutput begins what -o names: a file that is replaced whole, or a pipe or a
// device, which is written as it is. What was written there is gone, whatever
// happens later.
func openOutput(path string, mode os.FileMode) (*newFile, error) {
	info, err := os.Lstat(path)
	if err != nil || !isDirect(path, info) {
		return createFile(path, mode)
	}
	f, err := openDirect(path)
	if err != nil {
		return nil, cannotWrite(path, err)
	}
	return &newFile{path: path, f: f, direct: true}, nil
}

// isDirect reports whether what is there is written as it is: a device of
// characters, such as /dev/null or a terminal, and a pipe of this user. A pipe of
// somebody else stands there to read what was meant for a file. A link that anybody
// can make is not followed, but those of the system to what this process was given
// open are, such as the /dev/fd/63 that a shell puts in the place of >(…).
func isDirect(path string, info os.FileInfo) bool {
	if info.Mode()&os.ModeSymlink != 0 {
		target, err := os.Stat(path)
		if err != nil || !isDescriptor(path) {
			return false
		}
		info = target
	}
	return isStream(info)
}

// isStream reports whether a file that is no link can be written as it is.
func isStream(info os.FileInfo) bool {
	switch mode := info.Mode(); {
	case mode&os.ModeCharDevice != 0:
		return true
	case mode&os.ModeNamedPipe != 0:
		return isOwned(info)
	}
	return false
}

// isDescriptor reports whether a name is the system's for an open file of this
// process.
func isDescriptor(path string) bool {
	if path == "/dev/stderr" {
		return true
	}
	dir := filepath.ToSlash(filepath.Dir(filepath.Clean(path)))
	return dir == "/dev/fd" || dir == "/proc/self/fd"
}

// openDirect opens a pipe or a device for writing, and neither makes nor cuts
// anything. That it is one still is looked at once it is open.
func openDirect(path string) (*os.File, error) {
	for try := 1; ; try++ {
		f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0) //nolint:gosec // a file that the command line names
		switch {
		case err == nil:
			return keepDirect(f)
		case !errors.Is(err, errNoReader) || !isPipe(path):
			return nil, err
		case try == pipeTries:
			return nil, errors.New("it is a pipe that nobody reads")
		}
		time.Sleep(pipePause)
	}
}

func isPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&os.ModeNamedPipe != 0
}

// keepDirect gives up a file that took the place of a pipe or a device.
func keepDirect(f *os.File) (*os.File, error) {
	info, err := f.Stat()
	if err == nil && !isStream(info) {
		err = errors.New("it was replaced meanwhile")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
