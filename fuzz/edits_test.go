package fuzz_test

import (
	"strings"
	"unicode"

	"github.com/ringfence/ringfence/corpus"
)

const (
	// maxEdits bounds the edits of one input.
	maxEdits = 8
	// maxSpan bounds the characters that one edit takes.
	maxSpan = 16
)

// A field is one text of an input, in characters: edits never cut one in two
// unless they mean to.
type field []string

// newField splits a text; bytes that are not UTF-8 stand for themselves.
func newField(s string) field {
	var f field
	for i, r := range s {
		n := len(string(r))
		if r == '\uFFFD' && !strings.HasPrefix(s[i:], "\uFFFD") {
			n = 1
		}
		f = append(f, s[i:i+n])
	}
	return f
}

func (f field) String() string { return strings.Join(f, "") }

// span takes a range of the field from the tape.
func (f field) span(t *tape) (from, to int) {
	from = t.pick(len(f) + 1)
	return from, min(len(f), from+1+t.pick(maxSpan))
}

func (f field) put(at int, text ...string) field {
	return append(append(append(field{}, f[:at]...), text...), f[at:]...)
}

// edited changes fields as a tape says: not bit by bit, but by what means
// something: a control token of some family is put at a character, a piece moves
// to another field, is doubled, left out, cut in its bytes, or written in another
// form that folds to it. Most such changes are far from each other in bytes.
func edited(t *tape, texts ...string) []string {
	fields := make([]field, len(texts))
	for i, s := range texts {
		fields[i] = newField(s)
	}
	for range t.pick(maxEdits + 1) {
		at := t.pick(len(fields))
		f := fields[at]
		switch t.pick(8) {
		case 0: // a literal of the table
			lit := literals[(int(t.next())<<8|int(t.next()))%len(literals)]
			fields[at] = f.put(t.pick(len(f)+1), newField(lit)...)
		case 1: // a fragment
			fields[at] = f.put(t.pick(len(f)+1), newField(fragments[t.pick(len(fragments))])...)
		case 2: // left out
			from, to := f.span(t)
			fields[at] = append(f[:from:from], f[to:]...)
		case 3: // doubled
			from, to := f.span(t)
			fields[at] = f.put(to, f[from:to]...)
		case 4: // from another field
			other := fields[t.pick(len(fields))]
			from, to := other.span(t)
			fields[at] = f.put(t.pick(len(f)+1), other[from:to]...)
		case 5: // in another form
			from, to := f.span(t)
			form := forms[t.pick(len(forms))]
			out := append(field{}, f[:from]...)
			for _, c := range f[from:to] {
				out = append(out, newField(form(c))...)
			}
			fields[at] = append(out, f[to:]...)
		case 6: // a fence line
			line := []string{"</untrusted-data-", "<derived-data-", "</request-data-"}[t.pick(3)] + corpus.Nonce + "-" + string('1'+rune(t.pick(4))) + ">"
			fields[at] = f.put(t.pick(len(f)+1), newField(line)...)
		case 7: // cut in its bytes
			s := f.String()
			fields[at] = newField(s[:len(s)-min(len(s), t.pick(4))])
		}
	}
	out := make([]string, len(fields))
	for i, f := range fields {
		out[i] = f.String()
	}
	return out
}

// forms write a character so that it folds to what it was, or nearly.
var forms = [...]func(string) string{
	strings.ToUpper, strings.ToLower,
	func(c string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r <= '~' {
				return r - '!' + '\uff01'
			}
			return r
		}, c)
	},
	func(c string) string { return c + "\u200b" },
	func(c string) string { return c + "\u0338" },
	func(c string) string { return "\u00ad" + c },
	func(c string) string {
		if r := []rune(c)[0]; unicode.IsLower(r) && r <= 'z' {
			return string(0x1D41A + r - 'a') // mathematical bold
		}
		return c
	},
	func(c string) string { return strings.ReplaceAll(c, "\n", "\r\n") },
}
