package watch

import (
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// globs are the patterns of a subscription, and what they say of folders.
type globs []pattern

type pattern struct {
	text string
	base string // folder below which everything lies that matches, "" for the root
	// depth is the number of elements of whatever matches, 0 where it can vary.
	depth int
}

// compile reads globs; none stands for every file.
func compile(list []string) (globs, error) {
	if len(list) == 0 {
		list = []string{"**"}
	}
	if len(list) > MaxGlobs {
		return nil, fail(CodeGlob, "there are too many globs", nil)
	}
	out := make(globs, 0, len(list))
	for _, text := range list {
		if !valid(text) {
			return nil, fail(CodeGlob, "a glob does not compile", doublestar.ErrBadPattern)
		}
		base, _ := doublestar.SplitPattern(text)
		// Escapes are left in it, and doublestar takes U+FFFD for any byte that is
		// not UTF-8: the folder may have another name.
		if base == "." || strings.ContainsAny(base, "\\\uFFFD") {
			base = ""
		}
		p := pattern{text: text, base: base}
		if !strings.Contains(text, "**") && !strings.ContainsAny(text, `{[\`) {
			p.depth = 1 + strings.Count(text, "/")
		}
		out = append(out, p)
	}
	return out, nil
}

// valid reports whether a glob compiles, stays below the root, and can be matched
// in little time.
func valid(text string) bool {
	if text == "" || len(text) > MaxGlob || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || !doublestar.ValidatePattern(text) {
		return false
	}
	braces := strings.Count(text, "{")
	if braces > MaxBraces || braces > 0 && strings.Count(text, ",") > MaxAlternatives-1 {
		return false
	}
	// A glob that climbs, or starts elsewhere, matches no path below the root: it
	// is a mistake that would never be noticed.
	for e := range strings.SplitSeq(text, "/") {
		if e == "" || e == "." || e == ".." {
			return false
		}
	}
	return true
}

// file reports whether a path matches.
func (g globs) file(path string) bool {
	for i := range g {
		if g[i].text == "**" || doublestar.MatchUnvalidated(g[i].text, path) {
			return true
		}
	}
	return false
}

// folder reports whether something below a folder can match.
func (g globs) folder(path string) bool {
	depth := 1 + strings.Count(path, "/")
	for i := range g {
		p := &g[i]
		if (p.depth == 0 || depth < p.depth) && (below(p.base, path) || below(path, p.base)) {
			return true
		}
	}
	return false
}

// below reports whether a path is a folder or lies below it.
func below(folder, path string) bool {
	return folder == "" || strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

// join is path.Join for clean parts, "" being the root.
func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// rooted is the name of a folder for os.Root.
func rooted(folder string) string {
	if folder == "" {
		return "."
	}
	return folder
}
