package coreform_test

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/coreform"
)

// A second reader, printer and order, written for clarity alone: regular
// expressions, a tree of strings, every width measured by printing. It shares
// nothing with the package but the limits.

type node struct {
	kind string // in the order of ranks
	text string
	kids []node
}

var ranks = []string{"nil", "bool", "int", "str", "bytes", "symbol", "list", "vector", "map"}

var naiveToken = regexp.MustCompile(`^(?:[ \t\n\r]+|;[^\n]*|b?"(?:[^"\\]|\\[\s\S])*"|[()\[\]{}']|[^ \t\n\r()\[\]{}'";]+)`)

var (
	naiveNumber    = regexp.MustCompile(`^-?[0-9]`)
	naiveCanonical = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
)

// naiveParse reads a module; ok is false for every error.
func naiveParse(src string) (forms []node, ok bool) {
	if !utf8.ValidString(src) {
		return nil, false
	}
	var tokens []string
	for src != "" {
		t := naiveToken.FindString(src)
		if t == "" {
			return nil, false
		}
		src = src[len(t):]
		if !strings.ContainsRune(" \t\n\r;", rune(t[0])) {
			tokens = append(tokens, t)
		}
	}
	for len(tokens) > 0 {
		var n node
		if n, tokens, ok = naiveTerm(tokens, 0); !ok {
			return nil, false
		}
		forms = append(forms, n)
	}
	return forms, true
}

func naiveTerm(tokens []string, depth int) (n node, rest []string, ok bool) {
	if len(tokens) == 0 {
		return node{}, nil, false
	}
	t, rest := tokens[0], tokens[1:]
	closers := map[string]string{"(": ")", "[": "]", "{": "}"}
	switch {
	case closers[t] != "":
		n.kind = map[string]string{"(": "list", "[": "vector", "{": "map"}[t]
		if depth == coreform.MaxDepth {
			return node{}, nil, false
		}
		for len(rest) > 0 && rest[0] != closers[t] {
			var kid node
			if kid, rest, ok = naiveTerm(rest, depth+1); !ok {
				return node{}, nil, false
			}
			n.kids = append(n.kids, kid)
		}
		if len(rest) == 0 {
			return node{}, nil, false
		}
		n, ok = naiveContainer(n)
		return n, rest[1:], ok
	case t == "'":
		if depth == coreform.MaxDepth {
			return node{}, nil, false
		}
		kid, rest, ok := naiveTerm(rest, depth+1)
		return node{kind: "list", kids: []node{{kind: "symbol", text: "quote"}, kid}}, rest, ok
	case strings.HasPrefix(t, `b"`):
		n.kind = "bytes"
		n.text, ok = naiveUnescape(t[2:len(t)-1], true)
		return n, rest, ok
	case strings.HasPrefix(t, `"`):
		n.kind = "str"
		n.text, ok = naiveUnescape(t[1:len(t)-1], false)
		return n, rest, ok
	case t == "nil":
		return node{kind: "nil"}, rest, true
	case t == "true" || t == "false":
		return node{kind: "bool", text: t}, rest, true
	case naiveNumber.MatchString(t):
		ok := naiveCanonical.MatchString(t) && len(strings.Trim(t, "-")) <= coreform.MaxDigits
		return node{kind: "int", text: t}, rest, ok
	case strings.Contains(")]}", t):
		return node{}, nil, false
	default:
		return node{kind: "symbol", text: t}, rest, true
	}
}

// naiveContainer checks and sorts a map, and makes the empty list nil.
func naiveContainer(n node) (node, bool) {
	if n.kind == "list" && len(n.kids) == 0 {
		return node{kind: "nil"}, true
	}
	if n.kind != "map" {
		return n, true
	}
	pairs := slices.Collect(slices.Chunk(n.kids, 2))
	if len(n.kids)%2 != 0 {
		return n, false
	}
	slices.SortFunc(pairs, func(a, b []node) int { return naiveCompare(a[0], b[0]) })
	for i := range pairs[min(1, len(pairs)):] {
		if naiveCompare(pairs[i][0], pairs[i+1][0]) == 0 {
			return n, false
		}
	}
	n.kids = slices.Concat(pairs...)
	return n, true
}

var naiveEscape = regexp.MustCompile(`\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\\"nrt]|)`)

