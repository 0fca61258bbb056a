package html

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/ringfence/ringfence/fence"
)

// masked stands for a nonce on the page, and for what is withheld.
const masked = "**********"

// remember keeps a nonce to be masked in every text. A prompt with more of them
// than can be looked for is forged, and its text is not shown at all.
func (p *Prompt) remember(n fence.Nonce) {
	switch {
	case n.IsZero() || slices.Contains(p.nonces, n):
	case len(p.nonces) < maxNonces:
		p.nonces = append(p.nonces, n)
	default:
		p.forged = true
	}
}

// learn remembers what stands where a nonce would, also in fence lines that are
// none of a block: which of several nonces is the real one cannot be seen.
func (p *Prompt) learn(text string) {
	for _, m := range fence.FindFenceShapes(text) {
		if p.forged {
			return
		}
		from, to := codeAfter(text, m.End)
		if n, err := fence.ParseNonce(text[from:to]); err == nil {
			p.remember(n)
		}
	}
}

// codeAfter returns the run of characters of a nonce that follows the word of a
// fence line, which ends at i.
func codeAfter(text string, i int) (from, to int) {
	for i < len(text) && text[i] == '-' {
		i++
	}
	from = i
	for i < len(text) && isCode(text[i]) {
		i++
	}
	return from, i
}

func isCode(c byte) bool { return 'a' <= c && c <= 'z' || '2' <= c && c <= '7' }

// ranges is a list of ranges of bytes, in order and apart.
type ranges []fence.Match

// secrets returns where nonces stand in text: the known ones in every folding,
// and whatever stands at the place of one.
func (p *Prompt) secrets(text string) ranges {
	var all ranges
	plain, at := unescaped(text)
	for _, n := range p.nonces {
		all = append(all, n.Find(text)...)
		for _, m := range n.Find(plain) {
			all = append(all, fence.Match{Start: at[m.Start], End: at[m.End]})
		}
	}
	for _, m := range fence.FindFenceShapes(text) {
		if from, to := codeAfter(text, m.End); to-from >= fence.NonceLen {
			all = append(all, fence.Match{Start: from, End: to})
		}
	}
	return all.joined()
}

// joined sorts ranges and joins those that touch.
func (r ranges) joined() ranges {
	sort.Slice(r, func(i, j int) bool {
		return r[i].Start < r[j].Start || r[i].Start == r[j].Start && r[i].End < r[j].End
	})
	out := r[:0]
	for _, m := range r {
		if n := len(out); n > 0 && m.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, m.End)
			continue
		}
		out = append(out, m)
	}
	return out
}

// unescaped undoes the escapes of a text and says where each byte of the outcome
// stands. A nonce in a payload has one of its characters escaped, which a reader
// undoes at a glance. Text without escapes gives nothing: it is searched as it is.
func unescaped(text string) (string, []int) {
	if !strings.Contains(text, opening) {
		return "", nil
	}
	var b strings.Builder
	at := make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		n, r := escapeAt(text[i:])
		if n == 0 {
			b.WriteByte(text[i])
			at = append(at, i)
			i++
			continue
		}
		from := b.Len()
		b.WriteRune(r)
		for range b.Len() - from {
			at = append(at, i)
		}
		i += n
	}
	return b.String(), append(at, len(text))
}

const opening, closing = "⟦", "⟧"

// escapeAt reads an escape of a character at the start of s: its length, 0 for
// none, and the character. It need not be canonical to be read by people.
func escapeAt(s string) (int, rune) {
	body, ok := strings.CutPrefix(s, opening)
	if !ok {
		return 0, 0
	}
	end := strings.Index(body[:min(len(body), maxEscape)], closing)
	if end < len("U+0") {
		return 0, 0
	}
	v, err := strconv.ParseUint(body[len("U+"):end], 16, 32)
	if err != nil || body[:len("U+")] != "U+" && body[:len("U+")] != "0x" || v > unicode.MaxRune {
		return 0, 0
	}
	return len(opening) + end + len(closing), rune(v)
}

// keeps reports whether the text of a region stays hidden on every page: base64
// of data that holds a nonce, or what is withheld, which cannot be masked in it.
func (p *Prompt) keeps(r *region) bool {
	if r.header.Style != fence.StyleBase64 {
		return false
	}
	return p.holds(r) || len(p.secrets(r.data.Raw())) > 0
}

// mask returns a short text without nonces.
func (p *Prompt) mask(text string) string {
	if p == nil {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range p.secrets(text) {
		b.WriteString(text[at:m.Start])
		b.WriteString(masked)
		at = m.End
	}
	b.WriteString(text[at:])
	return b.String()
}
