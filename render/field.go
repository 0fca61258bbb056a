package render

import (
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/grapheme"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// Limits of the fields of a record, in UTF-16 units: the unit in which the
// producer of edit contexts cuts. A field at its limit plus the producer's own
// "…" is not cut again.
const (
	maxText      = 500 // edit context §1
	maxAttribute = 200 // edit context §1
	maxName      = 100 // accessible names, edit context 0.2
	maxID        = 400 // a synthesized id of a deep page has about 200
	maxTag       = 100
	maxTitle     = 200 // a window title or label is one line to a person
	maxExcerpt   = 500 // "a short description", so as long as a screen text
)

// builder makes one record, whole or in a shorter form.
type builder struct {
	o        jsonline.Object
	cuts     jsonline.Object // which fields were cut, as "shown/of"
	fraction int             // limits of fields are divided by this
	brief    int             // above 0: names alone, of so many units
	left     bool            // a brief record leaves something out
	less     bool            // attributes were left out
}

// name adds a member that tells records apart, which brief records have too.
// Absent data adds nothing.
func (b *builder) name(key string, d ringfence.Data, limit int) {
	if b.brief > 0 {
		limit = min(limit, b.brief)
	}
	if d.Present() {
		b.cut(key, d, limit)
	}
}

// field adds a member with the data, cut to limit UTF-16 units. Absent data
// adds nothing.
func (b *builder) field(key string, d ringfence.Data, limit int) {
	switch {
	case !d.Present():
	case b.brief > 0:
		b.left = true
	default:
		b.cut(key, d, limit)
	}
}

func (b *builder) cut(key string, d ringfence.Data, limit int) {
	shown, cut := cutField(d.Raw(), limit/b.fraction)
	b.o.String(key, shown)
	if cut != "" {
		b.cuts.String(key, cut)
	}
}

// line returns the record. What was cut is announced at its end, and that it is
// brief.
func (b *builder) line() string {
	if b.cuts.Len() > 0 {
		b.o.Object("cut", &b.cuts)
	}
	if b.left {
		b.o.True("brief")
	}
	return b.o.Line()
}

// unitWeight is how many bytes a unit of a field may take once it is sealed, on
// average over the field. Text of any script takes at most three; a field that is
// all escapes takes twelve, and is cut earlier, so that it cannot take the room
// of the fields and records around it.
const unitWeight = 4

// cutField returns the first limit UTF-16 units of s, to a grapheme boundary,
// and "shown/of" if that is not all. It shows fewer where escapes would make
// more than unitWeight bytes of each unit.
func cutField(s string, limit int) (shown, cut string) {
	shown = s
	if len(s) > limit {
		if of := units(s); of > limit+1 || of == limit+1 && !endsCut(s) {
			shown = s[:prefixOf(s, limit, units)]
		}
	}
	if limit*unitWeight < len(shown)*fence.MaxExpansion {
		if w := newWeigher(shown); w.total() > limit*unitWeight {
			shown = shown[:prefixOf(shown, limit*unitWeight, w.weigh)]
		}
	}
	if len(shown) == len(s) {
		return s, ""
	}
	return shown, strconv.Itoa(units(shown)) + "/" + strconv.Itoa(units(s))
}

// prefixOf returns the length of the longest prefix of whole clusters whose
// sizes add up to at most limit. size is called for each cluster in turn.
func prefixOf(s string, limit int, size func(cluster string) int) int {
	end, sum := 0, 0
	for end < len(s) {
		n := grapheme.Next(s[end:])
		if sum += size(s[end : end+n]); sum > limit {
			break
		}
		end += n
	}
	return end
}

// weigher says how many bytes the clusters of a text take once sealed, or more.
type weigher struct {
	size    int
	escapes []int // places of what will be escaped, rising; may repeat
	at      int   // place of the next cluster
}

// escapeWeight is the size of the longest escape.
const escapeWeight = 14

func newWeigher(s string) *weigher {
	w := &weigher{size: len(s)}
	for _, m := range fence.FindCharacters(s) {
		w.escapes = append(w.escapes, m.Start)
	}
	for _, m := range fence.FindControlTokens(s) {
		w.escapes = append(w.escapes, m.Start)
	}
	for _, m := range fence.FindFenceShapes(s) {
		w.escapes = append(w.escapes, m.Start)
	}
	slices.Sort(w.escapes)
	return w
}

func (w *weigher) total() int { return w.size + escapeWeight*len(w.escapes) }

// weigh weighs the next cluster.
func (w *weigher) weigh(cluster string) int {
	end, n := w.at+len(cluster), 0
	for len(w.escapes) > 0 && w.escapes[0] < end {
		w.escapes = w.escapes[1:]
		n++
	}
	w.at = end
	return len(cluster) + escapeWeight*n
}

// weightOf is how many bytes a text takes once sealed, or more.
func weightOf(s string) int {
	if len(s) == 0 {
		return 0
	}
	return newWeigher(s).total()
}

// units counts UTF-16 code units; a byte that is not UTF-8 counts as one.
func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// endsCut reports whether s ends as the producer ends what it has cut.
func endsCut(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r == '…'
}
