package effectlog

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// publishedVersion is the version of .gclog that is read and written.
const publishedVersion = 3

// Published is a log of the published format, version 3.
type Published struct {
	Program   Digest
	Toolchain string
	Entries   []PublishedEntry
}

// PublishedEntry is one entry of a published log. Its index is its place.
type PublishedEntry struct {
	Op       string
	Payload  Digest // :payload-h
	Cont     Digest // :cont-h, which only its writer can recompute
	Request  Digest // :req-h
	Decision Decision
	Cap      coreform.Term
	Response Response
	Hash     Digest // :resp-h
	// Task is the map of the fields that writers with tasks add (:task-id,
	// :parent-task, :schedule-step, :await-edge), or nil.
	Task coreform.Term
}

// Response is :resp of an entry.
type Response struct {
	Sealed bool // an ERROR
	// Artifact is the name of the artifact that holds the value, or empty.
	Artifact string
	Octets   bool          // the artifact is the content of bytes, and not a print
	Value    coreform.Term // when there is no artifact
}

// Keys of the published format, in the order of coreform.
var (
	publishedKeys = []string{":entries", ":program-hash", ":toolchain", ":version"}
	entryKeys     = []string{":cap", ":cont-h", ":decision", ":i", ":op", ":payload-h", ":req-h", ":resp", ":resp-h"}
	taskKeys      = []string{":await-edge", ":parent-task", ":schedule-step", ":task-id"}
)

// ParsePublished reads a published log, strictly: every field of every entry
// has its form, no other is there, and entries are numbered from 0. It checks no
// hash; [Verify] does. An error is a [ringfence.Error] with CodeField and the
// pointer of the field, or one of coreform.
func ParsePublished(src []byte) (*Published, error) { return parsePublished(src, coreform.Limits{}) }

func parsePublished(src []byte, l coreform.Limits) (*Published, error) {
	t, err := l.Parse(src)
	if err != nil {
		return nil, err
	}
	return decodePublished(t)
}

