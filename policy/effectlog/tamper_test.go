package effectlog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
)

// key is that of the keyed journals.
var key = []byte(strings.Repeat("k", effectlog.KeyBytes))

// A change is one thing that somebody could do to a journal.
type change struct {
	what string
	log  []byte
}

// changes returns every change of one field, one record or the end, each alone.
func changes(t *testing.T, log []byte) []change {
	t.Helper()
	list := records(t, log)
	var out []change
	with := func(i int, what string, edit func([]coreform.Term) []coreform.Term) {
		out = append(out, change{label(i, what), join(t, edit(slices.Clone(list)))})
	}
	for i := range list {
		for _, k := range keysOf(list[i]) {
			v, _ := list[i].Lookup(k)
			with(i, "change "+k, func(l []coreform.Term) []coreform.Term { l[i] = set(t, l[i], k, other(t, v)); return l })
			with(i, "drop "+k, func(l []coreform.Term) []coreform.Term { l[i] = drop(t, l[i], k); return l })
			with(i, "nil for "+k, func(l []coreform.Term) []coreform.Term {
				if v.IsNil() {
					return append(l, l[0])
				}
				l[i] = set(t, l[i], k, coreform.Nil())
				return l
			})
			// And one level further down.
			for _, inner := range keysOf(v) {
				iv, _ := v.Lookup(inner)
				with(i, "change "+k+" "+inner, func(l []coreform.Term) []coreform.Term {
					l[i] = set(t, l[i], k, set(t, v, inner, other(t, iv)))
					return l
				})
				with(i, "drop "+k+" "+inner, func(l []coreform.Term) []coreform.Term {
					l[i] = set(t, l[i], k, drop(t, v, inner))
					return l
				})
			}
		}
		with(i, "add a key", func(l []coreform.Term) []coreform.Term { l[i] = other(t, l[i]); return l })
		with(i, "drop", func(l []coreform.Term) []coreform.Term { return slices.Delete(l, i, i+1) })
		with(i, "duplicate", func(l []coreform.Term) []coreform.Term { return slices.Insert(l, i, l[i]) })
		with(i, "cut the rest", func(l []coreform.Term) []coreform.Term { return l[:i] })
		with(i, "append a copy", func(l []coreform.Term) []coreform.Term { return append(l, l[i]) })
		for j := range i {
			with(i, fmt.Sprintf("swap with %d", j), func(l []coreform.Term) []coreform.Term { l[i], l[j] = l[j], l[i]; return l })
		}
	}
	for n := range log {
		if n%17 == 0 || n > len(log)-20 {
			out = append(out, change{fmt.Sprintf("cut after byte %d", n), log[:n]})
		}
	}
	for _, tail := range []string{"\n", " ", "x", "0\n", "3\nnil", "99\n", string(log)} {
		out = append(out, change{fmt.Sprintf("append %.10q", tail), append(slices.Clone(log), tail...)})
	}
	return out
}

// noticed reports what verification says of a changed log, or "" when it says
// nothing worse than a note.
func noticed(log []byte, o effectlog.VerifyOptions) string {
	r, err := effectlog.Verify(log, o)
	if err != nil {
		return err.Error()
	}
	if r.OK() {
		return ""
	}
	for _, f := range r.Findings {
		if f.Severity > effectlog.Note {
			return f.String()
		}
	}
	return ""
}

// TestEveryChangeIsNoticed: with the head hash, and with the key, every change
// of every field is noticed and told.
func TestEveryChangeIsNoticed(t *testing.T) {
	log, head := write(t, options, run(t))
	keyed := options
	keyed.Key = key
	keyedLog, _ := write(t, keyed, run(t))
	for name, c := range map[string]struct {
		log []byte
		o   effectlog.VerifyOptions
	}{
		"head": {log, effectlog.VerifyOptions{Head: &head}},
		"key":  {keyedLog, effectlog.VerifyOptions{Key: key}},
		// Without either, nothing that does not rewrite the rest passes, but
		// for changes of the last record, which nothing follows.
		"alone": {log, effectlog.VerifyOptions{}},
	} {
		t.Run(name, func(t *testing.T) {
			if said := noticed(c.log, c.o); said != "" {
				t.Fatalf("the log itself: %s", said)
			}
			all := changes(t, c.log)
			if len(all) < 500 {
				t.Fatalf("only %d changes", len(all))
			}
			last := label(len(records(t, c.log))-1, "")
			for _, ch := range all {
				said := noticed(ch.log, c.o)
				if said == "" && (name != "alone" || !strings.HasPrefix(ch.what, last)) {
					t.Errorf("%s passes", ch.what)
				}
				if strings.ContainsFunc(said, func(r rune) bool { return r < ' ' || r > '~' }) {
					t.Errorf("%s: %q is not printable ASCII", ch.what, said)
				}
			}
		})
	}
}

