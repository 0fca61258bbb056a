package cli

import (
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// stdinName stands for standard input, in arguments and in reports.
const stdinName = "-"

// limitFlag declares --max-bytes.
func limitFlag(fs *pflag.FlagSet) *int {
	return sizeFlag(fs, "max-bytes", contract.DefaultBytes, "largest `SIZE` of a file that is read, in bytes or as 64KB or 1MiB")
}

// maxFile is the largest value of --max-bytes: a file is read whole, and its size
// has to fit an int of 32 bits.
const maxFile = 1 << 30

// checkLimit judges the value of --max-bytes.
func checkLimit(limit int) error {
	if limit > maxFile {
		return usageError("--max-bytes is over 1073741824", "a file is read into memory; divide it")
	}
	if limit <= 0 {
		return usageError("--max-bytes is not positive", sizeHint)
	}
	return nil
}

// read reads a file or standard input whole, and nothing that is longer than
// limit: a file is judged by its size before a byte of it is read.
func (inv *invocation) read(name string, limit int) ([]byte, error) {
	if name == stdinName {
		in, err := inv.takeStdin()
		if err != nil {
			return nil, err
		}
		return readAll(in, 0, limit)
	}
	inv.isInput(name)
	f, size, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	if size > int64(limit) {
		return nil, tooLarge(limit)
	}
	return readAll(f, size, limit)
}

// takeStdin returns standard input to the first who asks. For a second one there
// is nothing left, which would pass for an empty file, and that for a clean one.
func (inv *invocation) takeStdin() (io.Reader, error) {
	switch {
	case inv.stdin == nil:
		return nil, fileError("standard input", "cannot be read", nil)
	case inv.stdinTaken.Swap(true):
		return nil, stdinTwice()
	}
	return inv.stdin, nil
}

func stdinTwice() error {
	return usageError("standard input is named twice", "- can stand in one place: name files in the others")
}

// openRegular opens a regular file. It never waits for a pipe or a device: the
// kind is looked at before and after, and opening does not block.
func openRegular(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, fileError("", "the file cannot be read", err)
	}
	if err := wantRegular(info); err != nil {
		return nil, 0, err
	}
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) //nolint:gosec // a file that the command line names
	if err != nil {
		return nil, 0, fileError("", "the file cannot be read", err)
	}
	info, err = f.Stat()
	if err == nil {
		err = wantRegular(info)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

func wantRegular(info os.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return notRegular("this is a folder", "only check takes folders")
	}
	return notRegular("this is no regular file", "use - to read standard input")
}

func notRegular(message, hint string) error {
	return &ringfence.Error{Code: CodeNotRegular, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// readAll reads at most limit bytes; size is what is expected.
func readAll(r io.Reader, size int64, limit int) ([]byte, error) {
	body := make([]byte, 0, min(size, int64(limit))+1)
	for {
		if len(body) == cap(body) {
			body = append(body, 0)[:len(body)]
		}
		n, err := r.Read(body[len(body):min(cap(body), limit+1)])
		body = body[:len(body)+n]
		switch {
		case len(body) > limit:
			return nil, tooLarge(limit)
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, readError(err)
		}
	}
}

// readError is the error of a read, unless that is one of ours, which says more.
func readError(err error) error {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return err
	}
	return fileError("", "the file cannot be read", err)
}

func tooLarge(limit int) error {
	return &ringfence.Error{
		Code: contract.CodeSize, Message: "the file is longer than " + strconv.Itoa(limit) + " bytes",
		Hint: "raise --max-bytes if files of this size are expected", Offset: ringfence.NoOffset,
	}
}
