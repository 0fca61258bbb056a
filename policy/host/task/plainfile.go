package task

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Workspace is what tasks may read: the files below a folder.
type Workspace struct {
	// Root is the folder, opened. The caller keeps and closes it; nil has no
	// files.
	Root *os.Root
	// Dir is the path of that folder, slash-separated, by which absolute paths of
	// a request are understood.
	Dir string
	// Denied reports whether a path, as in a request, may not be read. nil denies
	// nothing.
	Denied func(path string) bool
}

// errLink: what stands in a path is a link, or became one.
var errLink = errors.New("task: the path leads through a link or out of the workspace")

// rel returns a path of a request below the root, slash-separated.
func (ws Workspace) rel(p string) (string, error) {
	if strings.HasPrefix(p, "/") {
		dir := strings.TrimSuffix(path.Clean(ws.Dir), "/")
		if ws.Dir == "" || p != dir && !strings.HasPrefix(p, dir+"/") {
			return "", errLink
		}
		p = strings.TrimLeft(p[len(dir):], "/")
	}
	p = path.Clean("./" + p)
	if !filepath.IsLocal(filepath.FromSlash(p)) || strings.Contains(p, `\`) {
		return "", errLink
	}
	return p, nil
}

// OpenDir opens a folder of the workspace. Links are not followed: each element is
// looked at and then opened, and must be the same folder both times. The caller
// closes it.
func (ws Workspace) OpenDir(p string) (*os.Root, error) {
	if ws.Denied != nil && ws.Denied(p) {
		return nil, fault(CodePath, "", "the path is denied")
	}
	name, err := ws.rel(p)
	if err != nil {
		return nil, placed(err)
	}
	return ws.open(name)
}

func (ws Workspace) open(name string) (*os.Root, error) {
	if ws.Root == nil {
		return nil, fault(CodeUnavailable, "", "the task has no workspace")
	}
	at, err := ws.Root.OpenRoot(".")
	if err != nil {
		return nil, err
	}
	if name == "." {
		return at, nil
	}
	for element := range strings.SplitSeq(name, "/") {
		next, err := openChild(at, element)
		_ = at.Close() // nothing was written
		if err != nil {
			return nil, placed(err)
		}
		at = next
	}
	return at, nil
}

// openChild opens a folder in a folder, unless it is a link.
func openChild(at *os.Root, element string) (*os.Root, error) {
	before, err := at.Lstat(element)
	if err != nil {
		return nil, err
	}
	if before.Mode()&fs.ModeSymlink != 0 {
		return nil, errLink
	}
	if !before.IsDir() {
		return nil, fs.ErrNotExist
	}
	child, err := at.OpenRoot(element)
	if err != nil {
		return nil, err
	}
	after, err := child.Stat(".")
	if err == nil && !os.SameFile(before, after) {
		err = errLink
	}
	if err != nil {
		_ = child.Close() // nothing was written
		return nil, err
	}
	return child, nil
}

// Check looks at what a path names without following links: an error with CodePath
// where it may not be named, or one of the file system.
func (ws Workspace) Check(p string) error {
	if ws.Denied != nil && ws.Denied(p) {
		return fault(CodePath, "", "the path is denied")
	}
	name, err := ws.rel(p)
	if err != nil {
		return placed(err)
	}
	dir, err := ws.open(path.Dir(name))
	if err != nil {
		return err
	}
	defer func() { _ = dir.Close() }() // it was only read
	info, err := dir.Lstat(path.Base(name))
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		err = errLink
	}
	return placed(err)
}

// ReadFile returns the content of a regular file of the workspace, at most max
// bytes, without following links. An error is a [ringfence.Error] with CodePath or
// CodeLimit, or one of the file system.
func (ws Workspace) ReadFile(p string, limit int64) ([]byte, error) {
	if ws.Denied != nil && ws.Denied(p) {
		return nil, fault(CodePath, "", "the path is denied")
	}
	name, err := ws.rel(p)
	if err != nil {
		return nil, placed(err)
	}
	dir, err := ws.open(path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Close() }() // it was only read
	b, err := readPlain(dir, path.Base(name), limit)
	return b, placed(err)
}

// readPlain reads a regular file in a folder.
func readPlain(dir *os.Root, element string, limit int64) ([]byte, error) {
	before, err := dir.Lstat(element)
	if err != nil {
		return nil, err
	}
	if before.Mode()&fs.ModeSymlink != 0 {
		return nil, errLink
	}
	if !before.Mode().IsRegular() {
		return nil, fs.ErrInvalid // a pipe would block
	}
	f, err := dir.OpenFile(element, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	after, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(before, after) {
		return nil, errLink
	}
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > limit {
		return nil, fault(CodeLimit, "", "the file is too long")
	}
	return b, nil
}

// placed gives an error about a link its published code. What os.Root refuses is
// a path that leads out, which it says with an error of its own.
func placed(err error) error {
	var p *fs.PathError
	if errors.Is(err, errLink) || errors.As(err, &p) && p.Err != nil && strings.Contains(p.Err.Error(), "escapes") {
		return fault(CodePath, "", "the path leads out of the workspace or through a link")
	}
	return err
}
