package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ringfence/ringfence"
)

// isGlob reports whether an argument that names no file is a pattern.
func isGlob(name string) bool {
	if !strings.ContainsAny(name, "*?[{") {
		return false
	}
	_, err := os.Lstat(name)
	return err != nil
}

// globBase is the folder that a pattern counts from.
func globBase(pattern string) string {
	base, _ := doublestar.SplitPattern(filepath.ToSlash(pattern))
	return filepath.FromSlash(base)
}

// glob returns the files that fit a pattern. It walks as a folder is walked, so
// links are not followed, but only where the pattern leads; names that begin with a
// dot fit only a pattern that speaks of them. It returns the names of links to what
// is reached without them, too.
func glob(out []entry, pattern string, globs exclusion) (list []entry, inside []string) {
	slashed := filepath.ToSlash(pattern)
	if !doublestar.ValidatePattern(slashed) {
		return append(out, entry{name: pattern, named: true, err: usageError("this is no glob", "put it in quotation marks if it is the name of a file, and write ./ before it")}), nil
	}
	base, rest := doublestar.SplitPattern(slashed)
	last, deep := strings.CutPrefix(rest, "**/")
	w := walker{
		root: filepath.FromSlash(base), globs: globs, anywhere: deep && !strings.Contains(last, "/"),
		inside: func(name string) { inside = append(inside, name) },
		hidden: strings.HasPrefix(rest, ".") || strings.Contains(rest, "/."),
		enter:  func(dir string) bool { return leadsTo(rest, below(filepath.FromSlash(base), dir)) },
		wanted: func(name string) bool {
			ok, _ := doublestar.Match(rest, below(filepath.FromSlash(base), name)) // it was judged before
			return ok
		},
	}
	before := len(out)
	if info, err := os.Stat(base); err == nil && info.IsDir() {
		out = w.walk(out, filepath.FromSlash(base), 0)
	}
	if len(out) == before {
		out = append(out, entry{name: pattern, named: true, err: &ringfence.Error{
			Code: CodeNoFiles, Message: "no file fits the glob", Offset: ringfence.NoOffset,
			Hint: "** stands for any folders, * for anything in one name",
		}})
	}
	return out, inside
}

// leadsTo reports whether something below a folder may fit a pattern: whether the
// names that lead there fit its parts one by one, up to ** which fits any number of
// them. It is never false where something does fit.
func leadsTo(pattern, dir string) bool {
	if strings.Contains(pattern, "{") {
		return true // a part may stand in braces with its slashes
	}
	parts := strings.Split(pattern, "/")
	for i, name := range strings.Split(dir, "/") {
		if i >= len(parts) {
			return false
		}
		// Half of a class in brackets is no pattern: its slash divides no names, so that
		// the parts behind it stand for none.
		if strings.Contains(parts[i], "**") || !doublestar.ValidatePattern(parts[i]) {
			return true
		}
		if ok, _ := doublestar.Match(parts[i], name); !ok || i == len(parts)-1 {
			return false
		}
	}
	return true
}
