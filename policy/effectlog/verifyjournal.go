package effectlog

import (
	"errors"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
)

// walk is one pass over a journal.
type walk struct {
	*Report
	findings
	options VerifyOptions
	chain   chain
	reader  reader
	now     record // the record that is judged
	at      int64  // of it
	found   int    // its number
	keep    bool   // entries are wanted, not only judged
}

func verifyJournal(log []byte, o VerifyOptions, keep bool) (*Report, error) {
	w := &walk{
		Report: &Report{Format: FormatJournal, pending: map[int]brief{}}, options: o, chain: chain{key: o.Key}, keep: keep,
	}
	if err := w.first(log); err != nil {
		return nil, err
	}
	quit := make(chan struct{})
	defer close(quit)
	for batch := range cutAll(log, &w.chain, quit) {
		for i := range batch {
			c := &batch[i]
			w.at, w.found = int64(c.at), w.records
			if c.end == 0 {
				w.cut(c.err, len(log)-c.at)
				break
			}
			w.record(c)
			w.good = c.end
			w.records++
		}
	}
	w.end()
	w.Findings, w.level = w.list, w.worst
	return w.Report, nil
}

// cutting is one record as it was cut out of a log.
type cutting struct {
	at, end int // bytes; end is 0 when there is no whole record
	hash    Digest
	term    coreform.Term
	err     error // why it is no record, or no term
}

// batchSize is how many records pass between goroutines at once.
const batchSize = 128

// cutAll cuts, hashes and parses records in a goroutine of its own, ahead of
// whoever judges them by a few batches. It ends at the end of the log, at the
// first place that is no frame, or when quit is closed.
func cutAll(log []byte, c *chain, quit <-chan struct{}) <-chan []cutting {
	out := make(chan []cutting, 2)
	go func() {
		defer close(out)
		for at := 0; at < len(log); {
			batch := make([]cutting, 0, batchSize)
			for at < len(log) && len(batch) < batchSize {
				r := c.cut(log, at)
				batch = append(batch, r)
				at = r.end
				if r.end == 0 {
					at = len(log)
				}
			}
			select {
			case out <- batch:
			case <-quit:
				return
			}
		}
	}()
	return out
}

// cut cuts the record at a byte of a log.
func (c *chain) cut(log []byte, at int) cutting {
	payload, rest, err := frame.Cut(log[at:], MaxRecord)
	if err != nil {
		return cutting{at: at, err: err}
	}
	r := cutting{at: at, end: len(log) - len(rest), hash: c.record(payload)}
	r.term, r.err = coreform.Parse(payload)
	return r
}

// first demands that the log begins with an opening record, whatever else is
// wrong with it: anything else is no journal.
func (w *walk) first(log []byte) error {
	payload, _, err := frame.Cut(log, MaxRecord)
	var t coreform.Term
	if err == nil {
		t, err = coreform.Parse(payload)
	}
	if err == nil {
		var e *ringfence.Error
		if e = decodeRecord(t, &w.reader, &w.open); e != nil {
			err = e
		} else if w.open.kind != kindOpen {
			err = fail(FindOrder, "the first record does not open a journal", nil)
		}
	}
	if err != nil {
		return &ringfence.Error{
			Code: CodeUnreadable, Message: "this is no journal", Offset: 0, Err: err,
			Hint: "the first record must be that of an open journal",
		}
	}
	switch keyed := w.options.Key != nil; {
	case keyed && !w.open.keyed:
		w.say(Fault, FindKey, "the journal is not keyed, but a key was given")
		w.chain.key = nil
	case !keyed && w.open.keyed:
		w.say(Warning, FindKey, "the journal is keyed: without its key only its structure was checked")
	}
	return nil
}

func (w *walk) say(s Severity, code ringfence.Code, message string) {
	w.sayOf(s, code, message, -1, "", "")
}

func (w *walk) sayOf(s Severity, code ringfence.Code, message string, entry int, want, got string) {
	w.add(Finding{
		Severity: s, Code: code, Message: message, Offset: w.at, Record: w.found, Entry: entry, Want: want, Got: got,
	})
}

// cut says why the log cannot be read on.
func (w *walk) cut(err error, left int) {
	var e *ringfence.Error
	if errors.As(err, &e) && e.Code == frame.CodeShort {
		w.say(Warning, FindTorn, "the log ends inside a record, of which there are "+strconv.Itoa(left)+" bytes")
		return
	}
	w.say(Fault, FindFrame, "what follows is no frame: "+err.Error())
}

// record judges one record.
func (w *walk) record(c *cutting) {
	prev := w.Head
	w.Head = c.hash
	if c.err != nil {
		w.say(Fault, FindTerm, "the record is no term: "+c.err.Error())
		return
	}
	r := &w.now
	if e := decodeRecord(c.term, &w.reader, r); e != nil {
		w.add(Finding{
			Severity: Fault, Code: CodeField, Message: e.Message, Pointer: e.Pointer,
			Offset: w.at, Record: w.found, Entry: -1,
		})
		return
	}
	if (!w.open.keyed || w.chain.key != nil) && r.prev != prev {
		w.sayOf(Fault, FindChain, "the record does not follow the one before it: one of the two was changed, or one between them is missing",
			-1, prev.String(), r.prev.String())
	}
	if r.n != w.records {
		w.sayOf(Fault, FindNumber, "records are not numbered in turn", -1, strconv.Itoa(w.records), strconv.Itoa(r.n))
	}
	if (r.kind == kindOpen) != (w.records == 0) {
		w.say(Fault, FindOrder, "an opening record stands at the beginning, and nowhere else")
	}
	if w.Closed {
		w.say(Fault, FindOrder, "a record follows the closing one")
	}
	switch r.kind {
	case kindIntent:
		w.intent(r)
	case kindOutcome:
		w.outcome(r)
	case kindRecover:
		w.recovered(r)
	case kindClose:
		w.Closed = true
		if r.entries != w.Entries {
			w.sayOf(Fault, FindNumber, "the closing record counts other entries", -1, strconv.Itoa(w.Entries), strconv.Itoa(r.entries))
		}
	}
}

