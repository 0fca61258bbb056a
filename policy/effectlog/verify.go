package effectlog

import (
	"bytes"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Format says what a log is written in.
type Format uint8

// The formats that are read.
const (
	FormatJournal   Format = iota + 1 // records in frames, chained
	FormatPublished                   // .gclog, version 3
)

// String returns the name of the format.
func (f Format) String() string {
	switch f {
	case FormatJournal:
		return "journal"
	case FormatPublished:
		return "published"
	}
	return "unknown"
}

// VerifyOptions say what a log is held against.
type VerifyOptions struct {
	// Head, when not nil, is the expected head hash. A published log has none:
	// expecting one is then a fault.
	Head *Digest
	// Key is the key of a keyed journal; giving one demands a keyed journal.
	Key []byte
	// Store holds artifacts; without it responses that are artifacts are not
	// checked, which is a note.
	Store *Store
	// Limits bound a published log, which is one term. A journal is read record
	// by record and needs none.
	Limits coreform.Limits
}

// Report is what there is to say about a log.
type Report struct {
	Format   Format
	Findings []Finding // in the order of the log; the first fault is where it diverges
	Entries  int       // that were read
	Head     Digest    // of a journal: the hash of its last record
	Closed   bool      // of a journal: it has its closing record
	InFlight []int     // entries without an outcome, at most MaxFindings of them

	whole   []Entry
	answers []answer
	open    record
	level   Severity
	good    int // bytes of whole records, from the start
	records int
	pending map[int]brief
}

// brief is what is kept of an entry until its outcome comes.
type brief struct {
	op       string
	decision Decision
}

// answer is what an entry came to, as far as the log says.
type answer struct {
	known  bool
	resp   response
	respH  Digest
	cont   Digest
	req    Digest
	hashed Digest // :payload-h; of a journal, from the payload
	more   coreform.Term
}

// OK reports whether there is nothing worse than a note: the log is whole and,
// as far as it was held against something, what was written.
func (r *Report) OK() bool { return r.level == Note }

// Faults reports whether there is a fault.
func (r *Report) Faults() bool { return r.level == Fault }

// Verify judges a log. An error with CodeUnreadable (or CodeOptions) means that
// the bytes are no log at all; everything else is a finding. It takes time and
// memory linear in the log.
func Verify(log []byte, o VerifyOptions) (*Report, error) { return verify(log, o, false) }

// verify is Verify that keeps the entries when they are wanted.
func verify(log []byte, o VerifyOptions, keep bool) (*Report, error) {
	if o.Key != nil && len(o.Key) != KeyBytes {
		return nil, fail(CodeOptions, "the key has not 32 bytes", nil)
	}
	start := bytes.TrimLeft(log, " \t\r\n")
	if len(start) > 0 && '0' <= start[0] && start[0] <= '9' {
		return verifyJournal(log, o, keep)
	}
	return verifyPublished(log, o)
}

// Check judges a log without anything to hold it against: what "check --kind
// log" lists. The error is that of [Verify].
func Check(log []byte) ([]Finding, error) {
	r, err := Verify(log, VerifyOptions{})
	if err != nil {
		return nil, err
	}
	return r.Findings, nil
}

// resolve returns the value of a response, from the store if need be; ok is
// false when it is an artifact and there is no store.
func resolve(r response, s *Store) (value response, ok bool, err error) {
	if r.artifact == "" {
		return r, true, nil
	}
	if s == nil {
		return r, false, nil
	}
	content, err := s.Get(r.artifact)
	if err != nil {
		return r, false, err
	}
	if r.octets {
		r.value = coreform.Bytes(content)
	} else if r.value, err = coreform.Parse(content); err != nil {
		return r, false, err
	}
	r.artifact = ""
	return r, true, nil
}
