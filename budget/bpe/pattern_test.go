package bpe

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// This file is a small backtracking matcher of regular expressions, enough for
// the published patterns. It reads the patterns as they are published and
// shares nothing with the splitters, not even their table of classes.

// A node matches the text from position i on and calls next with each end it
// can match to, in the order of preference, until next accepts one.
type node func(text []rune, i int, next func(int) bool) bool

// set is a predicate on one code point.
type set func(rune) bool

type patternParser struct {
	rest string
	fold bool
}

// compile parses a pattern. It panics on what it does not know.
func compile(pattern string) node {
	p := &patternParser{rest: pattern}
	n := p.alternation()
	if p.rest != "" {
		panic("left over: " + p.rest)
	}
	return n
}

func (p *patternParser) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(p.rest, prefix)
	p.rest = rest
	return ok
}

func (p *patternParser) alternation() node {
	options := []node{p.sequence()}
	for p.accept("|") {
		options = append(options, p.sequence())
	}
	return func(text []rune, i int, next func(int) bool) bool {
		for _, option := range options {
			if option(text, i, next) {
				return true
			}
		}
		return false
	}
}

func (p *patternParser) sequence() node {
	n := node(func(_ []rune, i int, next func(int) bool) bool { return next(i) })
	for p.rest != "" && p.rest[0] != '|' && p.rest[0] != ')' {
		before, after := n, p.quantified()
		n = func(text []rune, i int, next func(int) bool) bool {
			return before(text, i, func(k int) bool { return after(text, k, next) })
		}
	}
	return n
}

// quantified parses an atom and what may stand behind it: ?, *, + or {m,n},
// each greedy, or possessive with one more +.
func (p *patternParser) quantified() node {
	atom := p.atom()
	low, high := 1, 1
	switch {
	case p.accept("?"):
		low = 0
	case p.accept("*"):
		low, high = 0, 1<<30
	case p.accept("+"):
		high = 1 << 30
	case p.accept("{1,3}"):
		high = 3
	default:
		return atom
	}
	greedy := repeatNode(atom, low, high)
	if !p.accept("+") {
		return greedy
	}
	return func(text []rune, i int, next func(int) bool) bool {
		end := -1
		greedy(text, i, func(k int) bool { end = k; return true })
		return end >= 0 && next(end)
	}
}

func repeatNode(atom node, low, high int) node {
	var match func(text []rune, i, n int, next func(int) bool) bool
	match = func(text []rune, i, n int, next func(int) bool) bool {
		if n < high && atom(text, i, func(k int) bool { return k > i && match(text, k, n+1, next) }) {
			return true
		}
		return n >= low && next(i)
	}
	return func(text []rune, i int, next func(int) bool) bool { return match(text, i, 0, next) }
}

func (p *patternParser) atom() node {
	switch {
	case p.accept("(?i:"):
		p.fold = true
		n := p.alternation()
		p.fold = false
		p.accept(")")
		return n
	case p.accept(`(?!\S)`):
		return func(text []rune, i int, next func(int) bool) bool {
			return (i == len(text) || ucd.IsWhiteSpace(text[i])) && next(i)
		}
	case p.accept("$"):
		return func(text []rune, i int, next func(int) bool) bool { return i == len(text) && next(i) }
	}
	in := p.one()
	return func(text []rune, i int, next func(int) bool) bool {
		return i < len(text) && in(text[i]) && next(i+1)
	}
}

// one parses what matches one code point.
func (p *patternParser) one() set {
	if !p.accept("[") {
		return p.member()
	}
	negated := p.accept("^")
	var members []set
	for !p.accept("]") {
		members = append(members, p.member())
	}
	return func(r rune) bool {
		for _, m := range members {
			if m(r) {
				return !negated
			}
		}
		return negated
	}
}

