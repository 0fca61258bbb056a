package audit

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// tokenHeads is a trie over the first ASCII characters of control tokens: it
// turns most brackets of ordinary text away before anything is folded.
type tokenHeads struct {
	next [][128]uint16 // node 0 is the root; 0 is no node
	leaf []bool
}

// headLen is how many characters of a token the trie knows.
const headLen = 4

var heads = sync.OnceValue(func() *tokenHeads {
	h := &tokenHeads{next: make([][128]uint16, 1), leaf: make([]bool, 1)}
	for _, t := range fence.Tokens() {
		h.add(t.Literal)
	}
	for _, shape := range []string{"<|", "[|"} {
		h.add(shape)
	}
	return h
})

func (h *tokenHeads) add(token string) {
	n, left := 0, headLen
	for _, r := range token {
		b := narrow(r)
		if r < utf8.RuneSelf {
			b = byte(r)
		}
		if left--; left < 0 {
			break
		}
		if b == 0 {
			return // maybe lets other characters pass
		}
		k := h.next[n][b]
		if k == 0 {
			k = uint16(len(h.next))
			h.next, h.leaf = append(h.next, [128]uint16{}), append(h.leaf, false)
			h.next[n][b] = k
		}
		n = int(k)
	}
	h.leaf[n] = true
}

// maybe reports whether a token could begin with the ASCII character at i. What
// is not ASCII could fold to anything, unless it is a plain letter of a script
// in which no token is written.
func (h *tokenHeads) maybe(s string, i int) bool {
	n := 0
	var size int
	for ; i < len(s); i += size {
		b := s[i]
		size = 1
		switch {
		case b >= utf8.RuneSelf:
			r, width := utf8.DecodeRuneInString(s[i:])
			wide := narrow(r)
			if wide == 0 {
				return r < 0x2E80 || r == '用' || !plainRune(r)
			}
			b, size = wide, width
		case b < ' ' && b != '\n' && b != '\t', b == 0x7F:
			return true
		}
		if n = int(h.next[n][b]); n == 0 {
			return false
		}
		if h.leaf[n] {
			return true
		}
	}
	return false
}

// narrow returns the ASCII character of which r is the fullwidth or small form,
// or 0.
func narrow(r rune) byte {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		return byte(r - 0xFEE0)
	case r == 0xFE64 || r == 0x226E:
		return '<'
	}
	return 0
}

// tokenOpener reports whether r, which is not ASCII, folds to a character that
// begins a control token. A test compares the list with the table.
func tokenOpener(r rune) bool {
	switch r {
	case 0x226E, 0x25C1, 0xFE37, 0xFE47, 0xFE48, 0xFE5B, 0xFE64, 0xFF1C, 0xFF3B, 0xFF3D, 0xFF5B:
		return true
	}
	return false
}

// Sizes of the zone behind a possible token that is searched at once, and of
// what is looked at behind it for the end of a token that begins in the zone.
const (
	tokenZone  = 1 << 10
	tokenAfter = 256
	// maxCounted is how many of one sort are counted in one text: a text that has
	// so many is not read for how many more it has.
	maxCounted = 1000
)

// tokenTally is the control tokens of a text.
type tokenTally struct {
	until        int // searched so far
	strong, weak tokenCount
}

type tokenCount struct {
	count, start, end int
	family            string
	seen              evidence // all of them
}

// token searches the zone at i if a control token could begin there.
func (t *textScan) token(i int) {
	if i >= t.tokens.until && heads().maybe(t.s, i) {
		t.tokenZone(i)
	}
}

