package audit

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
)

// Range is a part of a body, in bytes.
type Range struct{ Start, End int64 }

// Withheld returns where in a prompt there stands what the payload of With
// withholds, in order and apart: all places of all that rules of the family withhold
// speak of, however it is written there, but for strings of one or two characters,
// of which it is the first place. A report shows none of it, and hashes none. It
// is nil without With, and of what is no prompt.
func (c Checker) Withheld(kind Kind, file string, body []byte) []Range {
	if kind == Auto && c.With != nil {
		kind, _ = shape(file, body) // what has no shape was not checked
	}
	if kind != Prompt || c.With == nil {
		return nil
	}
	doc, err := readPrompt(body, c.Limits)
	if err != nil {
		return nil
	}
	var col collector
	if err := c.withheld(&col, doc, body); err != nil {
		return nil // Check says so, and has no findings
	}
	return col.hidden
}

// cover gathers the places of secrets in what one span was read from.
type cover struct {
	span promptdoc.Span
	list []Range // in that text
	done int     // how many of the list are compact
}

// begin says where the places that follow are.
func (h *cover) begin(col *collector, span promptdoc.Span) {
	if len(h.list) > 0 && h.span.Compare(span) != 0 {
		h.settle(col)
	}
	h.span = span
}

func (h *cover) add(start, end int) {
	if n := len(h.list); n > h.done && h.list[n-1].End >= int64(start) && h.list[n-1].Start <= int64(start) {
		h.list[n-1].End = max(h.list[n-1].End, int64(end))
		return
	}
	h.list = append(h.list, Range{int64(start), int64(end)})
}

// compact joins what overlaps, so that other spellings of a text add nothing.
func (h *cover) compact() {
	if len(h.list) > h.done {
		h.list = joined(h.list)
		h.done = len(h.list)
	}
}

// settle finds the places in the file, and begins anew.
func (h *cover) settle(col *collector) {
	h.compact()
	at := make([]int, 0, 2*len(h.list))
	for _, r := range h.list {
		at = append(at, int(r.Start), int(r.End))
	}
	off := h.span.Offsets(at)
	for i := 0; i+1 < len(off); i += 2 {
		col.hidden = append(col.hidden, Range{off[i], off[i+1]})
	}
	col.hidden = joined(col.hidden)
	h.list, h.done = nil, 0
}

// joined sorts ranges and joins those that touch.
func joined(list []Range) []Range {
	slices.SortFunc(list, func(a, b Range) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	out := list[:0]
	for _, r := range list {
		if n := len(out); n > 0 && r.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}

// stand is what stands for a secret where text is judged without it. It is an
// ordinary word, so that it makes no findings.
const stand = "withheld"

// blind makes the evidence of findings independent of what the payload withholds:
// whoever can guess a secret could confirm the guess by it. A finding has the
// evidence that it has in the body without the secrets. One that is not there is of
// a secret, or hangs on one, and has a digest of that whole body.
func (c Checker) blind(list []Finding, kind Kind, file string, body []byte, hidden []Range) {
	var b strings.Builder
	at := int64(0)
	for _, r := range hidden {
		b.Write(body[at:r.Start])
		b.WriteString(stand)
		at = r.End
	}
	b.Write(body[at:])
	without := []byte(b.String())
	c.With = nil
	type key struct {
		rule, pointer string
		at            int64
	}
	seen := map[key][]string{}
	found, _ := c.Check(kind, file, without) // where it cannot be checked, none has evidence of its own
	for _, f := range found {
		k := key{f.Rule, f.Pointer, f.Offset}
		seen[k] = append(seen[k], f.Evidence)
	}
	whole := sha256.Sum256(without)
	moved, next := int64(0), 0
	for i := range list { // in the order of their places
		f := &list[i]
		for next < len(hidden) && f.Offset != ringfence.NoOffset && hidden[next].End <= f.Offset {
			moved += int64(len(stand)) - hidden[next].End + hidden[next].Start
			next++
		}
		if strings.HasPrefix(f.Rule, "withhold/") {
			continue // they have none
		}
		k := key{f.Rule, f.Pointer, f.Offset}
		if f.Offset != ringfence.NoOffset {
			k.at += moved
		}
		if have := seen[k]; len(have) > 0 {
			f.Evidence, seen[k] = have[0], have[1:]
			continue
		}
		f.Evidence = hex.EncodeToString(whole[:])[:evidenceLen]
	}
}

// maskSecrets replaces segments of a pointer that hold what the payload of With
// withholds, as names of members can. Words, and what is too short to tell from
// chance, are no secrets in a name.
func (c Checker) maskSecrets(pointer string) string {
	if c.With == nil || pointer == "" {
		return pointer
	}
	known, err := c.secrets()
	if err != nil || len(known.list) == 0 {
		return pointer
	}
	segments := strings.Split(pointer, "/")
	for n, segment := range segments {
		found := false
		search := known.find.begin()
		eachSpelling(unescapePointer(segment), func(s spelling) {
			folded, _ := fold(s.text)
			search.in(folded, func(i, _ int) {
				k := known.list[i]
				found = found || !k.word && !k.short && (s.to == nil || known.find.size[i] >= leastDecoded)
			})
		})
		if found {
			segments[n] = maskedNonce
		}
	}
	return strings.Join(segments, "/")
}

// MaskPointer returns a pointer without what the payload of With withholds: a
// segment that holds a string of it is "**********". It is for pointers that lead to
// what is checked; those of findings are masked.
func (c Checker) MaskPointer(pointer string) string { return c.maskSecrets(pointer) }

// unescapePointer undoes the escapes of a segment (RFC 6901, section 4).
func unescapePointer(s string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
}
