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
// links are not followed; names that begin with a dot fit only a pattern that
// speaks of them.
func glob(out []entry, pattern string) []entry {
	slashed := filepath.ToSlash(pattern)
	if !doublestar.ValidatePattern(slashed) {
		return append(out, entry{name: pattern, named: true, err: usageError("this is no glob", "put it in quotation marks if it is the name of a file, and write ./ before it")})
	}
	base, rest := doublestar.SplitPattern(slashed)
	w := walker{
		hidden: strings.HasPrefix(rest, ".") || strings.Contains(rest, "/."),
		wanted: func(name string) bool {
			rel, err := filepath.Rel(filepath.FromSlash(base), name)
			ok, _ := doublestar.Match(rest, filepath.ToSlash(rel)) // it was judged before
			return err == nil && ok
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
	return out
}
