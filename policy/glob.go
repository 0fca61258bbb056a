package policy

import (
	"strings"

	"github.com/ringfence/ringfence/internal/ucd"
)

// A glob is a path whose elements may hold "*" (any text) and "?" (any one
// character), and in which "**" is any number of elements. One without "/"
// stands at any depth. There are no classes and no braces.
type glob struct {
	text     string
	elements []string
	origin   *origin
	// name is the one element of a deny glob that stands at any depth and takes
	// all below: most do, and an element that begins otherwise is soon passed.
	name string
}

// MaxGlob is the longest glob of a policy or a request, in bytes, and MaxGlobs
// the most that one request may name: matching takes the product of lengths.
const (
	MaxGlob  = 512
	MaxGlobs = 64
)

// parseGlob splits a glob; ok is false for one that is empty, too long, absolute
// or climbing, or holds a character that is special in other dialects.
func parseGlob(text string) (glob, bool) {
	if text == "" || len(text) > MaxGlob || badPath(text) || climbs(text) || text[0] == '/' || strings.ContainsAny(text, "[]{}!") {
		return glob{}, false
	}
	g := glob{text: text}
	for e := range strings.SplitSeq(text, "/") {
		if e == "" || e == "." || strings.Contains(e, "**") && e != "**" {
			return glob{}, false
		}
		g.elements = append(g.elements, e)
	}
	if len(g.elements) == 1 && g.elements[0] != "**" {
		g.elements = []string{"**", g.elements[0]}
	}
	return g, true
}

// matches reports whether the elements of a glob match those of a path, whose
// stars and question marks mean themselves.
func matches(g, path []string) bool { return covers(g, path, true) }

// covers reports whether every path that the elements of narrow match is one
// that wide matches, too; with literal, narrow is a path. It is sound and not
// complete: a wildcard of narrow is covered only by one that takes whatever it
// takes.
func covers(wide, narrow []string, literal bool) bool {
	w, n := 0, 0
	back, from := -1, 0
	for n < len(narrow) {
		switch {
		case w < len(wide) && wide[w] == "**":
			back, from = w, n
			w++
		case w < len(wide) && (literal || narrow[n] != "**") && coversElement(wide[w], narrow[n], literal):
			w++
			n++
		case back >= 0:
			from++
			w, n = back+1, from
		default:
			return false
		}
	}
	for w < len(wide) && wide[w] == "**" {
		w++
	}
	return w == len(wide)
}

// coversElement is covers inside one element.
func coversElement(wide, narrow string, literal bool) bool {
	w, n := 0, 0
	back, from := -1, 0
	for n < len(narrow) {
		switch {
		case w < len(wide) && wide[w] == '*':
			back, from = w, n
			w++
		case w < len(wide) && (literal || narrow[n] != '*') && wide[w] == '?':
			w++
			n += width(narrow[n:])
		case w < len(wide) && (literal || narrow[n] != '*') && wide[w] == narrow[n]:
			w++
			n++
		case back >= 0:
			from++
			w, n = back+1, from
		default:
			return false
		}
	}
	for w < len(wide) && wide[w] == '*' {
		w++
	}
	return w == len(wide)
}

// width is the number of bytes of the first character.
func width(s string) int {
	for i := range s {
		if i > 0 {
			return i
		}
	}
	return len(s)
}

// foldElement is how deny globs see a name: without case, compatibility forms,
// marks and invisible characters, and without what some file systems drop
// (dots and spaces at the end, a stream behind a colon).
func foldElement(e string) string {
	plain := true
	for i := range len(e) {
		if c := e[i]; c >= 0x80 || c == ':' || 'A' <= c && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimRight(e, ". ")
	}
	name, _, _ := strings.Cut(foldText(e), ":")
	return strings.TrimRight(name, ". ")
}

// foldText drops case, compatibility forms, marks and invisible characters.
func foldText(s string) string {
	buf := make([]byte, 0, len(s))
	for _, r := range s {
		buf = ucd.AppendFold(buf, r)
	}
	return strings.Map(ucd.FoldCase, string(buf))
}

// foldPath folds the elements of a path or glob.
func foldPath(p string) []string {
	if p == "" || p == "." {
		return nil
	}
	elements := strings.Split(strings.TrimPrefix(p, "/"), "/")
	for i, e := range elements {
		elements[i] = foldElement(e)
	}
	return elements
}

// denyGlob prepares a glob for denying: folded, and taking everything below
// what it matches.
func denyGlob(g glob) glob {
	folded := make([]string, 0, len(g.elements)+1)
	for _, e := range g.elements {
		if f := foldElement(e); f != "" {
			e = f
		}
		folded = append(folded, e)
	}
	if folded[len(folded)-1] != "**" {
		folded = append(folded, "**")
	}
	g.elements = folded
	if len(folded) == 3 && folded[0] == "**" && folded[1] != "**" && folded[2] == "**" {
		g.name = folded[1]
	}
	return g
}

// denies reports whether a prepared deny glob matches the elements of a folded
// path; it is matches, with a short way for names.
func (g *glob) denies(path []string) bool {
	if g.name == "" {
		return matches(g.elements, path)
	}
	first := g.name[0]
	for _, e := range path {
		if (first == '*' || first == '?' || e != "" && e[0] == first) && coversElement(g.name, e, true) {
			return true
		}
	}
	return false
}
