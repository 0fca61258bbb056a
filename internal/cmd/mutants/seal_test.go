//go:build mutants

package main

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// A model is a fence written anew by SPEC.md, with one fault. It finds what has
// to be escaped with the finders of package fence, which its tables belong to;
// where and how it escapes, and all that it reads, is its own.
type model struct {
	fault fault
	drawn int // blocks sealed, for a marker that is redrawn
}

func (m *model) is(f fault) bool { return m.fault == f }

// word is the word of the model's blocks.
const word = "untrusted-data"

// seal returns one block. limit is where the text is cut, in characters; 0 is
// nowhere.
func (m *model) seal(nonce string, n int, text string, limit int) string {
	data := text
	switch {
	case limit == 0 || m.is(cutAfter) || m.is(cutFence):
	case m.is(cutBytes):
		data = data[:min(len(data), limit)]
	default:
		data = firstRunes(data, limit)
	}
	if m.is(cutTrimmed) {
		data = strings.TrimSpace(data)
	}
	marker := m.marker(nonce, data)
	crlf := 2*strings.Count(data, "\r\n") > strings.Count(data, "\n")
	if m.is(crlfAny) {
		crlf = strings.Contains(data, "\r\n")
	}
	if m.is(crDropped) {
		data, crlf = strings.ReplaceAll(data, "\r\n", "\n"), false
	}
	payload := m.escape(data, nonce, crlf)
	if limit > 0 && m.is(cutAfter) {
		payload = firstRunes(payload, limit)
	}
	if m.is(ordinalMissing) {
		n = 1
	}
	head := fmt.Sprintf("<%s-%s-%d kind=tool", word, marker, n)
	if crlf {
		head += " eol=crlf"
	}
	switch {
	case m.is(headerData):
		first, _, _ := strings.Cut(text, " ")
		head += " lang=" + first
	case m.is(headerLength):
		head += " more=" + strconv.Itoa(len(text)+1)
	}
	last := n
	if m.is(ordinalSkipped) {
		last++
	}
	feed := "\n"
	if m.is(closeNoLF) && strings.HasSuffix(payload, "\n") || m.is(emptyNoLF) && payload == "" {
		feed = ""
	}
	block := fmt.Sprintf("%s>\n%s%s</%s-%s-%d>\n", head, payload, feed, word, marker, last)
	if limit > 0 && m.is(cutFence) {
		block = firstRunes(block, limit+len(head))
	}
	return block
}

func firstRunes(s string, n int) string {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return s[:at]
}

// marker is the code in the fence lines.
func (m *model) marker(nonce, text string) string {
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	code := func(v uint64) string {
		b := []byte("aaaaaaaaaaaaa")
		for i := range b {
			b[i] = letters[v%32]
			v /= 32
		}
		return string(b)
	}
	switch m.fault {
	case markerOfLength:
		return code(uint64(len(text)))
	case markerOfContent:
		h := fnv.New64a()
		_, _ = h.Write([]byte(text))
		return code(h.Sum64())
	case markerRedrawn:
		m.drawn++
		return code(uint64(m.drawn))
	}
	return nonce
}

