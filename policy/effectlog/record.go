package effectlog

import (
	"sync"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Format and version of the journal.
const (
	journalFormat  = "ringfence-journal"
	journalVersion = 1
)

// MaxRecord is the longest record of a journal, in bytes: the largest request of
// the contract and room for what is said about it.
const MaxRecord = 64 << 20

// record is one record of a journal, of any kind.
type record struct {
	kind string // symbol
	hex  *hexCache
	n    int
	prev Digest

	// :open
	keyed              bool
	policy, program    Digest
	session, toolchain string

	// :intent
	i       int
	entry   Entry
	request Digest

	// :outcome
	resp  response
	respH Digest

	// :recover
	inFlight []int
	torn     int

	// :close
	entries int
}

// Kinds of records.
const (
	kindOpen    = ":open"
	kindIntent  = ":intent"
	kindOutcome = ":outcome"
	kindRecover = ":recover"
	kindClose   = ":close"
)

// Keys of each kind of record, in the order of coreform.
var (
	openKeys    = []string{":format", ":keyed", ":n", ":policy-h", ":prev", ":program-h", ":record", ":session", ":toolchain", ":version"}
	intentKeys  = []string{":approval", ":approver", ":cap", ":decision", ":i", ":n", ":op", ":payload", ":policy-h", ":prev", ":provenance-h", ":record", ":req-h", ":rule"}
	outcomeKeys = []string{":i", ":n", ":prev", ":record", ":resp", ":resp-h"}
	recoverKeys = []string{":in-flight", ":n", ":prev", ":record", ":torn"}
	closeKeys   = []string{":entries", ":n", ":prev", ":record"}
)

func (d Digest) term() coreform.Term { return coreform.Str(d.String()) }

// hexCache keeps the terms of the hashes that most entries of a run share.
type hexCache struct {
	of    [2]Digest
	terms [2]coreform.Term
}

// term returns the term of a hash; slot 0 is that of policies, 1 of provenances.
func (c *hexCache) term(slot int, d Digest) coreform.Term {
	if c == nil {
		return d.term()
	}
	if c.of[slot] != d || c.terms[slot].IsNil() {
		c.of[slot], c.terms[slot] = d, d.term()
	}
	return c.terms[slot]
}

func number(n int) coreform.Term { return coreform.Int(int64(n)) }

// optional returns a string, or nil for none.
func optional(s string) coreform.Term {
	if s == "" {
		return coreform.Nil()
	}
	return coreform.Str(s)
}

// symbols turns keys into terms once.
func symbols(keys []string) []coreform.Term {
	out := make([]coreform.Term, len(keys))
	for i, k := range keys {
		out[i] = coreform.Sym(k)
	}
	return out
}

// recordSymbols are the keys of each kind as terms, in the same order.
type recordSymbols struct{ open, intent, outcome, recovered, closed []coreform.Term }

// symbolsOf holds the terms once they are needed.
var symbolsOf = sync.OnceValue(func() *recordSymbols {
	return &recordSymbols{symbols(openKeys), symbols(intentKeys), symbols(outcomeKeys), symbols(recoverKeys), symbols(closeKeys)}
})

// interleave appends keys and values in turn.
func interleave(dst, keys []coreform.Term, values ...coreform.Term) []coreform.Term {
	for i, k := range keys {
		dst = append(dst, k, values[i])
	}
	return dst
}

// pairs appends the keys and values of a record, in the order of its keys.
func (r *record) pairs(dst []coreform.Term) []coreform.Term {
	kind := coreform.Sym(r.kind)
	n, prev := number(r.n), r.prev.term()
	keys := symbolsOf()
	switch r.kind {
	case kindOpen:
		return interleave(dst, keys.open,
			coreform.Str(journalFormat), coreform.Bool(r.keyed), n, r.policy.term(), prev, r.program.term(), kind,
			coreform.Str(r.session), coreform.Str(r.toolchain), number(journalVersion))
	case kindIntent:
		e := &r.entry
		return interleave(dst, keys.intent,
			e.Approval, optional(e.Approver), e.Cap, coreform.Sym(e.Decision.String()), number(r.i), n,
			coreform.Sym(e.Op), e.Payload, r.hex.term(0, e.Policy), prev, r.hex.term(1, e.Provenance), kind, r.request.term(), coreform.Str(e.Rule))
	case kindOutcome:
		return interleave(dst, keys.outcome, number(r.i), n, prev, kind, r.resp.term(), r.respH.term())
	case kindRecover:
		list := make([]coreform.Term, len(r.inFlight))
		for i, v := range r.inFlight {
			list[i] = number(v)
		}
		return interleave(dst, keys.recovered, coreform.Vec(list...), n, prev, kind, number(r.torn))
	default:
		return interleave(dst, keys.closed, number(r.entries), n, prev, kind)
	}
}

// append appends the print of a record. scratch is room for its parts, which is
// returned for the next one.
func (r *record) append(dst []byte, scratch []coreform.Term) ([]byte, []coreform.Term, error) {
	scratch = r.pairs(scratch[:0])
	t, err := coreform.Map(scratch...)
	if err != nil {
		return dst, scratch, err
	}
	dst, err = t.AppendMax(dst, MaxRecord)
	clear(scratch) // it keeps nothing alive
	return dst, scratch, err
}