// member parses a literal, an escape or a range.
func (p *patternParser) member() set {
	if p.accept(`\p{`) {
		name, rest, _ := strings.Cut(p.rest, "}")
		p.rest = rest
		return func(r rune) bool { return strings.HasPrefix(ucd.CategoryOf(r).String(), name) }
	}
	if p.accept(`\s`) {
		return ucd.IsWhiteSpace
	}
	first := p.literal()
	last := first
	if len(p.rest) > 1 && p.rest[0] == '-' && p.rest[1] != ']' {
		p.rest = p.rest[1:]
		last = p.literal()
	}
	if p.fold {
		return func(r rune) bool { return ucd.FoldCase(r) == ucd.FoldCase(first) }
	}
	return func(r rune) bool { return first <= r && r <= last }
}

func (p *patternParser) literal() rune {
	switch {
	case p.accept(`\r`):
		return '\r'
	case p.accept(`\n`):
		return '\n'
	}
	p.accept(`\`)
	r, n := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[n:]
	return r
}

// findAll divides text by a pattern as a tokenizer does: matches, and what lies
// between them.
func findAll(pattern node, text string) []string {
	var pieces []string
	runes := []rune(text)
	gap := 0
	for i := 0; i < len(runes); {
		end := -1
		if !pattern(runes, i, func(k int) bool { end = k; return k > i }) {
			i++
			continue
		}
		if gap < i {
			pieces = append(pieces, string(runes[gap:i]))
		}
		pieces = append(pieces, string(runes[i:end]))
		i, gap = end, end
	}
	if gap < len(runes) {
		pieces = append(pieces, string(runes[gap:]))
	}
	return pieces
}

// stages divides text by one pattern after the other.
type stages []node

func compileAll(patterns ...string) stages {
	var s stages
	for _, p := range patterns {
		s = append(s, compile(p))
	}
	return s
}

func (s stages) split(text string) []string {
	pieces := []string{text}
	if text == "" {
		return nil
	}
	for k, stage := range s {
		var finer []string
		for _, piece := range pieces {
			// What a stage has matched is not divided again; the later
			// stages match the same or nothing in it.
			if k > 0 && matchedBefore(s[:k], piece) {
				finer = append(finer, piece)
				continue
			}
			finer = append(finer, findAll(stage, piece)...)
		}
		pieces = finer
	}
	return pieces
}

// matchedBefore reports whether an earlier stage matches piece as a whole.
func matchedBefore(earlier stages, piece string) bool {
	for _, stage := range earlier {
		if all := findAll(stage, piece); len(all) == 1 {
			end := -1
			runes := []rune(piece)
			if stage(runes, 0, func(k int) bool { end = k; return true }) && end == len(runes) {
				return true
			}
		}
	}
	return false
}

const (
	contractionPattern = `(?i:'s|'t|'re|'ve|'m|'ll|'d)`
	blankPattern       = `\s*[\r\n]+|\s+(?!\S)|\s+`
	upperPattern       = `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
	lowerPattern       = `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
)

// published holds the patterns as they are published.
var published = map[Family]stages{
	FamilyO200K: compileAll(
		`[^\r\n\p{L}\p{N}]?` + upperPattern + `*` + lowerPattern + `+` + contractionPattern + `?` +
			`|[^\r\n\p{L}\p{N}]?` + upperPattern + `+` + lowerPattern + `*` + contractionPattern + `?` +
			`|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|` + blankPattern),
	FamilyCL100K: compileAll(
		`'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s`),
	FamilyGPT2:   compileAll(`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`),
	FamilyLlama3: compileAll(contractionPattern + `|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|` + blankPattern),
	FamilyQwen2:  compileAll(contractionPattern + `|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|` + blankPattern),
	FamilyQwen35: compileAll(contractionPattern + `|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|` + blankPattern),
	FamilyTekken: compileAll(
		`[^\r\n\p{L}\p{N}]?` + upperPattern + `*` + lowerPattern + `+` +
			`|[^\r\n\p{L}\p{N}]?` + upperPattern + `+` + lowerPattern + `*` +
			`|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|` + blankPattern),
	FamilyDeepSeekV3: compileAll(
		`\p{N}{1,3}`, `[一-龥぀-ゟ゠-ヿ]+`,
		"[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"+
			`|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|`+blankPattern),
}

func quoteAll(pieces []string) string { return fmt.Sprintf("%q", pieces) }
