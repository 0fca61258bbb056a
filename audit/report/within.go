package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/fence"
)

// Within makes findings of a report of what was found in strings of a body, each
// of which was checked as a body of its own. It belongs to one goroutine.
type Within struct {
	body    []byte
	at      Place
	show    bool
	count   map[string]int // of fingerprints
	rules   map[string]int // findings
	more    []*more
	pointed int // bytes of pointers that were made for what is left out
	lines   lineCounter
	units   unitCounter
}

// more is a finding that says that others of its rule are left out. It is complete
// when all strings of the body were checked: its fingerprint is made of all.
type more struct {
	finding Finding
	left    hash.Hash // of what is left out, this one included
}

// maxPointed is how many bytes of pointers are made for findings that are left out,
// to see whether they are of what no report may hold. Behind that they count and
// no more.
const maxPointed = 16 << 20

// NewWithin returns a Within for a body that stands at a place.
func NewWithin(body []byte, at Place, show bool) *Within {
	return &Within{body: body, at: at, show: show, count: map[string]int{}, rules: map[string]int{}}
}

// Of returns what a report says of the findings in one string of the body:
// pointer returns what leads to the string; text is what was checked, and span is
// where that was read from. The strings of a body are given in order, and
// [Within.Rest] is called after the last.
//
// A finding has its place in the body, and the pointer of the string with the
// one in the text behind it. One that has no place in the text is at the
// beginning of the string. Fingerprints and snippets are made of the text as [Of]
// makes them, so they do not depend on how the string is escaped; a second copy
// in another string of the body is a new finding. Of each rule there are at most
// [audit.MaxPerRule] in a body; Rest has one more that says so.
func (w *Within) Of(pointer func() string, text []byte, span promptdoc.Span, found []audit.Finding) []Finding {
	if len(found) == 0 {
		return nil
	}
	in, known := "", false
	for _, f := range found {
		if w.rules[f.Rule] <= audit.MaxPerRule || w.pointed < maxPointed {
			in, known = pointer(), true
			break
		}
	}
	private := !known || isPrivate(in)
	places := newSpanPlaces(span, found)
	tokens := newTokens(text, found)
	var out []Finding
	for _, f := range found {
		w.rules[f.Rule]++
		n := w.rules[f.Rule]
		var near around
		if !private {
			near = tokens.around(f)
		}
		evidence := f.Evidence
		if private {
			evidence = f.Message // which tells how many, and nothing else
		}
		if n > audit.MaxPerRule+1 {
			w.pointed += len(in)
			w.leave(f.Rule, evidence, near.window(text, w.at.Hidden))
			continue
		}
		made := w.make(f, in, &places, evidence, near, text)
		if n <= audit.MaxPerRule {
			made.Fingerprint = number(w.count, made.Fingerprint)
			out = append(out, made)
			continue
		}
		made.Message = "and more of this rule, not listed"
		w.more = append(w.more, &more{finding: made, left: sha256.New()})
		w.leave(f.Rule, evidence, near.window(text, w.at.Hidden))
	}
	return out
}

// Hide sets what no snippet and no pointer of the findings that follow may show, in
// place of the nonces of the [Place].
func (w *Within) Hide(nonces []fence.Nonce) { w.at.Nonces = nonces }

// Withhold sets what of the text that follows no snippet may show and no fingerprint
// may be made of, in place of what is hidden in the [Place].
func (w *Within) Withhold(hidden []audit.Range) { w.at.Hidden = hidden }

// make makes a finding whose fingerprint is not numbered.
func (w *Within) make(f audit.Finding, in string, places *spanPlaces, evidence string, near around, text []byte) Finding {
	f.Offset, f.End = places.of(f)
	f.Line, f.Column = w.lines.place(w.body, f.Offset)
	whole := maskPointer(in+f.Pointer, w.at.Nonces)
	f.Pointer, f.Evidence = whole, ""
	id := fingerprintOf(f, w.at.Name, evidence, near.window(text, w.at.Hidden))
	f.Pointer = ringfence.PrintablePointer(whole)
	out := Finding{Finding: f, Record: w.at.Record, Units: w.units.column(w.body, f), Fingerprint: id}
	out.findEnd(w.body)
	if w.show {
		out.Snippet = near.snippet(text, w.at.Nonces, w.at.Hidden)
	}
	out.move(w.at)
	return out
}

// leave digests a finding that is left out.
func (w *Within) leave(rule, evidence string, window []byte) {
	for _, m := range w.more {
		if m.finding.Rule == rule {
			for _, field := range []string{evidence, string(window)} {
				m.left.Write([]byte(strconv.Itoa(len(field)) + ":" + field))
			}
		}
	}
}

// Rest returns what is said of the findings that are left out, one for each rule
// of which there are any. Its fingerprint is made of all of them, so that a
// baseline knows it only where none of them is new.
func (w *Within) Rest() []Finding {
	out := make([]Finding, len(w.more))
	for i, m := range w.more {
		f := m.finding
		f.Fingerprint = number(w.count, fingerprintOf(f.Finding, w.at.Name, hex.EncodeToString(m.left.Sum(nil)), nil))
		out[i] = f
	}
	w.more = nil
	return out
}

// spanPlaces are the places of findings in the body that a text was read from.
type spanPlaces struct {
	span promptdoc.Span
	in   []int // places in the text, sorted
	out  []int64
}

// newSpanPlaces looks up all places of findings together, in one pass.
func newSpanPlaces(span promptdoc.Span, found []audit.Finding) spanPlaces {
	p := spanPlaces{span: span}
	for _, f := range found {
		for _, at := range []int64{f.Offset, f.End} {
			if at != ringfence.NoOffset {
				p.in = append(p.in, int(at))
			}
		}
	}
	slices.Sort(p.in)
	p.in = slices.Compact(p.in)
	p.out = span.Offsets(p.in)
	return p
}

// of returns the place of a finding in the body.
func (p spanPlaces) of(f audit.Finding) (start, end int64) {
	if f.Offset == ringfence.NoOffset {
		return p.span.Start(), ringfence.NoOffset
	}
	i, _ := slices.BinarySearch(p.in, int(f.Offset)) // all are there
	end = ringfence.NoOffset
	if f.End != ringfence.NoOffset {
		k, _ := slices.BinarySearch(p.in, int(f.End))
		end = p.out[k]
	}
	return p.out[i], end
}

// lineCounter counts lines, going on from the place before. Places come in
// order, but for those of findings without one, which are at the beginning of
// their string and so behind the string before.
type lineCounter struct{ lines, pos, start int }

// place returns line and column of a place, from 1.
func (c *lineCounter) place(body []byte, offset int64) (line, column int) {
	end := min(int(offset), len(body))
	if end < c.pos {
		if end < c.start {
			c.lines -= bytes.Count(body[end:c.pos], []byte{'\n'})
			c.start = bytes.LastIndexByte(body[:end], '\n') + 1
		}
		c.pos = end
	}
	part := body[c.pos:end]
	if n := bytes.Count(part, []byte{'\n'}); n > 0 {
		c.lines += n
		c.start = c.pos + bytes.LastIndexByte(part, '\n') + 1
	}
	c.pos = end
	return c.lines + 1, end - c.start + 1
}
