package policy

import "strings"

// pattern is a name, or the beginning of one and a star.
type pattern struct {
	text   string // without the star
	prefix bool
	origin *origin
}

// parsePattern reads a pattern; ok is false for an empty one and for a star
// anywhere but at the end.
func parsePattern(text string) (pattern, bool) {
	name, star := strings.CutSuffix(text, "*")
	if text == "" || strings.Contains(name, "*") {
		return pattern{}, false
	}
	return pattern{text: name, prefix: star}, true
}

func (p pattern) matches(name string) bool {
	if p.prefix {
		return strings.HasPrefix(name, p.text)
	}
	return name == p.text
}

// foldName is how denials see a name: as deny globs see an element, but whole.
func foldName(name string) string {
	for i := range len(name) {
		if c := name[i]; c >= 0x80 || 'A' <= c && c <= 'Z' {
			return foldText(name)
		}
	}
	return name
}

// covers reports whether p matches whatever q matches.
func (p pattern) covers(q pattern) bool {
	if q.prefix && !p.prefix {
		return false
	}
	return p.matches(q.text)
}

// origin is what a decision names: a rule and its place.
type origin struct {
	rule string
	pos  Position
}

// names is a list of patterns of one key; a nil list was not given.
type names struct {
	origin *origin // of the key
	list   []pattern
	fold   bool
}

func (n *names) find(name string) *pattern {
	if n == nil {
		return nil
	}
	if n.fold {
		name = foldName(name)
	}
	for i := range n.list {
		if n.list[i].matches(name) {
			return &n.list[i]
		}
	}
	return nil
}
