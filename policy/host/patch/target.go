package patch

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
)

// Target is a folder that patches are applied to. The zero Target refuses
// everything.
type Target struct {
	// Root is the folder. Paths of patches are below it.
	Root *os.Root
	// Name says which folder it is, in undo records; an absolute path.
	Name string
	// Undo is the folder of undo records. It lies outside Root, where nothing that
	// runs in Root can write.
	Undo *os.Root
	// Allow says whether a path may be created, changed or deleted; nil allows
	// none. The folders above it are asked about by the path alone.
	Allow func(path string) bool
	// MakeDirs lets a patch create the folders of files that it creates.
	MakeDirs bool

	// step is called before each change of the file system, for tests.
	step func()
}

// Applied is a patch that was applied and is neither kept nor undone. Its undo
// record is on the disk.
type Applied struct {
	t      *Target
	record record
}

// plan is one file to change.
type plan struct {
	file File
	base []byte
	next []byte
	info fs.FileInfo // of the file before; nil for one that is created
}

// Apply applies a patch to the folder. Either every file is as the patch says, and
// the patch waits to be kept or undone, or none has changed and there is an error
// with CodePath, CodeMismatch, CodeRefused, CodeSize, CodePending or CodeWrite.
// An error with CodeConflict says that a file was not put back, since somebody
// changed it meanwhile; one with CodePending may also say that what had been done
// could not be undone, and that the record stays.
//
// A context that is done before the first file changes ends it; afterwards it is
// finished.
func (t *Target) Apply(ctx context.Context, files []File) (*Applied, error) {
	if t.Root == nil || t.Undo == nil || t.Allow == nil {
		return nil, fail(CodeRefused, "nothing allows a patch here", nil)
	}
	pending, err := t.pending()
	if err != nil {
		return nil, err
	}
	if len(pending) > 0 {
		return nil, fail(CodePending, "an earlier patch was neither kept nor undone", nil)
	}
	plans, err := t.plan(ctx, files)
	if err != nil {
		return nil, err
	}
	record, err := t.newRecord(plans)
	if err != nil {
		return nil, err
	}
	a := &Applied{t: t, record: record}
	if err := a.record.write(t); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, a.Keep()) // nothing was done yet
	}
	for i := range plans {
		if err := t.change(&plans[i], &a.record.Files[i]); err != nil {
			return nil, a.instead(at(i, err))
		}
	}
	if err := t.syncDirs(&a.record); err != nil {
		return nil, a.instead(err)
	}
	return a, nil
}

// instead undoes what was done of a patch because of an error, and returns that
// error, or the greater one that it is not undone.
func (a *Applied) instead(err error) error {
	if undo := a.Rollback(); undo != nil {
		return undo
	}
	return err
}

// plan reads every file and applies its hunks in memory. It changes nothing.
func (t *Target) plan(ctx context.Context, files []File) ([]plan, error) {
	if len(files) > MaxFiles {
		return nil, fail(CodeSize, "there are too many files", nil)
	}
	plans := make([]plan, 0, len(files))
	seen := make(map[string]bool, len(files))
	all := 0
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !validPath(f.Path) || seen[f.Path] {
			return nil, at(i, fail(CodePath, "the path cannot be patched, or is named twice", nil))
		}
		seen[f.Path] = true
		if !t.Allow(f.Path) {
			return nil, at(i, fail(CodeRefused, "the path may not be changed", nil))
		}
		p, err := t.planFile(f)
		if err != nil {
			return nil, at(i, err)
		}
		if all += len(p.base) + len(p.next); all > MaxAll {
			return nil, at(i, fail(CodeSize, "the files are longer than allowed", nil))
		}
		plans = append(plans, p)
	}
	return plans, nil
}

func (t *Target) planFile(f File) (plan, error) {
	p := plan{file: f}
	dir, name, err := nolink.Parent(t.Root, f.Path)
	switch {
	case err == nil:
		defer func() { _ = dir.Close() }() // nothing was written through it
	case f.Op == Create && t.MakeDirs && errors.Is(err, fs.ErrNotExist):
		// The folders are made when the file is.
	default:
		return p, refused(err)
	}
	if f.Op == Create {
		if dir != nil {
			if _, err := dir.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
				return p, fail(CodeMismatch, "the file to create is there already", err)
			}
		}
	} else {
		if p.base, p.info, err = nolink.ReadFile(dir, name, MaxFile); err != nil {
			return p, refused(err)
		}
		if why := unfit(p.info); why != "" {
			return p, fail(CodeRefused, why, nil)
		}
	}
	p.next, err = f.Apply(p.base)
	return p, err
}

// refused says why a file cannot be reached.
func refused(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(CodeMismatch, "the file to change is not there", err)
	case errors.Is(err, nolink.ErrSize):
		return fail(CodeSize, "the file is longer than allowed", err)
	default:
		return fail(CodeRefused, "the path passes a link, or is no regular file that can be read", err)
	}
}

// unfit says why a regular file must not be exchanged, "" when it may.
func unfit(info fs.FileInfo) string {
	switch {
	case links(info) > 1:
		return "the file has hard links: it would change elsewhere, or part from them"
	case info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0:
		return "the file has a special mode"
	case info.Mode()&0o200 == 0:
		return "the file is not writable by its owner"
	}
	return ""
}

// newRecord says what a patch is about to do. The error has CodeSize.
func (t *Target) newRecord(plans []plan) (record, error) {
	var id [8]byte
	_, _ = rand.Read(id[:]) // never fails
	r := record{ID: hex.EncodeToString(id[:]), Root: t.Name}
	dirs := map[string]bool{}
	for i, p := range plans {
		e := entry{Path: p.file.Path, Op: p.file.Op.String(), Base: p.base, After: digest(p.next)}
		if p.info != nil {
			e.Mode = int(p.info.Mode().Perm())
			e.UID, e.GID = owner(p.info)
		} else {
			r.Dirs = append(r.Dirs, t.missing(p.file.Path, dirs)...)
		}
		if len(r.Dirs) > MaxDirs {
			return record{}, at(i, fail(CodeSize, "the patch makes too many folders", nil))
		}
		r.Files = append(r.Files, e)
	}
	return r, nil
}

// missing returns the folders that a file to create needs and that are not known
// yet, from the top.
func (t *Target) missing(path string, known map[string]bool) []string {
	var out []string
	for i, c := range path {
		if dir := path[:i]; c == '/' && !known[dir] {
			known[dir] = true
			absent := len(out) > 0 // what is below a folder that is not there is not there
			if !absent {
				_, err := t.Root.Lstat(dir)
				absent = errors.Is(err, fs.ErrNotExist)
			}
			if absent {
				out = append(out, dir)
			}
		}
	}
	return out
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