// TestEveryByteCounts changes single bytes anywhere.
func TestEveryByteCounts(t *testing.T) {
	log, head := write(t, options, run(t)[:2])
	for i := range log {
		for _, mask := range []byte{1, 0x20, 0x80} {
			changed := slices.Clone(log)
			changed[i] ^= mask
			if noticed(changed, effectlog.VerifyOptions{Head: &head}) == "" {
				t.Fatalf("byte %d with %#x passes", i, mask)
			}
		}
	}
}

// rechain rewrites a journal so that its chain holds again, as somebody could who
// has no key.
func rechain(t *testing.T, list []coreform.Term) []byte {
	t.Helper()
	var out []byte
	prev := effectlog.Digest{}
	for _, r := range list {
		r = set(t, r, ":prev", coreform.Str(prev.String()))
		text := r.Append(nil)
		var err error
		out, err = frame.Append(out, text)
		must(t, err)
		prev = recordHash(text)
	}
	return out
}

// TestRewrittenRest: who rewrites everything after a change fools nobody that has
// the head or the key.
func TestRewrittenRest(t *testing.T) {
	log, head := write(t, options, run(t))
	keyed := options
	keyed.Key = key
	keyedLog, _ := write(t, keyed, run(t))
	forge := func(log []byte) []byte {
		list := records(t, log)
		list[1] = set(t, list[1], ":rule", coreform.Str("another rule"))
		return rechain(t, list)
	}
	if said := noticed(forge(log), effectlog.VerifyOptions{}); said != "" {
		t.Errorf("a whole forgery is told without anything to hold it against: %s", said)
	}
	r := verify(t, forge(log), effectlog.VerifyOptions{Head: &head})
	f := wantFinding(t, r, effectlog.Fault, effectlog.FindHead)
	if f.Want != head.String() || f.Got != r.Head.String() {
		t.Errorf("sides %s, %s", f.Want, f.Got)
	}
	r = verify(t, forge(keyedLog), effectlog.VerifyOptions{Key: key})
	wantFinding(t, r, effectlog.Fault, effectlog.FindChain)
	// Nor does it help to say that there never was a key.
	list := records(t, forge(keyedLog))
	list[0] = set(t, list[0], ":keyed", coreform.Bool(false))
	r = verify(t, rechain(t, list), effectlog.VerifyOptions{Key: key})
	wantFinding(t, r, effectlog.Fault, effectlog.FindKey)
}

// TestChangeIsTold: a finding names the record, and shows both sides.
func TestChangeIsTold(t *testing.T) {
	log, head := write(t, options, run(t))
	list := records(t, log)
	o := effectlog.VerifyOptions{Head: &head}
	// Record 1 is the intent of entry 0.
	list[1] = set(t, list[1], ":provenance-h", coreform.Str(strings.Repeat("0", 64)))
	f := wantFinding(t, verify(t, join(t, list), o), effectlog.Fault, effectlog.FindChain)
	if f.Record != 2 || f.Want == f.Got || len(f.Want) != 64 || len(f.Got) != 64 {
		t.Errorf("%v", f)
	}
	list = records(t, log)
	list[1] = set(t, list[1], ":payload", term(t, "{:a 1}"))
	f = verify(t, join(t, list), o).Findings[0]
	if f.Code != effectlog.FindRequestHash || f.Entry != 0 || f.Record != 1 {
		t.Errorf("%v", f)
	}
	list = records(t, log)
	list[2] = set(t, list[2], ":resp", term(t, "{:kind :ok :value 1}"))
	f = verify(t, join(t, list), o).Findings[0]
	if f.Code != effectlog.FindResponseHash || f.Entry != 0 || f.Record != 2 {
		t.Errorf("%v", f)
	}
	list = records(t, log)
	list[1] = drop(t, list[1], ":rule")
	f = verify(t, join(t, list), o).Findings[0]
	if f.Code != effectlog.CodeField || f.Pointer != "/:rule" || !strings.Contains(f.String(), "record 1") {
		t.Errorf("%v", f)
	}
	// The same with a rewritten chain: contradictions remain.
	for what, c := range map[string]struct {
		record int
		key    string
		value  string
		code   string
	}{
		"decision": {1, ":decision", ":deny", "log-decision"},
		"cap":      {1, ":cap", "nil", "log-decision"},
		"op":       {1, ":op", "editor/x::y", "log-request-hash"},
		"secret":   {1, ":cap", `{:op editor/clipboard::get :token "x"}`, "log-capability"},
		"path":     {1, ":rule", `"/etc/policy"`, "log-capability"},
		"number":   {1, ":i", "7", "log-number"},
		"entry":    {2, ":i", "7", "log-order"},
		"count":    {11, ":entries", "4", "log-number"},
		"answer":   {4, ":resp", "{:kind :ok :value 1}", "log-decision"},
		"records":  {3, ":n", "9", "log-number"},
	} {
		list := records(t, log)
		list[c.record] = set(t, list[c.record], c.key, term(t, c.value))
		said := noticed(rechain(t, list), effectlog.VerifyOptions{})
		if !strings.Contains(said, "["+c.code+"]") {
			t.Errorf("%s: %q, want %s", what, said, c.code)
		}
	}
}
