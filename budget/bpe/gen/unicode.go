package main

import "github.com/ringfence/ringfence/internal/ucd"

// unicodeVersion is the version of Unicode that the reference implementation's
// regular expressions know.
const unicodeVersion = ucd.Version

// The bits of a class, as budget/bpe declares them.
const (
	upper = 1 << iota
	lower
	letter
	number
	space
	newline
	punct
	symbol
)

// unicodeClass returns the classes of r.
func unicodeClass(r rune) byte {
	var c byte
	switch ucd.CategoryOf(r) {
	case ucd.Lu, ucd.Lt:
		c = upper | letter
	case ucd.Ll:
		c = lower | letter
	case ucd.Lm, ucd.Lo:
		c = upper | lower | letter
	case ucd.Mn, ucd.Mc, ucd.Me:
		c = upper | lower
	case ucd.Nd, ucd.Nl, ucd.No:
		c = number
	case ucd.Pc, ucd.Pd, ucd.Ps, ucd.Pe, ucd.Pi, ucd.Pf, ucd.Po:
		c = punct
	case ucd.Sm, ucd.Sc, ucd.Sk, ucd.So:
		c = symbol
	}
	if ucd.IsWhiteSpace(r) {
		c |= space
	}
	if r == '\r' || r == '\n' {
		c |= newline
	}
	return c
}
