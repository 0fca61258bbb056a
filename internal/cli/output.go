package cli

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
)

// outputName is the name of the flag -o, the one whose target need not be a
// regular file.
const outputName = "output"

// outputFlag declares -o.
func outputFlag(fs *pflag.FlagSet) *string {
	p := new(string)
	fs.VarP((*outputValue)(p), outputName, "o", "write the result to `FILE` in place of standard output")
	return p
}

// outputValue is the name of a file to write. The names that systems have for
// standard output stand for it: opened, they would be a second way to one file,
// with a position of its own.
type outputValue string

// String implements [pflag.Value].
func (v *outputValue) String() string { return string(*v) }

// Type implements [pflag.Value].
func (v *outputValue) Type() string { return "string" }

// Set implements [pflag.Value].
func (v *outputValue) Set(name string) error {
	switch name {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		name = stdinName
	}
	*v = outputValue(name)
	return nil
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
	if err := inv.mayWrite(outputName, path); err != nil {
		return err
	}
	f, err := openOutput(path, mode)
	if err != nil {
		return err
	}
	return f.whole(result)
}

// writeFile writes beside path and renames, so that nobody sees half a file and
// a failure leaves the old one. What is there and no regular file is refused: a
// link leads elsewhere, and what another turn is to read is in no pipe.
func writeFile(path string, content []byte, mode os.FileMode) error {
	f, err := createFile(path, mode)
	if err != nil {
		return err
	}
	return f.whole(content)
}

// newFile is a file that is being written beside the name it will have; direct
// is a pipe or a device, which is written as it is.
type newFile struct {
	direct bool
	path   string
	f      *os.File
	mode   os.FileMode
	err    error // the first one
	check  func() error
	done   bool
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

// whole writes all that a file is to hold, and commits it.
func (n *newFile) whole(content []byte) error {
	defer n.abandon()
	_, _ = n.Write(content) // commit tells the first error
	return n.commit()
}

// Write implements [io.Writer]. After an error it writes nothing more.
func (n *newFile) Write(p []byte) (int, error) {
	if n.err != nil {
		return 0, n.err
	}
	written, err := n.f.Write(p)
	if err != nil {
		n.err = cannotWrite(n.path, err)
	}
	return written, n.err
}

// commit gives the file its name, unless something went wrong.
func (n *newFile) commit() error {
	if n.err == nil && n.check != nil {
		if err := n.check(); err != nil {
			return err // it names the file
		}
	}
	if n.err != nil {
		n.abandon()
		return n.err
	}
	n.done = true
	var err error
	if n.direct {
		err = n.f.Close()
	} else {
		err = n.place()
	}
	if err != nil {
		return cannotWrite(n.path, err)
	}
	return nil
}

// place puts a file that is whole where it belongs, or removes it.
func (n *newFile) place() error {
	err := errors.Join(n.f.Chmod(n.mode), n.f.Close())
	if err == nil {
		err = os.Rename(n.f.Name(), n.path)
	}
	if err != nil {
		_ = os.Remove(n.f.Name()) // the first error is the one to tell
	}
	return err
}

func (n *newFile) abandon() {
	if !n.done {
		n.done = true
		_ = n.f.Close() // it goes
		if !n.direct {
			_ = os.Remove(n.f.Name())
		}
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