// escape returns the payload.
func (m *model) escape(s, nonce string, crlf bool) string {
	if m.is(tokensDeleted) {
		s = m.deleted(s)
	}
	hits := m.places(s, nonce)
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case crlf && strings.HasPrefix(s[i:], "\r\n"):
			b.WriteByte('\n')
			n = 2
		case crlf && r == '\n':
			m.write(&b, s[i:i+n])
		case r == '\r' && m.is(crKept), r == '⟦' && m.is(bracketKept):
			b.WriteString(s[i : i+n])
		case r == '\r', hits[i]:
			m.write(&b, s[i:i+n])
		case m.is(wideEscaped) && r >= utf8.RuneSelf, m.is(bracketsEscaped) && r == '<':
			m.write(&b, s[i:i+n])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// write writes the escape of one character or byte.
func (m *model) write(b *strings.Builder, char string) {
	r, n := utf8.DecodeRuneInString(char)
	text := fmt.Sprintf("⟦U+%04X⟧", r)
	if r == utf8.RuneError && n == 1 {
		text = fmt.Sprintf("⟦0x%02X⟧", char[0])
		if m.is(bytesReplaced) {
			text = "\ufffd"
		}
	}
	switch m.fault {
	case escapeLower:
		text = strings.Replace(strings.ToLower(text), "u+", "U+", 1)
	case escapeShort:
		text = strings.Replace(text, "+00", "+", 1)
	case escapeEntity:
		text = fmt.Sprintf("&#%d;", r)
	case escapeDropped:
		text = ""
	case escapeDoubled:
		text += text
	}
	b.WriteString(text)
}

// places returns where a character has to be escaped.
func (m *model) places(s, nonce string) map[int]bool {
	out := map[int]bool{}
	for _, c := range fence.FindCharacters(s) {
		if !m.lets(c.Class) {
			out[c.Start] = true
		}
	}
	m.tokens(s, out)
	m.shapes(s, nonce, out)
	m.nonces(s, nonce, out)
	if m.is(joinersEscaped) {
		for i, r := range s {
			if r == '\u200d' || r == '\ufe0f' {
				out[i] = true
			}
		}
	}
	return out
}

// lets reports whether characters of a class stand raw.
func (m *model) lets(c fence.Class) bool {
	kept := map[fault]fence.Class{
		controlsKept: fence.Control, bidiKept: fence.Bidi, tagsKept: fence.Tag, invisibleKept: fence.Invisible,
		variationKept: fence.Variation, separatorKept: fence.Separator, privateKept: fence.PrivateUse,
		unassignedKept: fence.Unassigned, nonCharacterKept: fence.Noncharacter, markKept: fence.OpeningMark,
	}
	class, ok := kept[m.fault]
	return ok && class == c
}

func (m *model) tokens(s string, out map[int]bool) {
	if m.is(tokensKept) {
		return
	}
	end := 0
	for i, t := range fence.FindControlTokens(s) {
		switch {
		case m.is(tokensASCII) && !isASCII(s[t.Start:t.End]), m.is(tokensOnce) && i > 0, m.is(tokensNoOverlap) && t.Start < end:
		case m.is(tokensNoShapes) && !listed(s[t.Start:t.End]):
		case m.is(tokensTail):
			_, n := utf8.DecodeLastRuneInString(s[:t.End])
			out[t.End-n] = true
		default:
			out[t.Start] = true
		}
		end = max(end, t.End)
	}
}

// listed reports whether a text is a literal of the table as it stands.
func listed(s string) bool {
	return slices.ContainsFunc(fence.Tokens(), func(t fence.Token) bool { return t.Literal == s })
}

// deleted removes the control tokens once.
func (m *model) deleted(s string) string {
	var b strings.Builder
	at := 0
	for _, t := range fence.FindControlTokens(s) {
		if t.Start >= at {
			b.WriteString(s[at:t.Start])
			at = t.End
		}
	}
	return b.String() + s[at:]
}

func (m *model) shapes(s, nonce string, out map[int]bool) {
	if m.is(shapesKept) {
		return
	}
	for _, f := range fence.FindFenceShapes(s) {
		text := s[f.Start:f.End]
		switch {
		case m.is(shapesCase) && text != strings.ToLower(text):
		case m.is(shapesASCII) && !isASCII(text):
		case m.is(shapesCloseOnly) && !strings.Contains(text, "/"):
		case m.is(shapesOneWord) && !strings.Contains(text, word):
		case m.is(shapesLineStart) && f.Start > 0 && s[f.Start-1] != '\n':
		case m.is(shapesOwnNonce) && !strings.HasPrefix(s[f.End:], "-"+nonce):
		default:
			out[f.Start] = true
		}
	}
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// nonces looks for the nonce in the fold, letters without case.
func (m *model) nonces(s, nonce string, out map[int]bool) {
	if m.is(nonceKept) {
		return
	}
	fold, from := fold(s)
	view := strings.ToLower(fold)
	if m.is(nonceCase) {
		view = fold
	}
	if m.is(nonceRaw) {
		view = s
	}
	for at := 0; ; at++ {
		i := strings.Index(view[at:], nonce)
		if i < 0 {
			return
		}
		at += i
		if m.is(nonceRaw) {
			out[at] = true
		} else {
			out[from[at]] = true
		}
		if m.is(nonceOnce) {
			return
		}
	}
}

// fold is the fold of section 5 of SPEC.md with the place that each of its
// bytes comes from.
func fold(s string) (text string, from []int) {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		part := "\uffff"
		if r != utf8.RuneError || n > 1 {
			part = strings.Map(func(d rune) rune {
				if ucd.IsMark(d) || ucd.Ignorable(d) {
					return -1
				}
				return d
			}, norm.NFKD.String(string(r)))
		}
		b.WriteString(part)
		for range len(part) {
			from = append(from, i)
		}
		i += n
	}
	return b.String(), from
}
