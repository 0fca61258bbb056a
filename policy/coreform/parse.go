package coreform

import (
	"strings"
	"unicode/utf8"
)

// Parse reads the one term of src, with the default limits. White space and
// comments may stand around it. An error is a [ringfence.Error] with one of the
// source or limit codes and an offset from 0 to len(src); the term beside it is
// nil. It takes time and memory linear in src, which is copied once.
func Parse(src []byte) (Term, error) { return Limits{}.Parse(src) }

// ParseModule reads all terms of src, which may be none, with the default
// limits. Its errors and cost are those of [Parse].
func ParseModule(src []byte) ([]Term, error) { return Limits{}.ParseModule(src) }

// Parse is [Parse] with these limits.
func (l Limits) Parse(src []byte) (Term, error) {
	p, err := l.parser(src)
	if err != nil {
		return Term{}, err
	}
	if !p.space() {
		return Term{}, failAt(CodeEmpty, p.pos)
	}
	if err := p.term(0); err != nil {
		return Term{}, err
	}
	if p.space() {
		return Term{}, failAt(CodeTrailing, p.pos)
	}
	return p.stack[0], nil
}

// ParseModule is [ParseModule] with these limits.
func (l Limits) ParseModule(src []byte) ([]Term, error) {
	p, err := l.parser(src)
	if err != nil {
		return nil, err
	}
	for p.space() {
		if err := p.term(0); err != nil {
			return nil, err
		}
	}
	return p.take(0), nil
}

// parser is one pass over a source. Finished terms lie on a stack; the end of a
// container moves its items from there into memory of their own.
type parser struct {
	src     string
	pos     int
	limits  Limits
	terms   int
	stack   []Term
	slab    []Term          // room for items of containers to come
	block   strings.Builder // room for decoded text to come
	scratch []byte          // the literal being decoded
}

// parser checks what concerns the source as a whole.
func (l Limits) parser(src []byte) (*parser, error) {
	l, ok := l.withDefaults()
	if !ok {
		return nil, fail(CodeLimit)
	}
	if len(src) > l.Bytes {
		return nil, failAt(CodeSize, l.Bytes)
	}
	if !utf8.Valid(src) {
		return nil, failAt(CodeUTF8, invalidUTF8(src))
	}
	return &parser{src: string(src), limits: l, stack: make([]Term, 0, firstSlab)}, nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(src)
}

// term reads the term that starts at the current byte and puts it on the stack.
// depth counts the containers and quotes around it.
func (p *parser) term(depth int) error {
	at := p.pos
	var t Term
	var err error
	switch c := p.src[at]; classes[c] {
	case classOpen:
		return p.container(c, depth)
	case classQuote:
		return p.quote(depth)
	case classClose:
		return failAt(CodeCloser, at)
	case classString:
		t.kind = KindStr
		t.text, err = p.literal(KindStr, at+1)
	case classDigit:
		t, err = p.integer()
	default:
		next := byte(0)
		if at+1 < len(p.src) {
			next = p.src[at+1]
		}
		switch {
		case c == 'b' && next == '"':
			t.kind = KindBytes
			t.text, err = p.literal(KindBytes, at+2)
		case c == '-' && classes[next] == classDigit:
			t, err = p.integer()
		default:
			t = p.symbol()
		}
	}
	if err != nil {
		return err
	}
	return p.push(t, at)
}

// push puts a finished term on the stack.
func (p *parser) push(t Term, at int) error {
	p.terms++
	if p.terms > p.limits.Terms {
		return failAt(CodeTerms, at)
	}
	t.at = uint32(at) + 1
	p.stack = append(p.stack, t)
	return nil
}

// container reads a list, vector or map.
func (p *parser) container(open byte, depth int) error {
	at, base := p.pos, len(p.stack)
	if depth >= p.limits.Depth {
		return failAt(CodeDepth, at)
	}
	kind, closer := KindList, byte(')')
	switch open {
	case '[':
		kind, closer = KindVector, ']'
	case '{':
		kind, closer = KindMap, '}'
	}
	for p.pos++; ; {
		if !p.space() {
			return failAt(CodeUnterminated, at)
		}
		if p.src[p.pos] == closer {
			break
		}
		if err := p.term(depth + 1); err != nil {
			return err
		}
	}
	p.pos++
	items := p.take(base)
	if kind == KindMap {
		if len(items)%2 != 0 {
			return failAt(CodeOddMap, at)
		}
		// Where a repeated key stands is looked up before sorting moves it; on
		// a repeated key nothing is moved.
		if i := sortPairs(items); i >= 0 {
			return failAt(CodeDuplicateKey, int(items[i].Offset()))
		}
	}
	if kind == KindList && len(items) == 0 {
		return p.push(Term{}, at)
	}
	return p.push(container(kind, items), at)
}

// quote reads 'x, which is another spelling of (quote x).
func (p *parser) quote(depth int) error {
	at, base := p.pos, len(p.stack)
	if depth >= p.limits.Depth {
		return failAt(CodeDepth, at)
	}
	if err := p.push(Term{kind: KindSymbol, text: "quote"}, at); err != nil {
		return err
	}
	p.pos++
	if !p.space() {
		return failAt(CodeUnterminated, at)
	}
	if err := p.term(depth + 1); err != nil {
		return err
	}
	return p.push(container(KindList, p.take(base)), at)
}

// Slabs hold the items of several containers and double in size from the first
// to the last, so that small sources stay small and large ones allocate seldom.
const (
	firstSlab = 16
	lastSlab  = 512
)

// take removes the terms above base from the stack and returns them in memory
// of their own.
func (p *parser) take(base int) []Term {
	n := len(p.stack) - base
	if n == 0 {
		return nil
	}
	if n > cap(p.slab)-len(p.slab) {
		p.slab = make([]Term, 0, max(n, min(2*cap(p.slab), lastSlab), firstSlab))
	}
	from := len(p.slab)
	p.slab = append(p.slab, p.stack[base:]...)
	p.stack = p.stack[:base]
	return p.slab[from:len(p.slab):len(p.slab)]
}
