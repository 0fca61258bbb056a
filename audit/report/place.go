package report

import (
	"bytes"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/fence"
)

// Place says where a body that was checked stands.
type Place struct {
	// Name stands for the file in fingerprints, with "/" between folders; where
	// it is empty, the name in the finding does.
	Name string
	// Record is the line of the body in a JSON Lines file, from 1, and Offset its
	// first byte. Both are 0 for a whole file.
	Record int
	Offset int64
	// Nonces are what no snippet and no pointer may show, see
	// [audit.Checker.Nonces].
	Nonces []fence.Nonce
	// Hidden is what no snippet may show and no fingerprint may be made of, in order
	// and apart, see [audit.Checker.Withheld].
	Hidden []audit.Range
}

// Of returns what a report says of the findings in one body: where they are,
// what identifies them, and, with show, the text around them. The findings are
// those that [audit.Checker.Check] returned for body.
//
// A fingerprint is a hash of the rule, the file, the pointer without the indexes
// of arrays, the evidence of the finding, and a window of text around the place: 32
// bytes before, all that was found, and 32 bytes behind, within one line or one JSON
// string. Findings of one body that agree in all of that are numbered. So a finding
// keeps its fingerprint when lines or items are added elsewhere, and a second copy
// of it in the same body is a new finding, and so is one that stands for several
// hits, or counts those that are not listed, when any of them changes. Two records
// of a file that are equal have equal fingerprints.
//
// It takes linear time in the body, and none worth speaking of without findings.
func Of(body []byte, found []audit.Finding, at Place, show bool) []Finding {
	if len(found) == 0 {
		return nil
	}
	out := make([]Finding, len(found))
	count := make(map[string]int)
	tokens := newTokens(body, found)
	var units unitCounter
	for i, f := range found {
		if at.Record > 0 && f.Offset == ringfence.NoOffset {
			f.Line, f.Column = 1, 1 // the record itself has a place
		}
		around := tokens.around(f)
		evidence := f.Evidence
		if evidence == "" && isPrivate(f.Pointer) {
			evidence = f.Message // which tells how many, and nothing else
		}
		f.Pointer = ringfence.PrintablePointer(maskPointer(f.Pointer, at.Nonces))
		f.Evidence = ""
		out[i] = Finding{Finding: f, Record: at.Record, Units: units.column(body, f)}
		out[i].Fingerprint = number(count, fingerprintOf(f, at.Name, evidence, around.window(body, at.Hidden)))
		if show {
			out[i].Snippet = around.snippet(body, at.Nonces, at.Hidden)
		}
		out[i].move(at)
	}
	return out
}

// move changes a place in a record to one in its file.
func (f *Finding) move(at Place) {
	if at.Record == 0 {
		return
	}
	if f.Offset != ringfence.NoOffset {
		f.Offset += at.Offset
	}
	if f.End != ringfence.NoOffset {
		f.End += at.Offset
	}
	if f.Line > 0 {
		f.Line += at.Record - 1
	}
}

// unitCounter counts UTF-16 units within a line, going on from the place before.
type unitCounter struct{ line, pos, units int }

// column returns the column of a finding in UTF-16 units, from 1; 0 without a
// place.
func (c *unitCounter) column(body []byte, f audit.Finding) int {
	if f.Line == 0 {
		return 0
	}
	end := min(int(max(f.Offset, 0)), len(body))
	if c.line != f.Line || end < c.pos {
		*c = unitCounter{line: f.Line, pos: max(0, end-max(f.Column-1, 0))}
	}
	for c.pos < end {
		r, n := utf8.DecodeRune(body[c.pos:])
		c.units++
		if r > 0xFFFF {
			c.units++
		}
		c.pos += n
	}
	return c.units + 1
}

// lineAround returns the part of the line around start that lies within most
// bytes of it.
func lineAround(body []byte, start, end, most int) (from, to int) {
	from, to = max(0, start-most), min(len(body), end+most)
	if i := bytes.LastIndexByte(body[from:start], '\n'); i >= 0 {
		from += i + 1
	}
	if i := bytes.IndexByte(body[start:to], '\n'); i >= 0 {
		to = start + i
	}
	return from, to
}
