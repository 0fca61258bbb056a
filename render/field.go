package render

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
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

// cutField returns the first limit UTF-16 units of s, to a grapheme boundary,
// and "shown/of" if that is not all.
func cutField(s string, limit int) (shown, cut string) {
	if len(s) <= limit {
		return s, ""
	}
	of := units(s)
	if of <= limit || of == limit+1 && endsCut(s) {
		return s, ""
	}
	end, n := 0, 0
	for end < len(s) {
		size := grapheme.Next(s[end:])
		n += units(s[end : end+size])
		if n > limit {
			break
		}
		end += size
	}
	shown = s[:end]
	return shown, strconv.Itoa(units(shown)) + "/" + strconv.Itoa(of)
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
