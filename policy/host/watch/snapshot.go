package watch

import (
	"context"
	"errors"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
)

// walk is one snapshot being taken.
type walk struct {
	w       *Watch
	ctx     context.Context //nolint:containedctx // of one call, which this is
	now     time.Time
	todo    []folder
	found   []record
	folders []followed // that were read, for the notifier
	entries int
}

// folder is one that was seen in its parent and is to be read.
type folder struct {
	path string
	info fs.FileInfo // nil for the root
}

// snapshot returns the files below the root that match, in order of paths, with
// the folders that were read. It takes one system call for each name, and for
// each folder as many as it has elements.
func (w *Watch) snapshot(ctx context.Context) ([]record, []followed, error) {
	s := &walk{w: w, ctx: ctx, now: w.o.Now(), todo: []folder{{}}, found: make([]record, 0, len(w.told))}
	for len(s.todo) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		last := len(s.todo) - 1
		next := s.todo[last]
		s.todo = s.todo[:last]
		if err := s.folder(next); err != nil {
			return nil, nil, err
		}
	}
	slices.SortFunc(s.found, func(a, b record) int { return strings.Compare(a.path, b.path) })
	s.sums()
	return s.found, s.folders, ctx.Err()
}

// folder reads one folder. What is gone, or not what it was when its parent was
// read, is empty; so is what may not be read, since nothing in it can be seen.
func (s *walk) folder(dir folder) error {
	f, err := s.w.o.Root.OpenFile(rooted(dir.path), os.O_RDONLY|nolinkDir, 0)
	if err != nil {
		return s.unreadable(err)
	}
	defer func() { _ = f.Close() }() // nothing was written through it
	got, err := f.Stat()
	if err != nil {
		return s.unreadable(err)
	}
	if dir.info != nil && !os.SameFile(dir.info, got) {
		return nil // the name leads elsewhere by now, through links that stay inside
	}
	id := statOf(got)
	s.folders = append(s.folders, followed{dir.path, [2]uint64{id.dev, id.ino}})
	for {
		entries, err := f.ReadDir(chunk)
		for _, e := range entries {
			if err := s.entry(dir.path, e); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return s.unreadable(err)
		}
	}
}

// unreadable judges why a folder cannot be read: an error that passes must not
// look like files that were deleted.
func (s *walk) unreadable(err error) error {
	var system syscall.Errno
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || goneError(err) {
		return nil
	}
	if !errors.As(err, &system) && !errors.Is(err, fs.ErrClosed) {
		return nil // of os.Root: the name leads out by now
	}
	return fail(CodeRead, "a folder cannot be read", err)
}

// entry takes one name of a folder.
func (s *walk) entry(dir string, e fs.DirEntry) error {
	if s.entries++; s.entries > s.w.maxEntries {
		return fail(CodeLimit, "there are too many names below the root", nil)
	}
	kind := e.Type()
	if kind&fs.ModeSymlink != 0 || !kind.IsDir() && !kind.IsRegular() {
		return nil
	}
	path := join(dir, e.Name())
	if len(path) > MaxPath {
		return fail(CodeLimit, "a path is too long", nil)
	}
	if kind.IsDir() && !s.w.globs.folder(path) || kind.IsRegular() && !s.w.globs.file(path) || !s.w.allowed(path) {
		return nil
	}
	info, err := e.Info()
	if err != nil {
		return s.unreadable(err)
	}
	switch {
	case kind.IsDir() && info.IsDir():
		s.todo = append(s.todo, folder{path, info})
	case kind.IsRegular() && info.Mode().IsRegular():
		if len(s.found) == s.w.o.MaxFiles {
			return fail(CodeLimit, "there are too many files below the root", nil)
		}
		r := record{path: path, stat: s.w.statOf(info)}
		r.racy = r.stat.fresh(s.now)
		s.found = append(s.found, r)
	}
	return nil
}

// sums hashes the files whose stat cannot tell whether they were changed since
// the last report, or whether they will have been at the next.
func (s *walk) sums() {
	left := int64(sumAll)
	b := 0
	for i := range s.found {
		r := &s.found[i]
		for b < len(s.w.told) && s.w.told[b].path < r.path {
			b++
		}
		doubt := b < len(s.w.told) && s.w.told[b].path == r.path && s.w.told[b].racy && s.w.told[b].stat == r.stat
		if !r.racy && !doubt || r.stat.size > min(sumFile, left) || s.ctx.Err() != nil {
			continue
		}
		left -= r.stat.size
		r.sum, r.summed = s.w.sum(r)
	}
}

// sum hashes the content of a file, if it is still the one that was looked at. A
// file that nobody here can read is as good as unchanged.
func (w *Watch) sum(r *record) (sum uint64, ok bool) {
	dir, base, err := nolink.Parent(w.o.Root, r.path)
	if err != nil {
		return 0, false
	}
	defer func() { _ = dir.Close() }() // nothing was written through it
	content, _, err := nolink.ReadFile(dir, base, sumFile)
	if errors.Is(err, fs.ErrPermission) {
		return 0, true
	}
	if err != nil {
		return 0, false
	}
	return maphash.Bytes(w.seed, content), true
}
