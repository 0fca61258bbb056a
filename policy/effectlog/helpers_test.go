package effectlog_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

func term(t testing.TB, src string) coreform.Term {
	t.Helper()
	v, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return v
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var options = effectlog.Options{
	Session: "s-1", Toolchain: "ringfence/1", Program: effectlog.Digest{1}, Policy: effectlog.Digest{2}, Sync: effectlog.SyncEnd,
}

// step is one request of a run and what came of it.
type step struct {
	entry   effectlog.Entry
	outcome outcome.Outcome
}

// allowed is an entry that a policy let through.
func allowed(t testing.TB, op, payload string) effectlog.Entry {
	t.Helper()
	return effectlog.Entry{
		Op: op, Payload: term(t, payload), Decision: effectlog.Allow, Cap: term(t, "{:op "+op+" :timeout-ms 5000}"),
		Rule: "allow[1] line 3", Policy: effectlog.Digest{2}, Provenance: effectlog.Digest{3},
	}
}

// run is a run of every kind of entry.
func run(t testing.TB) []step {
	t.Helper()
	approved := allowed(t, "editor/clipboard::set", `{:data "x" :mime "text/plain"}`)
	approved.Approver, approved.Approval = "terminal", term(t, `{:answer :allow :seq 2}`)
	denied := effectlog.Entry{
		Op: "editor/plugin::command", Payload: term(t, "{:command c :payload nil :plugin p}"), Rule: "deny[0] line 1",
		Policy: effectlog.Digest{2}, Provenance: effectlog.Digest{4},
	}
	return []step{
		{allowed(t, "editor/clipboard::get", "{}"), outcome.Data(term(t, `{:data "secret" :mime "text/plain" :ok true}`))},
		{denied, outcome.Sealed(outcome.Error{Code: "core/caps/denied", Message: "no rule allows it", Op: denied.Op})},
		{approved, outcome.Data(term(t, "{:ok true}"))},
		{allowed(t, "editor/task::poll", `{:task-id "1"}`), outcome.Data(term(t, `{:error/code "x" :state :done}`))},
		{allowed(t, "editor/watch::poll", `{:watch-id "1"}`), outcome.Sealed(outcome.Error{Code: "editor/bridge-timeout", Message: "late", Op: "editor/watch::poll"})},
	}
}

// write logs a run and returns the journal and its head.
func write(t testing.TB, o effectlog.Options, steps []step) ([]byte, effectlog.Digest) {
	t.Helper()
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, o)
	must(t, err)
	for i, s := range steps {
		n, err := j.Intent(s.entry)
		must(t, err)
		if n != i {
			t.Fatalf("entry %d has index %d", i, n)
		}
		must(t, j.Outcome(n, s.outcome))
	}
	head, err := j.Close()
	must(t, err)
	return b.Bytes(), head
}

// verify judges a log.
func verify(t testing.TB, log []byte, o effectlog.VerifyOptions) *effectlog.Report {
	t.Helper()
	r, err := effectlog.Verify(log, o)
	if err != nil {
		t.Fatalf("verify: %v (%v)", err, err.(*ringfence.Error).Err) //nolint:errorlint // the documented type
	}
	return r
}

// codes lists the codes of findings.
func codes(r *effectlog.Report) []ringfence.Code {
	var out []ringfence.Code
	for _, f := range r.Findings {
		out = append(out, f.Code)
	}
	return out
}

func wantFinding(t *testing.T, r *effectlog.Report, s effectlog.Severity, code ringfence.Code) effectlog.Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Code == code && f.Severity == s {
			return f
		}
	}
	t.Fatalf("no %v %s among %v", s, code, r.Findings)
	return effectlog.Finding{}
}

// records cuts a journal into its records.
func records(t testing.TB, log []byte) []coreform.Term {
	t.Helper()
	var out []coreform.Term
	for len(log) > 0 {
		payload, rest, err := frame.Cut(log, effectlog.MaxRecord)
		must(t, err)
		out = append(out, term(t, string(payload)))
		log = rest
	}
	return out
}

// join makes a journal of records, as they are.
func join(t testing.TB, list []coreform.Term) []byte {
	t.Helper()
	var out []byte
	for _, r := range list {
		var err error
		out, err = frame.Append(out, r.Append(nil))
		must(t, err)
	}
	return out
}

// set returns a map with one value changed.
func set(t testing.TB, m coreform.Term, key string, value coreform.Term) coreform.Term {
	t.Helper()
	var list []coreform.Term
	for k, v := range m.Pairs() {
		if name, _ := k.Symbol(); name == key {
			v = value
		}
		list = append(list, k, v)
	}
	out, err := coreform.Map(list...)
	must(t, err)
	return out
}

// drop returns a map without a key.
func drop(t testing.TB, m coreform.Term, key string) coreform.Term {
	t.Helper()
	var list []coreform.Term
	for k, v := range m.Pairs() {
		if name, _ := k.Symbol(); name != key {
			list = append(list, k, v)
		}
	}
	out, err := coreform.Map(list...)
	must(t, err)
	return out
}

// keysOf lists the keys of a map of symbols.
func keysOf(m coreform.Term) []string {
	var out []string
	for k := range m.Pairs() {
		name, _ := k.Symbol()
		out = append(out, name)
	}
	return out
}

// other returns a term of the same kind that differs, so that a change is one of
// content and not of form.
func other(t testing.TB, v coreform.Term) coreform.Term {
	t.Helper()
	switch v.Kind() {
	case coreform.KindNil:
		return coreform.Str("x")
	case coreform.KindBool:
		b, _ := v.Bool()
		return coreform.Bool(!b)
	case coreform.KindInt:
		n, _ := v.Int64()
		return coreform.Int(n + 1)
	case coreform.KindStr:
		s, _ := v.Text()
		if _, ok := effectlog.ParseDigest(s); ok {
			return coreform.Str(flip(s))
		}
		return coreform.Str(s + "x")
	case coreform.KindSymbol:
		s, _ := v.Symbol()
		switch s {
		case ":allow":
			return coreform.Sym(":deny")
		case ":deny":
			return coreform.Sym(":allow")
		}
		return coreform.Sym(s + "x")
	case coreform.KindBytes:
		b, _ := v.Bytes()
		b[len(b)-1] ^= 1
		return coreform.Bytes(b)
	case coreform.KindMap:
		out, err := coreform.Map(append(slices.Clone(pairsOf(v)), coreform.Sym(":zz"), coreform.Int(1))...)
		must(t, err)
		return out
	default:
		return coreform.Vec(v)
	}
}

func pairsOf(m coreform.Term) []coreform.Term {
	var out []coreform.Term
	for k, v := range m.Pairs() {
		out = append(out, k, v)
	}
	return out
}

// flip changes the first digit of a hash.
func flip(s string) string {
	if s[0] == '0' {
		return "1" + s[1:]
	}
	return "0" + s[1:]
}

func label(i int, what string) string { return fmt.Sprintf("record %d, %s", i, what) }
