package task

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
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

// rel returns a path of a request below the root, slash-separated.
func (ws Workspace) rel(p string) (string, error) {
	if strings.HasPrefix(p, "/") {
		dir := strings.TrimSuffix(path.Clean(ws.Dir), "/")
		if ws.Dir == "" || p != dir && !strings.HasPrefix(p, dir+"/") {
			return "", nolink.ErrLink
		}
		p = strings.TrimLeft(p[len(dir):], "/")
	}
	p = path.Clean("./" + p)
	if !filepath.IsLocal(filepath.FromSlash(p)) || strings.Contains(p, `\`) {
		return "", nolink.ErrLink
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
	dir, err := nolink.Dir(ws.Root, name)
	return dir, placed(err)
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
		err = nolink.ErrLink
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
	b, _, err := nolink.ReadFile(dir, path.Base(name), limit)
	return b, placed(err)
}

// placed gives an error about a link, or about length, its published code. What
// os.Root refuses is a path that leads out, which it says with an error of its own.
func placed(err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, nolink.ErrLink), errors.Is(err, nolink.ErrChanged), errors.As(err, &p) && p.Err != nil && strings.Contains(p.Err.Error(), "escapes"):
		return fault(CodePath, "", "the path leads out of the workspace or through a link")
	case errors.Is(err, nolink.ErrSize):
		return fault(CodeLimit, "", "the file is too long")
	case errors.Is(err, nolink.ErrNotFolder):
		return fs.ErrNotExist // nothing is below it
	}
	return err
}
