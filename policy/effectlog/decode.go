package effectlog

import (
	"math"
	"slices"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

// fieldError is the error of a field.
func fieldError(t coreform.Term, pointer, message string) *ringfence.Error {
	return &ringfence.Error{Code: CodeField, Message: message, Pointer: pointer, Offset: t.Offset()}
}

// reader takes fields out of a map and keeps the first error.
type reader struct {
	values [16]coreform.Term
	keys   []string
	at     string // pointer of the map
	err    *ringfence.Error
}

// open takes the values of a map that must have exactly these keys, which are in
// order, and may have those of more.
func (r *reader) open(t coreform.Term, at string, keys, more []string) {
	r.keys, r.at = keys, at
	if t.Kind() != coreform.KindMap {
		r.fail(t, "", "a map was expected")
		return
	}
	next := 0
	for key, value := range t.Pairs() {
		name, ok := key.Symbol()
		if next < len(keys) && ok && name == keys[next] {
			r.values[next] = value
			next++
			continue
		}
		if ok && contains(more, name) {
			continue
		}
		if next < len(keys) && ok && name > keys[next] {
			break
		}
		r.fail(key, "", "the map has a key that does not belong there")
		return
	}
	if next < len(keys) {
		r.fail(t, keys[next], "the field is missing, or another stands in its place")
	}
}

func contains(list []string, s string) bool {
	return slices.Contains(list, s)
}

// fail keeps the first error.
func (r *reader) fail(t coreform.Term, key, message string) {
	if r.err != nil {
		return
	}
	pointer := r.at
	if key != "" {
		pointer += "/" + key
	}
	r.err = fieldError(t, pointer, message)
}

// value returns the term of a key, which is one of the list.
func (r *reader) value(key string) coreform.Term {
	for i, k := range r.keys {
		if k == key {
			return r.values[i]
		}
	}
	return coreform.Term{}
}

func (r *reader) symbol(key string) string {
	t := r.value(key)
	s, ok := t.Symbol()
	if !ok {
		r.fail(t, key, "a symbol was expected")
	}
	return s
}

func (r *reader) text(key string) string {
	t := r.value(key)
	s, ok := t.Text()
	if !ok {
		r.fail(t, key, "a string was expected")
	}
	return s
}

func (r *reader) boolean(key string) bool {
	t := r.value(key)
	v, ok := t.Bool()
	if !ok {
		r.fail(t, key, "true or false was expected")
	}
	return v
}

// optional returns a string that is not empty, or "" for nil.
func (r *reader) optional(key string) string {
	t := r.value(key)
	if t.IsNil() {
		return ""
	}
	s := r.text(key)
	if s == "" {
		r.fail(t, key, "nil stands for an empty string")
	}
	return s
}

// maxNumber keeps numbers exact in every reader of JSON, and on 32-bit machines
// in an int.
const maxNumber = math.MaxInt32

// number returns an integer from 0.
func (r *reader) number(key string) int {
	t := r.value(key)
	v, ok := t.Int64()
	if !ok || v < 0 || v > maxNumber {
		r.fail(t, key, "a number from 0 was expected")
		return 0
	}
	return int(v)
}

// hex returns a hash written as digits, as in a journal.
func (r *reader) hex(key string) Digest {
	t := r.value(key)
	s, _ := t.Text()
	d, ok := digest(s)
	if !ok {
		r.fail(t, key, "64 lower-case hexadecimal digits were expected")
	}
	return d
}

// octets returns a hash written as bytes, as in a published log.
func (r *reader) octets(key string) Digest {
	t := r.value(key)
	b, _ := t.Bytes()
	if len(b) != len(Digest{}) {
		r.fail(t, key, "32 bytes were expected")
		return Digest{}
	}
	return Digest(b)
}

func (r *reader) decision(key string) Decision {
	switch r.symbol(key) {
	case ":allow":
		return Allow
	case ":deny":
		return Deny
	}
	r.fail(r.value(key), key, ":allow or :deny was expected")
	return Deny
}

// Keys of :resp.
var (
	valueKeys    = []string{":kind", ":value"}
	artifactKeys = []string{":artifact", ":kind"}
)

// response returns :resp.
func (r *reader) response(key string) response {
	t := r.value(key)
	var out response
	kind, _ := t.Lookup(":kind")
	name, _ := kind.Symbol()
	inline := false
	switch name {
	case ":ok":
		inline = true
	case ":error":
		inline, out.sealed = true, true
	case ":ok-artifact":
	case ":error-artifact":
		out.sealed = true
	case ":ok-bytes-artifact":
		out.octets = true
	case ":error-bytes-artifact":
		out.sealed, out.octets = true, true
	default:
		r.fail(t, key, "the response has no known :kind")
		return out
	}
	var in reader
	if inline {
		in.open(t, r.at+"/"+key, valueKeys, nil)
		out.value = in.value(":value")
	} else {
		in.open(t, r.at+"/"+key, artifactKeys, nil)
		out.artifact = in.text(":artifact")
		if _, ok := digest(out.artifact); !ok {
			in.fail(t, ":artifact", "the name of an artifact is 64 lower-case hexadecimal digits")
		}
	}
	if in.err != nil && r.err == nil {
		r.err = in.err
	}
	return out
}

// decodeRecord reads one record of a journal into out, strictly. Both r and out
// are reused from record to record.
func decodeRecord(t coreform.Term, r *reader, out *record) *ringfence.Error {
	kind, _ := t.Lookup(":record")
	name, _ := kind.Symbol()
	*out = record{kind: name}
	r.err = nil
	switch name {
	case kindOpen:
		r.open(t, "", openKeys, nil)
		out.keyed, out.policy, out.program = r.boolean(":keyed"), r.hex(":policy-h"), r.hex(":program-h")
		out.session, out.toolchain = r.text(":session"), r.text(":toolchain")
		if r.text(":format") != journalFormat || r.number(":version") != journalVersion {
			r.fail(t, ":version", "this is not version 1 of the journal")
		}
	case kindIntent:
		r.open(t, "", intentKeys, nil)
		out.i, out.request = r.number(":i"), r.hex(":req-h")
		e := &out.entry
		e.Op, e.Payload, e.Decision, e.Cap = r.symbol(":op"), r.value(":payload"), r.decision(":decision"), r.value(":cap")
		e.Rule, e.Policy, e.Provenance = r.text(":rule"), r.hex(":policy-h"), r.hex(":provenance-h")
		e.Approver, e.Approval = r.optional(":approver"), r.value(":approval")
	case kindOutcome:
		r.open(t, "", outcomeKeys, nil)
		out.i, out.resp, out.respH = r.number(":i"), r.response(":resp"), r.hex(":resp-h")
	case kindRecover:
		r.open(t, "", recoverKeys, nil)
		out.torn, out.inFlight = r.number(":torn"), r.numbers(":in-flight")
	case kindClose:
		r.open(t, "", closeKeys, nil)
		out.entries = r.number(":entries")
	default:
		return fieldError(t, "/:record", "this is no record of a journal")
	}
	out.n, out.prev = r.number(":n"), r.hex(":prev")
	return r.err
}

// numbers returns a vector of numbers.
func (r *reader) numbers(key string) []int {
	list := r.value(key)
	if list.Kind() != coreform.KindVector {
		r.fail(list, key, "a vector was expected")
	}
	var out []int
	for _, item := range list.Items() {
		v, ok := item.Int64()
		if !ok || v < 0 || v > maxNumber {
			r.fail(item, key, "a number from 0 was expected")
			break
		}
		out = append(out, int(v))
	}
	return out
}
