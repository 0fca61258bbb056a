// Package nolink opens folders and files below an [os.Root] by names that do not
// pass a symbolic link. An os.Root alone follows links that stay inside, which
// would make two names of one file: one that a policy allows, one that it denies.
//
// Each step looks at the name without following it, opens it, and compares what
// was opened with what was looked at. A name that is exchanged in between is
// [ErrChanged] and never what it was exchanged for.
package nolink

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// Reasons for which nothing is opened, beside those of the system.
var (
	// ErrLink: an element of the path is a symbolic link.
	ErrLink = errors.New("an element of the path is a link")
	// ErrNotFolder: something that should hold what follows is no folder.
	ErrNotFolder = errors.New("an element of the path is no folder")
	// ErrNotRegular: the file is no regular file.
	ErrNotRegular = errors.New("this is no regular file")
	// ErrChanged: something was exchanged while it was opened.
	ErrChanged = errors.New("the name was exchanged while it was opened")
	// ErrSize: the file is longer than allowed.
	ErrSize = errors.New("the file is longer than allowed")
)

// Dir opens the folder at a clean slash-separated path below root, "." for root
// itself. The caller closes it.
func Dir(root *os.Root, name string) (*os.Root, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	at, err := root.OpenRoot(".")
	if err != nil || name == "." {
		return at, err
	}
	for element := range strings.SplitSeq(name, "/") {
		next, err := Child(at, element)
		_ = at.Close() // it was only read
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

// Child opens a folder in another, by its name there. The caller closes it.
func Child(dir *os.Root, name string) (*os.Root, error) {
	seen, err := dir.Lstat(name)
	if err != nil {
		return nil, err
	}
	switch {
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, ErrLink
	case !seen.IsDir():
		return nil, ErrNotFolder
	}
	next, err := dir.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	got, err := next.Stat(".")
	if err != nil || !os.SameFile(seen, got) {
		_ = next.Close() // it was only looked at
		if err == nil {
			err = ErrChanged
		}
		return nil, err
	}
	return next, nil
}

// Parent opens the folder that holds the last element of a clean path below
// root, and returns that element. The caller closes the folder.
func Parent(root *os.Root, name string) (dir *os.Root, base string, err error) {
	if !fs.ValidPath(name) || name == "." {
		return nil, "", fs.ErrInvalid
	}
	dir, err = Dir(root, path.Dir(name))
	return dir, path.Base(name), err
}

// Open opens a regular file of a folder for reading, never waiting for anybody:
// a pipe that takes the file's place is not opened. The caller closes it.
func Open(dir *os.Root, name string) (*os.File, fs.FileInfo, error) {
	seen, err := dir.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case seen.Mode()&fs.ModeSymlink != 0:
		return nil, nil, ErrLink
	case !seen.Mode().IsRegular():
		return nil, nil, ErrNotRegular
	}
	f, err := dir.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	got, err := f.Stat()
	if err == nil && (!os.SameFile(seen, got) || !got.Mode().IsRegular()) {
		err = ErrChanged
	}
	if err != nil {
		_ = f.Close() // it was only looked at
		return nil, nil, err
	}
	return f, got, nil
}

// ReadFile returns the content of a regular file of a folder, at most limit
// bytes, and what the file was when it was opened.
func ReadFile(dir *os.Root, name string, limit int64) ([]byte, fs.FileInfo, error) {
	f, info, err := Open(dir, name)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written through it
	if info.Size() > limit {
		return nil, nil, ErrSize
	}
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, nil, err
	case int64(len(content)) > limit:
		return nil, nil, ErrSize
	}
	return content, info, nil
}
