package fence

import "strings"

// places finds the fence-shaped text of a message, in order. The openers are
// searched for at the speed of a byte search, "<" in its own loop because mark-up
// is full of it; each search goes over the text once.
type places struct {
	text string
	from int
	wide [len(wideOpeners)]int // next place of each at or after from
}

// wideOpeners are the characters beside "<" that fold to it.
var wideOpeners = [...]string{"\u226E", "\uFE64", "\uFF1C"}

func newPlaces(text string) *places {
	p := &places{text: text}
	for i := range p.wide {
		p.wide[i] = -1
	}
	return p
}

// resume makes next go on at byte offset from.
func (p *places) resume(from int) { p.from = from }

// next returns the next fence-shaped text, or a negative start at the end.
func (p *places) next() (start, end int) {
	for {
		limit := p.nextWide()
		for p.from < limit {
			k := strings.IndexByte(p.text[p.from:limit], '<')
			if k < 0 {
				break
			}
			at := p.from + k
			p.from = at + 1
			if !maybeFence(p.text, p.from) {
				continue
			}
			if e := fenceShape(p.text, at); e > 0 {
				return at, e
			}
		}
		if limit == len(p.text) {
			p.from = limit
			return -1, -1
		}
		p.from = limit + len(wideOpeners[0]) // all have three bytes
		if e := fenceShape(p.text, limit); e > 0 {
			return limit, e
		}
	}
}

// nextWide returns the next place of a wide opener, or the end of the text.
func (p *places) nextWide() int {
	next := len(p.text)
	for i, o := range wideOpeners {
		if p.wide[i] < p.from {
			if k := strings.Index(p.text[p.from:], o); k >= 0 {
				p.wide[i] = p.from + k
			} else {
				p.wide[i] = len(p.text)
			}
		}
		next = min(next, p.wide[i])
	}
	return next
}

// maybeFence looks at the two or three characters after a "<", which end at
// s[i]: false means that there is certainly no fence-shaped text.
func maybeFence(s string, i int) bool {
	if i < len(s) && s[i] == '/' {
		i++
	}
	if i+1 >= len(s) {
		return i < len(s) && s[i] >= 0x80
	}
	a, b := s[i]|0x20, s[i+1]|0x20
	switch {
	case s[i] >= 0x80:
		return true
	case a == 'u':
		return b == 'n' || s[i+1] >= 0x80
	case a == 'd', a == 'r':
		return b == 'e' || s[i+1] >= 0x80
	}
	return false
}