func (w *walk) intent(r *record) {
	if r.i != w.Entries {
		w.sayOf(Fault, FindNumber, "entries are not numbered in turn", r.i, strconv.Itoa(w.Entries), strconv.Itoa(r.i))
	}
	i := w.Entries
	a := answer{hashed: PayloadHash(r.entry.Payload), cont: ContHash(w.open.session, r.i), req: r.request}
	if want := RequestHash(r.entry.Op, a.hashed, a.cont); want != r.request {
		w.sayOf(Fault, FindRequestHash, ":req-h is not the hash of op, payload and place", i, want.String(), r.request.String())
	}
	if m := contradiction(r.entry.Op, r.entry.Decision, r.entry.Cap); m != "" {
		w.sayOf(Fault, FindDecision, m, i, "", "")
	}
	if m := capabilityFault(r.entry.Cap); m != "" {
		w.sayOf(Fault, FindCapability, m, i, "", "")
	}
	if !plainName(r.entry.Rule) || !plainName(r.entry.Approver) {
		w.sayOf(Fault, FindCapability, "the rule or the approver holds a path, or text that is not plain", i, "", "")
	}
	if w.keep {
		w.whole, w.answers = append(w.whole, r.entry), append(w.answers, a)
	}
	w.pending[i] = brief{r.entry.Op, r.entry.Decision}
	w.Entries++
}

func (w *walk) outcome(r *record) {
	entry, ok := w.pending[r.i]
	if !ok {
		w.sayOf(Fault, FindOrder, "an outcome of no entry, or a second one", r.i, "", "")
		return
	}
	delete(w.pending, r.i)
	if entry.decision == Deny && !r.resp.sealed {
		w.sayOf(Fault, FindDecision, "a denied request has an answer", r.i, "an ERROR", r.resp.kind())
	}
	if w.keep {
		a := &w.answers[r.i]
		a.known, a.resp, a.respH = true, r.resp, r.respH
	}
	w.checkResponse(w.options.Store, r.i, r.resp, r.respH, w.at, w.found)
}

// checkResponse holds a response against its hash.
func (f *findings) checkResponse(s *Store, i int, resp response, hash Digest, at int64, n int) {
	say := func(sev Severity, code ringfence.Code, message, want, got string) {
		f.add(Finding{Severity: sev, Code: code, Message: message, Offset: at, Record: n, Entry: i, Want: want, Got: got})
	}
	value, ok, err := resolve(resp, s)
	var e *ringfence.Error
	switch {
	case errors.As(err, &e):
		say(Fault, e.Code, "the artifact of the response: "+e.Message, resp.artifact, "")
	case err != nil:
		say(Fault, CodeStore, "the artifact of the response cannot be read", resp.artifact, "")
	case !ok:
		say(Note, FindNoStore, "the response is an artifact and there is no store to check it against", "", "")
	case value.outcome().HasHash(hash, maxToken):
	default:
		want := Digest(value.outcome().Hash())
		say(Fault, FindResponseHash, ":resp-h is not the hash of the response", want.String(), hash.String())
	}
}

// maxToken is the highest token of a seal that is tried: other writers number
// their seals, and three is the only one seen.
const maxToken = 255

func (w *walk) recovered(r *record) {
	message := "the run broke off here and the log was continued"
	if r.torn > 0 {
		message += "; a record that was cut by it was removed"
	}
	w.say(Note, FindRecovered, message)
	if !w.areLeft(r.inFlight) {
		w.say(Fault, FindNumber, "the recovery lists other entries in flight than there were")
	}
}

// areLeft reports whether a list is that of the entries in flight, in order. It takes
// time linear in the list, whatever is in flight.
func (w *walk) areLeft(list []int) bool {
	for n, i := range list {
		if _, ok := w.pending[i]; !ok || n > 0 && list[n-1] >= i {
			return false
		}
	}
	return len(list) == len(w.pending)
}

// left returns the entries in flight, in order.
func (w *walk) left() []int {
	list := make([]int, 0, len(w.pending))
	for i := range w.pending {
		list = append(list, i)
	}
	slices.Sort(list)
	return list
}

// end judges the journal as a whole.
func (w *walk) end() {
	w.found, w.at = -1, int64(w.good)
	w.InFlight = w.left()
	for _, i := range w.InFlight {
		w.sayOf(Warning, CodeInFlight, "the outcome was never recorded: what was asked may have happened, or not",
			i, "", show(w.pending[i].op))
	}
	w.InFlight = w.InFlight[:min(len(w.InFlight), MaxFindings)]
	if !w.Closed {
		w.say(Warning, FindNotClosed, "the journal has no closing record: the run goes on, broke off, or the end is missing")
	}
	if h := w.options.Head; h != nil && *h != w.Head {
		w.sayOf(Fault, FindHead, "the head hash is not the expected one: the log was changed, or ends elsewhere", -1, h.String(), w.Head.String())
	}
}