// tokenZone stops at maxCounted strong tokens. Weak ones never end the search:
// a thousand of them would hide what comes behind. In source text, where all are
// weak, there is nothing to hide.
func (t *textScan) tokenZone(i int) {
	c := &t.tokens
	weakOnly := c.weak.count >= maxCounted
	if c.strong.count >= maxCounted || weakOnly && (t.in.code || weakAt(t.s, i)) {
		return
	}
	end := runeStart(t.s, min(i+tokenZone, len(t.s)))
	hi := runeStart(t.s, min(end+tokenAfter, len(t.s)))
	part, at := mended(t.s[i:hi])
	for _, m := range fence.FindControlTokens(part) {
		weak := slices.Contains(ambiguous[:], part[m.Start:m.End])
		if at != nil {
			m.Start, m.End = at[m.Start], at[m.End-1]+1
		}
		if i+m.Start >= end {
			break
		}
		if !t.encoded(i+m.Start, i+m.End) {
			continue
		}
		tally := &c.strong
		if weak || t.in.code {
			tally = &c.weak
		}
		if tally.count == 0 {
			tally.start, tally.end, tally.family = i+m.Start, i+m.End, m.Family
		}
		tally.count++
		tally.seen.hit(i+m.Start, i+m.End)
	}
	c.until = end
}

// weakAt reports whether an ambiguous literal that begins no other token stands
// at i, as it is.
func weakAt(s string, i int) bool {
	part := within(s, i, maxWeak)
	for k := 1; k < len(part); k++ {
		if part[k] == '>' || part[k] == ']' {
			return weakAlone()[part[:k+1]]
		}
	}
	return false
}

// maxWeak is longer than an ambiguous literal, in bytes.
const maxWeak = 16

// weakAlone are the ambiguous literals that no other token begins with.
var weakAlone = sync.OnceValue(func() map[string]bool {
	m := make(map[string]bool)
	for _, weak := range ambiguous {
		m[weak] = true
	}
	for _, t := range fence.Tokens() {
		maps.DeleteFunc(m, func(weak string, _ bool) bool { return weak != t.Literal && strings.HasPrefix(t.Literal, weak) })
	}
	return m
})

// mended returns s without the bytes that are no UTF-8, and where each byte of
// it stands in s: what reads s leaves them out or not, as it likes, so a byte in
// a token hides it from nobody but a filter. at is nil where s is UTF-8.
func mended(s string) (mend string, at []int) {
	if utf8.ValidString(s) {
		return s, nil
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r != utf8.RuneError || n > 1 {
			for k := range n {
				b, at = append(b, s[i+k]), append(at, i+k)
			}
		}
		i += n
	}
	return string(b), at
}

// ambiguous are literals of the table that ordinary text has for other reasons:
// HTML strikes text through with <s>, papers about language models and file
// formats speak of padding and unknown words.
var ambiguous = [...]string{
	"<s>", "</s>", "<unk>", "<pad>", "<sep>", "<cls>", "<escape>", "</function>", "<think>", "</think>", "[SEP]", "[PAD]",
	"[UNK]", "[EOS]", "[BOS]", "[EOT]", "[IMG]", "[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[MARK]", "[ARGS]", "<AI>",
	"[multimodal]", `<parameter name="`, "<SMILES>", "</SMILES>", "</invoke>", "<eop>", "<sop>", "<eos>", "<bos>",
}

// end reports what was counted.
func (c *tokenTally) end(t *textScan) {
	if c.strong.count >= maxCounted || c.weak.count >= maxCounted {
		c.strong.seen.whole() // the search has stopped
		c.weak.seen.whole()
	}
	if n := &c.strong; n.count > 0 {
		addAll(t.put, &n.seen, idTemplate, n.start, n.end, countOf(n.count, "control token", "control tokens")+" of a chat template, the first of "+familyName(n.family)+"; rendering breaks them with an escape")
	}
	if n := &c.weak; n.count > 0 {
		addAll(t.put, &n.seen, idControlToken, n.start, n.end, countOf(n.count, "control token", "control tokens")+" in data, the first of "+familyName(n.family)+"; neutralised: rendering breaks them with an escape")
	}
}

// countOf is plural, where counting stops at maxCounted.
func countOf(n int, one, many string) string {
	if n >= maxCounted {
		return "over " + plural(maxCounted-1, one, many)
	}
	return plural(n, one, many)
}