func decodePublished(t coreform.Term) (*Published, error) {
	var top reader
	top.open(t, "", publishedKeys, nil)
	out := &Published{Program: top.octets(":program-hash"), Toolchain: top.text(":toolchain")}
	if top.number(":version") != publishedVersion {
		top.fail(top.value(":version"), ":version", "version 3 was expected")
	}
	list := top.value(":entries")
	if list.Kind() != coreform.KindVector {
		top.fail(list, ":entries", "a vector was expected")
	}
	if top.err != nil {
		return nil, top.err
	}
	out.Entries = make([]PublishedEntry, 0, list.Len())
	for i, item := range list.Items() {
		e, err := decodeEntry(item, i)
		if err != nil {
			return nil, err
		}
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}

func decodeEntry(t coreform.Term, i int) (PublishedEntry, error) {
	var r reader
	r.open(t, "/:entries/"+strconv.Itoa(i), entryKeys, taskKeys)
	e := PublishedEntry{
		Op: r.symbol(":op"), Payload: r.octets(":payload-h"), Cont: r.octets(":cont-h"), Request: r.octets(":req-h"),
		Decision: r.decision(":decision"), Cap: r.value(":cap"), Hash: r.octets(":resp-h"),
	}
	resp := r.response(":resp")
	e.Response = Response{Sealed: resp.sealed, Artifact: resp.artifact, Octets: resp.octets, Value: resp.value}
	if r.number(":i") != i {
		r.fail(r.value(":i"), ":i", "entries are not numbered in turn")
	}
	if !e.Cap.IsNil() && e.Cap.Kind() != coreform.KindMap {
		r.fail(e.Cap, ":cap", "a map or nil was expected")
	}
	if r.err != nil {
		return PublishedEntry{}, r.err
	}
	var more []coreform.Term
	for _, key := range taskKeys {
		if v, ok := t.Lookup(key); ok {
			more = append(more, coreform.Sym(key), v)
		}
	}
	if len(more) > 0 {
		e.Task, _ = coreform.Map(more...) // keys are distinct, values were parsed
	}
	return e, nil
}

// Append appends the canonical print of the log, which is a module of one form.
// An error means that a field is no term; dst is then returned as it was.
func (p *Published) Append(dst []byte) ([]byte, error) {
	list := make([]coreform.Term, len(p.Entries))
	for i := range p.Entries {
		t, err := p.Entries[i].term(i)
		if err != nil {
			return dst, err
		}
		list[i] = t
	}
	t, err := coreform.Map(
		coreform.Sym(":entries"), coreform.Vec(list...), coreform.Sym(":program-hash"), coreform.Bytes(p.Program[:]),
		coreform.Sym(":toolchain"), coreform.Str(p.Toolchain), coreform.Sym(":version"), coreform.Int(publishedVersion),
	)
	if err != nil {
		return dst, err
	}
	return coreform.AppendModule(dst, []coreform.Term{t}), nil
}

func (e *PublishedEntry) term(i int) (coreform.Term, error) {
	items := []coreform.Term{
		coreform.Sym(":cap"), e.Cap, coreform.Sym(":cont-h"), coreform.Bytes(e.Cont[:]),
		coreform.Sym(":decision"), coreform.Sym(e.Decision.String()), coreform.Sym(":i"), number(i),
		coreform.Sym(":op"), coreform.Sym(e.Op), coreform.Sym(":payload-h"), coreform.Bytes(e.Payload[:]),
		coreform.Sym(":req-h"), coreform.Bytes(e.Request[:]), coreform.Sym(":resp"), e.Response.inner().term(),
		coreform.Sym(":resp-h"), coreform.Bytes(e.Hash[:]),
	}
	for key, value := range e.Task.Pairs() {
		items = append(items, key, value)
	}
	return coreform.Map(items...)
}

// inner returns the response as this package handles it.
func (r Response) inner() response {
	return response{sealed: r.Sealed, octets: r.Octets, artifact: r.Artifact, value: r.Value}
}

// Outcome returns the outcome of a response whose value is in the log, and the
// zero Outcome for an artifact.
func (r Response) Outcome() outcome.Outcome {
	if r.Artifact != "" {
		return outcome.Outcome{}
	}
	return r.inner().outcome()
}

func verifyPublished(log []byte, o VerifyOptions) (*Report, error) {
	t, err := o.Limits.Parse(log)
	if err != nil {
		return nil, unreadable(err)
	}
	if _, ok := t.Lookup(":version"); !ok {
		return nil, unreadable(fieldError(t, "", "a map with :version was expected"))
	}
	r := &Report{Format: FormatPublished}
	var f findings
	f.add(Finding{Severity: Note, Code: FindNoChain, Message: "nothing chains the entries of a published log: a change that keeps the hashes of each entry cannot be found", Offset: ringfence.NoOffset, Record: -1, Entry: -1})
	if o.Head != nil || o.Key != nil {
		f.add(Finding{Severity: Fault, Code: FindHead, Message: "a published log has no head hash and no key", Offset: ringfence.NoOffset, Record: -1, Entry: -1})
	}
	// The canonical print is made beside the decoding: both take as long.
	printed := make(chan []byte, 1)
	go func() { printed <- coreform.AppendModule(make([]byte, 0, len(log)+1), []coreform.Term{t}) }()
	p, err := decodePublished(t)
	var e *ringfence.Error
	switch {
	case errors.As(err, &e):
		f.add(Finding{Severity: Fault, Code: e.Code, Message: e.Message, Pointer: e.Pointer, Offset: e.Offset, Record: -1, Entry: -1})
	default:
		r.take(p)
		list, _ := t.Lookup(":entries")
		for i := range p.Entries {
			item, _ := list.Item(i)
			f.published(&p.Entries[i], i, item.Offset(), o.Store)
		}
		if again := <-printed; !bytes.Equal(again, log) {
			f.add(Finding{Severity: Fault, Code: FindCanonical, Message: "the log is not the canonical print of what it holds", Offset: firstDifference(again, log), Record: -1, Entry: -1})
		}
	}
	r.Findings, r.level = f.list, f.worst
	return r, nil
}

func unreadable(err error) error {
	e := &ringfence.Error{Code: CodeUnreadable, Message: "this is neither a journal nor a published log", Offset: ringfence.NoOffset, Err: err}
	var cause *ringfence.Error
	if errors.As(err, &cause) {
		e.Offset, e.Hint = cause.Offset, cause.Error()
	}
	return e
}

func firstDifference(a, b []byte) int64 {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return int64(i)
		}
	}
	return int64(min(len(a), len(b)))
}

// take fills a report from a published log.
func (r *Report) take(p *Published) {
	r.Entries = len(p.Entries)
	r.open = record{program: p.Program, toolchain: p.Toolchain}
	for i := range p.Entries {
		e := &p.Entries[i]
		r.whole = append(r.whole, Entry{Op: e.Op, Decision: e.Decision, Cap: e.Cap})
		r.answers = append(r.answers, answer{
			known: true, resp: e.Response.inner(), respH: e.Hash, cont: e.Cont, req: e.Request, hashed: e.Payload, more: e.Task,
		})
	}
}

// published judges one entry of a published log.
func (f *findings) published(e *PublishedEntry, i int, at int64, s *Store) {
	say := func(sev Severity, code ringfence.Code, message, want, got string) {
		f.add(Finding{Severity: sev, Code: code, Message: message, Offset: at, Record: -1, Entry: i, Want: want, Got: got})
	}
	if want := RequestHash(e.Op, e.Payload, e.Cont); want != e.Request {
		say(Fault, FindRequestHash, ":req-h is not the hash of :op, :payload-h and :cont-h", want.String(), e.Request.String())
	}
	if m := contradiction(e.Op, e.Decision, e.Cap); m != "" {
		say(Fault, FindDecision, m, "", "")
	}
	if e.Decision == Deny && !e.Response.Sealed {
		say(Fault, FindDecision, "a denied request has an answer", "an ERROR", e.Response.inner().kind())
	}
	if m := capabilityFault(e.Cap); m != "" {
		say(Warning, FindCapability, m, "", "")
	}
	f.checkResponse(s, i, e.Response.inner(), e.Hash, at, -1)
}
