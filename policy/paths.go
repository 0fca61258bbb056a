package policy

import (
	"path"
	"strings"
)

// Paths are compared as text and by element: nothing here asks a file system.
// A path uses "/" on every system; a backslash separates on some systems and
// not on others, so no path that a request names may hold one. Case counts:
// on a file system that folds case a path in another case is denied, not let
// through. Deny globs fold case, which is the safe way there.
//
// A clean path is "/a/b", "a/b", "." or, in policies alone, "../a".

// badPath are the bytes that no path may hold: NUL ends names in system calls,
// line ends and other controls forge lines where names are listed.
func badPath(p string) bool {
	for i := range len(p) {
		if c := p[i]; c < 0x20 || c == 0x7f || c == '\\' {
			return true
		}
	}
	return false
}

// climbs reports whether a path has an element "..". Such a path cannot be
// judged as text: where a symbolic link stands before it, the system goes up
// from the link's target.
func climbs(p string) bool {
	for {
		element, rest, more := strings.Cut(p, "/")
		if element == ".." {
			return true
		}
		if !more {
			return false
		}
		p = rest
	}
}

// MaxPath is the longest path of a request, in bytes: no system call takes a
// longer one, and globs are matched against what it holds.
const MaxPath = 4096

// resolve makes a path of a request absolute, or relative as base is. ok is
// false for a path that is empty or too long, climbs, or holds a byte that none
// may hold.
func resolve(base, p string) (clean string, ok bool) {
	if p == "" || len(p) > MaxPath || badPath(p) || climbs(p) {
		return "", false
	}
	return join(base, p), true
}

// join is resolve for paths of the policy itself, which may climb: they were
// written by the one who decides.
func join(base, p string) string {
	if strings.HasPrefix(p, "/") {
		return path.Clean(p)
	}
	return path.Join(base, p)
}

// within reports whether a clean path is root or lies below it, by element.
func within(root, p string) bool {
	switch {
	case root == "/":
		return strings.HasPrefix(p, "/")
	case root == ".":
		return !strings.HasPrefix(p, "/") && p != ".." && !strings.HasPrefix(p, "../")
	}
	return strings.HasPrefix(p, root) && (len(p) == len(root) || p[len(root)] == '/')
}

// below returns what of a clean path follows a root that it lies within, ""
// for the root itself.
func below(root, p string) string {
	switch root {
	case "/":
		return p[1:]
	case ".":
		if p == "." {
			return ""
		}
		return p
	}
	return strings.TrimPrefix(p[len(root):], "/")
}

// folder returns the folder of the policy file's name.
func folder(name string) string { return path.Dir(name) }
