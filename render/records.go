package render

import (
	"slices"

	"github.com/ringfence/ringfence/fence"
)

// records is structured data, one JSON object a line. A step shows some records
// whole and one more at a fraction: it takes len(fractions) steps to show the
// next record, so that one long record does not leave its room unused.
type records struct {
	lines string // every record whole, each with its line feed
	ends  []int  // offset after each record's line feed
	make  func(b *builder, i int)
	less  bool // a record that is shown whole has a field cut or left out
}

// fractions are the parts at which a record is shown before it is whole: its
// fields are cut to their limit divided by this. 0 is the brief form.
var fractions = [...]int{0, 16, 8, 4, 2, 1}

// newRecords returns n records. fill adds the members of one to a builder; it
// is called again for shorter forms and has to add the same members every time.
func newRecords(n int, fill func(b *builder, i int)) *records {
	r := &records{ends: make([]int, 0, n), make: fill}
	var all []byte
	for i := range n {
		b := builder{fraction: 1}
		fill(&b, i)
		all = append(all, b.line()...)
		r.less = r.less || b.less || b.cuts.Len() > 0
		all = append(all, '\n')
		r.ends = append(r.ends, len(all))
	}
	r.lines = string(all)
	return r
}

// line makes record i at a fraction, or brief with fields of so many units.
func (r *records) line(i, fraction, brief int) string {
	b := builder{fraction: fraction, brief: brief}
	r.make(&b, i)
	return b.line()
}

// whole returns record i as it stands in lines.
func (r *records) whole(i int) string { return r.lines[r.start(i) : r.ends[i]-1] }

func (r *records) start(i int) int {
	if i == 0 {
		return 0
	}
	return r.ends[i-1]
}

func (r *records) empty() bool     { return len(r.ends) == 0 }
func (r *records) trimmed() bool   { return r.less }
func (r *records) within(int) body { return r }
func (r *records) last() int       { return len(r.ends)*len(fractions) - 1 }

func (r *records) at(step int, h *fence.Header) (string, bool) {
	i := step / len(fractions)
	fraction := fractions[step%len(fractions)]
	h.More = len(r.ends) - i - 1
	whole := r.whole(i)
	line := whole
	switch fraction {
	case 1:
	case 0:
		line = r.line(i, 1, leastUnits)
	default:
		line = r.line(i, fraction, 0)
	}
	return r.lines[:r.start(i)] + line, h.More > 0 || line != whole
}

func (r *records) least(n int, h *fence.Header) (string, bool) {
	h.More = len(r.ends) - 1
	line := r.line(0, 1, n)
	return line, h.More > 0 || line != r.whole(0)
}

func (r *records) reach(n int) int {
	i, _ := slices.BinarySearch(r.ends, n+1)
	return min((i+1)*len(fractions)-1, r.last())
}
