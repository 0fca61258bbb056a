package audit

import (
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
}

// token searches the zone at i if a control token could begin there.
func (t *textScan) token(i int) {
	if i >= t.tokens.until && heads().maybe(t.s, i) {
		t.tokenZone(i)
	}
}

func (t *textScan) tokenZone(i int) {
	c := &t.tokens
	if c.strong.count >= maxCounted || c.weak.count >= maxCounted {
		return
	}
	end := runeStart(t.s, min(i+tokenZone, len(t.s)))
	hi := runeStart(t.s, min(end+tokenAfter, len(t.s)))
	part := t.s[i:hi]
	for _, m := range fence.FindControlTokens(part) {
		if i+m.Start >= end {
			break
		}
		tally := &c.strong
		if ambiguous[part[m.Start:m.End]] || t.in.code {
			tally = &c.weak
		}
		if tally.count == 0 {
			tally.start, tally.end, tally.family = i+m.Start, i+m.End, m.Family
		}
		tally.count++
	}
	c.until = end
}

// ambiguous are literals of the table that ordinary text has for other reasons:
// HTML strikes text through with <s>, papers about language models and file
// formats speak of padding and unknown words.
var ambiguous = map[string]bool{
	"<s>": true, "</s>": true, "<unk>": true, "<pad>": true, "<sep>": true, "<cls>": true, "<escape>": true,
	"</function>": true, "<think>": true, "</think>": true,
	"[SEP]": true, "[PAD]": true, "[UNK]": true, "[EOS]": true, "[BOS]": true, "[EOT]": true, "[IMG]": true, "[PREFIX]": true,
	"[MIDDLE]": true, "[SUFFIX]": true, "[MARK]": true, "[ARGS]": true, "<AI>": true, "[multimodal]": true, `<parameter name="`: true,
	"<SMILES>": true, "</SMILES>": true, "</invoke>": true, "<eop>": true, "<sop>": true, "<eos>": true, "<bos>": true,
}

// end reports what was counted.
func (c *tokenTally) end(t *textScan) {
	if n := c.strong; n.count > 0 {
		t.put.add(idTemplate, n.start, n.end, countOf(n.count, "control token", "control tokens")+" of a chat template, the first of "+familyName(n.family)+"; rendering breaks them with an escape")
	}
	if n := c.weak; n.count > 0 {
		t.put.add(idControlToken, n.start, n.end, countOf(n.count, "control token", "control tokens")+" in data, the first of "+familyName(n.family)+"; neutralised: rendering breaks them with an escape")
	}
}

// countOf is plural, where counting stops at maxCounted.
func countOf(n int, one, many string) string {
	if n >= maxCounted {
		return "over " + plural(maxCounted-1, one, many)
	}
	return plural(n, one, many)
}
