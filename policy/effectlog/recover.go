package effectlog

import (
	"errors"
	"io"
	"os"
	"slices"
)

// Recovered says what a crash left.
type Recovered struct {
	Torn     int     // bytes of a record that was cut, and that were removed
	InFlight []int   // entries whose outcome was never recorded
	Entries  []Entry // those entries, in the same order
}

// Recover continues a journal that was not closed, in its file. A record that
// was cut by the crash is removed, and a record that says so, and what was in
// flight, is written before anything else. Nothing in flight is done again, and
// no outcome is made up for it.
//
// A journal with a fault is not continued (CodeUnverified), nor one that was
// closed (CodeClosed). Session, toolchain, program and policy stay those of the
// journal; a key must be the one it has. Only one process may write a journal:
// the caller sees to that.
func Recover(path string, o Options) (*Journal, Recovered, error) {
	if o.Session == "" {
		o.Session = "-" // of the journal, below
	}
	if err := o.fault(); err != nil {
		return nil, Recovered{}, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0) //nolint:gosec // the file that the caller names
	if err != nil {
		return nil, Recovered{}, fail(CodeWrite, "the journal cannot be opened", err)
	}
	j, found, err := resume(f, o)
	if err != nil {
		return nil, Recovered{}, errors.Join(err, f.Close())
	}
	return j, found, nil
}

func resume(f *os.File, o Options) (*Journal, Recovered, error) {
	log, err := io.ReadAll(f)
	if err != nil {
		return nil, Recovered{}, fail(CodeWrite, "the journal cannot be read", err)
	}
	r, err := verify(log, VerifyOptions{Key: o.Key, Store: o.Store}, true)
	if err != nil {
		return nil, Recovered{}, err
	}
	if r.Format != FormatJournal {
		return nil, Recovered{}, fail(CodeOptions, "a published log cannot be continued", nil)
	}
	if err := r.faultless(); err != nil {
		return nil, Recovered{}, err
	}
	switch {
	case r.Closed:
		return nil, Recovered{}, fail(CodeClosed, "the journal was closed", nil)
	case r.open.keyed != (o.Key != nil):
		return nil, Recovered{}, fail(CodeOptions, "the journal has another key", nil)
	}
	if o.InlineMax == 0 {
		o.InlineMax = DefaultInline
	}
	o.Session, o.Toolchain, o.Program, o.Policy = r.open.session, r.open.toolchain, r.open.program, r.open.policy
	o.Key = slices.Clone(o.Key)
	j := &Journal{
		options: o, out: f, closer: f, chain: chain{key: o.Key},
		head: r.Head, records: r.records, entries: r.Entries, pending: map[int]Decision{},
	}
	found := Recovered{Torn: len(log) - r.good}
	for i := range r.Entries {
		if _, ok := r.pending[i]; ok {
			found.InFlight = append(found.InFlight, i)
			found.Entries = append(found.Entries, r.whole[i])
		}
	}
	if found.Torn > 0 {
		if err := f.Truncate(int64(r.good)); err != nil {
			return nil, Recovered{}, fail(CodeWrite, "the cut record cannot be removed", err)
		}
	}
	note := record{kind: kindRecover, inFlight: found.InFlight, torn: found.Torn}
	if err := j.write(&note, true); err != nil {
		return nil, Recovered{}, err
	}
	return j, found, nil
}
