package report

import (
	"path/filepath"
	"strings"
)

// uriOf returns the name of a file as a relative, percent-encoded URI reference,
// and whether it counts from the root of the file system. Everything but
// unreserved characters and "/" is encoded, so that no name can pass for a
// scheme, a query or a fragment; bytes that are not UTF-8 are kept as bytes.
//
// A name in the folder root counts from there.
func uriOf(root, name string) (uri string, fromRoot bool) {
	if rel, err := filepath.Rel(root, name); root != "" && filepath.IsAbs(name) && err == nil && filepath.IsLocal(rel) {
		name = rel
	}
	name = filepath.ToSlash(name)
	for strings.HasPrefix(name, "./") {
		name = strings.TrimLeft(name[2:], "/")
	}
	rest := strings.TrimLeft(name, "/")
	fromRoot = rest != name
	var b strings.Builder
	for i := range len(rest) {
		if c := rest[i]; c == '/' || isUnreserved(c) {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String(), fromRoot
}

const upperHex = "0123456789ABCDEF"

// isUnreserved is the set of RFC 3986, section 2.3.
func isUnreserved(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return c == '-' || c == '.' || c == '_' || c == '~'
}
