package patch

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
	"github.com/ringfence/ringfence/policy/internal/durable"
)

// Intact reports whether every file is still what the patch made it: what was
// verified is then what is kept.
func (a *Applied) Intact() bool {
	for i := range a.record.Files {
		if !a.t.intact(&a.record.Files[i]) {
			return false
		}
	}
	return true
}

func (t *Target) intact(e *entry) bool {
	dir, name, err := nolink.Parent(t.Root, e.Path)
	if err != nil {
		return e.Op == Delete.String() && errors.Is(err, fs.ErrNotExist)
	}
	defer func() { _ = dir.Close() }() // nothing was written through it
	if e.Op == Delete.String() {
		_, err := dir.Lstat(name)
		return errors.Is(err, fs.ErrNotExist)
	}
	now, _, err := nolink.ReadFile(dir, name, MaxFile)
	return err == nil && digest(now) == e.After
}

// Keep makes a patch final: its undo record is removed, and forced to be gone. An
// error has CodeWrite, and the patch can still be undone.
func (a *Applied) Keep() error {
	a.t.stepped()
	err := a.t.Undo.Remove(undoName + a.record.ID)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = durable.Dir(a.t.Undo.Open("."))
	}
	if err != nil {
		return fail(CodeWrite, "the undo record cannot be removed", err)
	}
	return nil
}

// Rollback puts every file back. A file that was changed since is left as it is:
// the error then has CodeConflict and the number of the first one, the others are
// put back, and the record stays in its folder under another name. Every other
// error has CodePending: files may be as the patch made them, the record stays, and
// Rollback may be called again.
func (a *Applied) Rollback() error {
	conflicts, err := a.rollback()
	switch {
	case err != nil:
		return fail(CodePending, "the patch is not kept and could not be undone", err)
	case len(conflicts) == 0:
		return nil
	}
	return at(conflicts[0], fail(CodeConflict, "a file was changed since it was patched, and was not put back", nil))
}

// rollback returns the files that were left.
func (a *Applied) rollback() (conflicts []int, err error) {
	conflicts, err = a.t.undo(&a.record)
	switch {
	case err != nil:
		return nil, err
	case len(conflicts) == 0:
		return nil, a.Keep()
	}
	a.t.stepped()
	if err := a.t.Undo.Rename(undoName+a.record.ID, conflictName+a.record.ID); err != nil {
		return nil, fail(CodeWrite, "the undo record cannot be renamed", err)
	}
	return conflicts, nil
}

// undo puts files back, and can be done again from any point at which it ended.
// conflicts are the files that are neither what they were nor what they were made.
func (t *Target) undo(r *record) (conflicts []int, err error) {
	for i := range r.Files {
		ok, err := t.restore(&r.Files[i])
		if err != nil {
			return nil, at(i, err)
		}
		if !ok {
			conflicts = append(conflicts, i)
		}
	}
	for _, d := range slices.Backward(r.Dirs) {
		if dir, name, err := nolink.Parent(t.Root, d); err == nil {
			t.stepped()
			_ = dir.Remove(name) // one that is not empty has something of others
			_ = dir.Close()      // it was only used
		}
	}
	return conflicts, t.syncDirs(r)
}

// restore puts one file back; ok is false when it is not the patch's to change.
func (t *Target) restore(e *entry) (ok bool, err error) {
	dir, name, err := nolink.Parent(t.Root, e.Path)
	if err != nil {
		// Without its folder a created file is gone, and others are not here.
		return e.Op == Create.String() && errors.Is(err, fs.ErrNotExist), nil
	}
	defer func() { _ = dir.Close() }() // nothing was written through it
	temporary := e.temporary(name)
	if info, err := dir.Lstat(temporary); err == nil && info.Mode().IsRegular() {
		t.stepped()
		if err := dir.Remove(temporary); err != nil {
			return false, fail(CodeWrite, "what was left beside a file cannot be removed", err)
		}
	}
	now, _, err := nolink.ReadFile(dir, name, MaxFile)
	absent := errors.Is(err, fs.ErrNotExist)
	if err != nil && !absent {
		return false, nil
	}
	is := digest(now)
	switch {
	case e.Op == Create.String():
		if absent || is != e.After {
			return absent, nil
		}
		t.stepped()
		if err := dir.Remove(name); err != nil {
			return false, fail(CodeWrite, "a file cannot be removed", err)
		}
		return true, nil
	case !absent && is == digest(e.Base):
		return true, nil
	case e.Op == Delete.String() && !absent, e.Op == Modify.String() && (absent || is != e.After):
		return false, nil
	}
	if err := t.write(dir, temporary, e.Base, e, 0); err != nil {
		return false, err
	}
	t.stepped()
	if e.Op == Delete.String() {
		err = place(dir, temporary, name)
	} else {
		err = dir.Rename(temporary, name)
	}
	if err != nil {
		return false, fail(CodeWrite, "a file cannot be put back", err)
	}
	return true, nil
}

// Recovered says what Recover did.
type Recovered struct {
	Undone    int      // patches that were undone
	Conflicts []string // paths of files that were changed since, and left
}

// Recover undoes the patches to a folder that were neither kept nor undone when
// their process ended. It is called before the first patch. Allow is not asked:
// what is put back is what was there. Files that were changed since stay as they
// are and are named; their former content stays in the record, under another
// name. An error has CodeWrite or CodeRecord; Recover may then be called again.
func (t *Target) Recover() (Recovered, error) {
	var out Recovered
	torn, err := t.undoNames(tornName)
	if err != nil {
		return out, err
	}
	for _, name := range torn {
		// A record that was not whole: nothing had been changed.
		if err := t.Undo.Remove(name); err != nil {
			return out, fail(CodeWrite, "the undo record cannot be removed", err)
		}
	}
	pending, err := t.pending()
	if err != nil {
		return out, err
	}
	for i := range pending {
		a := &Applied{t: t, record: pending[i]}
		conflicts, err := a.rollback()
		if err != nil {
			return out, err
		}
		for _, file := range conflicts {
			out.Conflicts = append(out.Conflicts, a.record.Files[file].Path)
		}
		out.Undone++
	}
	return out, nil
}
