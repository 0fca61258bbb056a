package policy

import "strings"

// argPaths returns what an argument of a bridge names if it is a path. A word
// that has no "/" and no "." is taken for a word, since every word would else
// be a path under base_dir.
func argPaths(t *opTable, dir, arg string) []string {
	base := dir
	if t.base != "" {
		base = t.base
	}
	var out []string
	add := func(word string) {
		if strings.ContainsAny(word, "/.") {
			out = append(out, join(base, word))
		}
	}
	add(arg)
	if _, value, ok := strings.Cut(arg, "="); ok {
		add(value)
	}
	return out
}
