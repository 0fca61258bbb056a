package patch

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
	"github.com/ringfence/ringfence/policy/internal/durable"
)

// change does to one file what its plan says.
func (t *Target) change(p *plan, e *entry) error {
	if p.file.Op == Create && t.MakeDirs {
		if err := t.makeDirs(e.Path); err != nil {
			return err
		}
	}
	dir, name, err := nolink.Parent(t.Root, e.Path)
	if err != nil {
		return refused(err)
	}
	defer func() { _ = dir.Close() }() // nothing was written through it
	temporary := e.temporary(name)
	if p.file.Op != Delete {
		mode := fs.FileMode(0o644)
		if p.file.Exec {
			mode = 0o755
		}
		if err := t.write(dir, temporary, p.next, e, mode); err != nil {
			return err
		}
	}
	// The last look: what was read must still be what is replaced.
	if p.info != nil {
		now, err := dir.Lstat(name)
		if err != nil || !os.SameFile(now, p.info) || now.Size() != p.info.Size() || !now.ModTime().Equal(p.info.ModTime()) || unfit(now) != "" {
			_ = dir.Remove(temporary) // there is a greater error to tell
			return fail(CodeMismatch, "the file was changed while it was patched", err)
		}
	}
	t.stepped()
	switch p.file.Op {
	case Create:
		err = place(dir, temporary, name)
	case Delete:
		err = dir.Remove(name)
	case Modify:
		err = dir.Rename(temporary, name)
	}
	if err != nil {
		_ = dir.Remove(temporary) // there is a greater error to tell
		return fail(CodeWrite, "the file cannot be changed", err)
	}
	return nil
}

// place gives a file its name, if nothing has it. A link fails where something is
// and a renaming would replace it.
func place(dir *os.Root, temporary, name string) error {
	err := dir.Link(temporary, name)
	if err == nil {
		return dir.Remove(temporary)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	// A file system without links.
	if _, err := dir.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return fs.ErrExist
	}
	return dir.Rename(temporary, name)
}

// write makes a temporary file with the mode and the owner of the one that it
// replaces, or with a mode for a new one, and forces it to the disk.
func (t *Target) write(dir *os.Root, name string, content []byte, e *entry, mode fs.FileMode) error {
	t.stepped()
	first := mode
	if e.Op != Create.String() {
		first = 0o600
	}
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, first)
	if err != nil {
		return fail(CodeWrite, "no file can be made beside the one to change", err)
	}
	_, err = f.Write(content)
	if err == nil && e.Op != Create.String() {
		err = errors.Join(giveTo(f, e.UID, e.GID), f.Chmod(fs.FileMode(e.Mode)))
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = dir.Remove(name) // there is a greater error to tell
		return fail(CodeWrite, "the file cannot be written", err)
	}
	return nil
}

// makeDirs makes the folders above a path, one in the other and none behind a
// link.
func (t *Target) makeDirs(path string) error {
	at, err := nolink.Dir(t.Root, ".")
	if err != nil {
		return refused(err)
	}
	defer func() { _ = at.Close() }() // it was only used
	for rest := path; ; {
		name, below, more := strings.Cut(rest, "/")
		if !more {
			return nil
		}
		t.stepped()
		if err := at.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) { // what the user's mask leaves of it
			return fail(CodeWrite, "a folder cannot be made", err)
		}
		next, err := nolink.Child(at, name)
		if err != nil {
			return refused(err)
		}
		_ = at.Close() // it was only used
		at, rest = next, below
	}
}

func (t *Target) stepped() {
	if t.step != nil {
		t.step()
	}
}

// syncDirs forces the names of all files to the disk.
func (t *Target) syncDirs(r *record) error {
	done := map[string]bool{}
	for _, e := range r.Files {
		dir, _, err := nolink.Parent(t.Root, e.Path)
		if err != nil {
			continue // the folder is gone, and with it the names
		}
		key := e.Path[:len(e.Path)-len(base(e.Path))]
		if !done[key] {
			done[key] = true
			err = durable.Dir(dir.Open("."))
		}
		_ = dir.Close() // it was only used
		if err != nil {
			return fail(CodeWrite, "a folder cannot be forced to the disk", err)
		}
	}
	return nil
}