func naiveUnescape(s string, octets bool) (out string, ok bool) {
	ok = true
	out = naiveEscape.ReplaceAllStringFunc(s, func(e string) string {
		if len(e) == 1 {
			ok = false
			return ""
		}
		if i := strings.IndexByte(`\"nrt`, e[1]); i >= 0 {
			return "\\\"\n\r\t"[i : i+1]
		}
		v, err := strconv.ParseUint(e[2:], 16, 32)
		if err != nil || 0xD800 <= v && v < 0xE000 {
			ok = false
			return ""
		}
		if e[1] == 'x' && octets {
			return string([]byte{byte(v)})
		}
		return string(rune(v))
	})
	return out, ok
}

func naiveCompare(a, b node) int {
	if a.kind != b.kind {
		return slices.Index(ranks, a.kind) - slices.Index(ranks, b.kind)
	}
	if a.kind == "int" {
		x, _ := new(big.Int).SetString(a.text, 10)
		y, _ := new(big.Int).SetString(b.text, 10)
		return x.Cmp(y)
	}
	if c := strings.Compare(a.text, b.text); c != 0 {
		return c
	}
	return slices.CompareFunc(a.kids, b.kids, naiveCompare)
}

// oneLine is the form of a node within a line, if it has one.
func (n node) oneLine() (string, bool) {
	atoms := func(kids []node) bool {
		return !slices.ContainsFunc(kids, func(k node) bool { return slices.Index(ranks, k.kind) >= 6 })
	}
	brackets := "()"
	switch n.kind {
	case "nil":
		return "nil", true
	case "str":
		return naiveQuote(n.text), true
	case "bytes":
		return naiveQuoteBytes(n.text), true
	case "vector":
		if brackets = "[]"; len(n.kids) > 3 || !atoms(n.kids) {
			return "", false
		}
	case "map":
		if brackets = "{}"; len(n.kids) > 4 || !atoms(n.kids) {
			return "", false
		}
	case "list":
	default:
		return n.text, true
	}
	var parts []string
	for _, k := range n.kids {
		s, ok := k.oneLine()
		if !ok {
			return "", false
		}
		parts = append(parts, s)
	}
	s := brackets[:1] + strings.Join(parts, " ") + brackets[1:]
	return s, n.kind != "list" || len(s) <= 100
}

// print returns the lines of a node, without the indent of the first.
func (n node) print(indent int) string {
	one, ok := n.oneLine()
	if ok && indent+len(one) <= 100 || len(n.kids) == 0 {
		return one
	}
	deeper := "\n" + strings.Repeat(" ", indent+2)
	switch n.kind {
	case "vector":
		var s strings.Builder
		s.WriteString("[")
		for _, k := range n.kids {
			s.WriteString(deeper + k.print(indent+2))
		}
		return s.String() + "]"
	case "map":
		var s strings.Builder
		s.WriteString("{")
		for pair := range slices.Chunk(n.kids, 2) {
			key, ok1 := pair[0].oneLine()
			value, ok2 := pair[1].oneLine()
			if ok1 && ok2 && indent+2+len(key)+1+len(value) <= 100 {
				s.WriteString(deeper + key + " " + value)
			} else {
				s.WriteString(deeper + pair[0].print(indent+2) + deeper + "  " + pair[1].print(indent+4))
			}
		}
		return s.String() + "}"
	}
	s, rest := "(", n.kids
	if head, ok := n.kids[0].oneLine(); ok {
		s, rest = s+head, rest[1:]
		if len(rest) > 0 {
			if next, ok := rest[0].oneLine(); ok && indent+len(s)+1+len(next) <= 100 {
				s, rest = s+" "+next, rest[1:]
			}
		}
	}
	for _, k := range rest {
		s += deeper + k.print(indent+2)
	}
	return s + ")"
}

func naiveModule(forms []node) string {
	var out []string
	for _, f := range forms {
		out = append(out, f.print(0)+"\n")
	}
	return strings.Join(out, "\n")
}

func naiveQuote(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case strings.ContainsRune(`"\`, r):
			b.WriteString(`\` + string(r))
		case strings.ContainsRune("\n\r\t", r):
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		case unicode.Is(unicode.Cc, r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}

func naiveQuoteBytes(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		switch {
		case strings.IndexByte("\"\\\n\r\t", c) >= 0:
			q := naiveQuote(string(rune(c)))
			b.WriteString(q[1 : len(q)-1])
		case c >= ' ' && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\x%02X`, c)
		}
	}
	return `b"` + b.String() + `"`
}
