package report

import (
	"cmp"
	"math"
	"strings"

	"github.com/ringfence/ringfence"
)

// CodeNothingCompared is the code of a file that was to be compared with others,
// of which the run had none.
const CodeNothingCompared ringfence.Code = "nothing-compared"

// Replay gives a whole report to a sink and closes it. What could not be checked
// comes where the run came to it, among the findings: in the order of names, and in
// a file in that of records.
func (r *Report) Replay(s Sink) error {
	rest := r.Findings
	for i := range r.Unchecked {
		for len(rest) > 0 && !r.Unchecked[i].before(&rest[0]) {
			if err := s.Finding(rest[0]); err != nil {
				return err
			}
			rest = rest[1:]
		}
		if err := s.Unchecked(r.Unchecked[i]); err != nil {
			return err
		}
	}
	for i := range rest {
		if err := s.Finding(rest[i]); err != nil {
			return err
		}
	}
	return s.Close(r.Summary())
}

// before reports whether the run came to what could not be checked before a
// finding. Of one record, and of one file, that comes behind what was found.
func (u *Unchecked) before(f *Finding) bool {
	return !u.ofRun() && cmp.Or(cmp.Compare(u.File, f.File), cmp.Compare(u.place(), placeOf(f.Record))) < 0
}

// ofRun reports whether something is known at the end of the run alone.
func (u *Unchecked) ofRun() bool { return strings.HasPrefix(u.Error, string(CodeNothingCompared)+": ") }

// place orders what could not be checked of one file.
func (u *Unchecked) place() int { return placeOf(u.Record) }

// placeOf orders records of one file. What is about the file as a whole, such as
// that it breaks off, is known behind all of them.
func placeOf(record int) int {
	if record == 0 {
		return math.MaxInt
	}
	return record
}
