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
		out[i].findEnd(body)
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
	if f.EndLine > 0 {
		f.EndLine += at.Record - 1
	}
}

// findEnd sets the line and the column of the end. It takes time linear in what was
// found, which findings of one rule share out among them.
func (f *Finding) findEnd(body []byte) {
	if f.Line == 0 || f.End <= f.Offset || f.End > int64(len(body)) {
		return
	}
	found := body[f.Offset:f.End]
	f.EndLine, f.EndUnits = f.Line, f.Units
	if n := bytes.Count(found, []byte{'\n'}); n > 0 {
		f.EndLine, f.EndUnits = f.Line+n, 1
		found = found[bytes.LastIndexByte(found, '\n')+1:]
	}
	f.EndUnits += unitsOf(found)
}

// unitsOf counts UTF-16 units.
func unitsOf(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n++
		if r > 0xFFFF {
			n++
		}
		text = text[size:]
	}
	return n
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
	c.units += unitsOf(body[c.pos:end])
	c.pos = end
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
