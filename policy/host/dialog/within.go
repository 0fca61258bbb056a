package dialog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Place is where a path really is.
type Place struct {
	Root  string // the folder of the list that holds it, as it was given
	Named string // Root and the elements below it, as they were named
	// Path is Root and the elements below it without a symbolic link among them.
	// The last one need not exist where Within allows that.
	Path   string
	Exists bool
	Dir    bool // it is a folder
}

// maxLinks is how many symbolic links are followed: as many as the system does.
const maxLinks = 40

// Within says where an absolute path leads, which must be in one of the folders.
// Links are followed inside that folder only, and what is there is looked at
// through it. missing lets the last element not exist; everything before it must.
// The error has [CodeEscape] for a path outside all folders or one that leads out,
// [CodeAnswer] for one that does not exist, [CodeFolder] for a folder that cannot
// be opened.
func Within(roots []string, path string, missing bool) (Place, error) {
	if !plainPath(path) || !filepath.IsAbs(path) || climbs(path) {
		return Place{}, fail(CodeEscape, "this is no absolute path", "", nil)
	}
	path = filepath.Clean(path)
	var unopened error
	for _, dir := range roots {
		rel, ok := below(dir, path)
		if !ok {
			continue
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			unopened = fail(CodeFolder, "a folder of the policy cannot be opened", "", err)
			continue
		}
		place, err := resolve(root, rel, missing)
		_ = root.Close() // it was only read
		place.Root, place.Named, place.Path = dir, filepath.Join(dir, rel), filepath.Join(dir, place.Path)
		if err != nil {
			return Place{}, err
		}
		return place, nil
	}
	if unopened != nil {
		return Place{}, unopened
	}
	return Place{}, fail(CodeEscape, "the path is outside the folders", "", nil)
}

// below returns a path relative to a folder that holds it, by its name or by
// where the folder really is: a dialog may tell the one or the other.
func below(dir, path string) (string, bool) {
	names := []string{dir}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		names = append(names, real)
	}
	for _, name := range names {
		if rel, err := filepath.Rel(name, path); err == nil && filepath.IsLocal(rel) {
			return rel, true
		}
	}
	return "", false
}

// resolve walks a relative path element by element and replaces each link by what
// it says. os.Root holds every step; the walk says where it went.
func resolve(root *os.Root, rel string, missing bool) (Place, error) {
	escape := func(err error) (Place, error) {
		return Place{}, fail(CodeEscape, "the path leads out of its folder", "", err)
	}
	todo := elements(rel)
	done := "."
	place := Place{Path: ".", Exists: true, Dir: true}
	for links := 0; len(todo) > 0; {
		name := todo[0]
		todo = todo[1:]
		if name == ".." {
			if done == "." {
				return escape(nil)
			}
			done = filepath.Dir(done)
			place = Place{Path: done, Exists: true, Dir: true}
			continue
		}
		next := filepath.Join(done, name)
		info, err := root.Lstat(next)
		switch {
		case errors.Is(err, fs.ErrNotExist) && missing && len(todo) == 0 && place.Dir:
			return Place{Path: next}, nil
		case errors.Is(err, fs.ErrNotExist) || err == nil && len(todo) > 0 && !info.IsDir() && info.Mode()&fs.ModeSymlink == 0:
			return Place{}, fail(CodeAnswer, "the path does not exist", "", err)
		case err != nil:
			return escape(err)
		case info.Mode()&fs.ModeSymlink == 0:
			done = next
			place = Place{Path: next, Exists: true, Dir: info.IsDir()}
			continue
		}
		target, err := root.Readlink(next)
		if links++; err != nil || links > maxLinks || filepath.IsAbs(target) || !plainPath(target) {
			return escape(err)
		}
		todo = append(elements(target), todo...)
	}
	return place, nil
}

// elements are the names of a path, without those that lead nowhere else.
func elements(p string) []string {
	var out []string
	for e := range strings.SplitSeq(filepath.ToSlash(p), "/") {
		if e != "" && e != "." {
			out = append(out, e)
		}
	}
	return out
}
