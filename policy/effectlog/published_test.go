package effectlog_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// TestRealLogs: published logs verify with a note that nothing chains them, and
// read and written they are the same bytes. The one that was made wrong is found.
func TestRealLogs(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(testdata.Shared(t, "data/gclog"), "*.gclog"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			log, err := os.ReadFile(name)
			must(t, err)
			p, err := effectlog.ParsePublished(log)
			must(t, err)
			again, err := p.Append(nil)
			must(t, err)
			if !bytes.Equal(again, log) {
				t.Errorf("written as\n%s", again)
			}
			r := verify(t, log, effectlog.VerifyOptions{})
			wantFinding(t, r, effectlog.Note, effectlog.FindNoChain)
			if r.Format != effectlog.FormatPublished || r.Entries != len(p.Entries) {
				t.Errorf("%+v", r)
			}
			if strings.Contains(name, "invalid") {
				wantFinding(t, r, effectlog.Fault, effectlog.FindDecision)
				_, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
				wantCode(t, "replay", err, effectlog.CodeUnverified)
				return
			}
			if !r.OK() {
				t.Errorf("%v", r.Findings)
			}
			if _, err := effectlog.NewReplay(log, effectlog.VerifyOptions{}); err != nil {
				t.Error(err)
			}
			head := effectlog.Digest{}
			wantFinding(t, verify(t, log, effectlog.VerifyOptions{Head: &head}), effectlog.Fault, effectlog.FindHead)
		})
	}
}

func exported(t testing.TB) []byte {
	t.Helper()
	log, _ := write(t, options, run(t))
	out, err := effectlog.Export(log, effectlog.ExportOptions{})
	must(t, err)
	return out
}

func TestExport(t *testing.T) {
	log := exported(t)
	r := verify(t, log, effectlog.VerifyOptions{})
	if !r.OK() || len(r.Findings) != 1 || r.Entries != 5 {
		t.Fatalf("%v", r.Findings)
	}
	if bytes.Contains(log, []byte("allow[1]")) || bytes.Contains(log, []byte("terminal")) {
		t.Error("the export holds what the format has no place for")
	}
	p, err := effectlog.ParsePublished(log)
	must(t, err)
	for i, s := range run(t) {
		e := p.Entries[i]
		if e.Op != s.entry.Op || e.Payload != effectlog.PayloadHash(s.entry.Payload) || !e.Response.Outcome().Equal(s.outcome) ||
			e.Request != effectlog.RequestHash(e.Op, e.Payload, e.Cont) || e.Hash != effectlog.Digest(s.outcome.Hash()) || e.Cont != effectlog.ContHash("s-1", i) {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
	_, err = effectlog.Export(log, effectlog.ExportOptions{})
	wantCode(t, "an export of an export", err, effectlog.CodeOptions)
	_, err = effectlog.Export([]byte("{}"), effectlog.ExportOptions{})
	wantCode(t, "no log", err, effectlog.CodeUnreadable)
	journal, _ := write(t, options, run(t))
	_, err = effectlog.Export(bytes.Replace(journal, []byte("line 3"), []byte("line 4"), 1), effectlog.ExportOptions{})
	wantCode(t, "a changed journal", err, effectlog.CodeUnverified)
}

func TestExportInFlight(t *testing.T) {
	log, err := os.ReadFile(crashed(t, options, ""))
	must(t, err)
	_, err = effectlog.Export(log, effectlog.ExportOptions{})
	wantCode(t, "in flight", err, effectlog.CodeInFlight)
	out, err := effectlog.Export(log, effectlog.ExportOptions{Partial: true})
	must(t, err)
	if r := verify(t, out, effectlog.VerifyOptions{}); !r.OK() || r.Entries != 1 {
		t.Errorf("%v", r.Findings)
	}
}

// opaque are the fields of a published log that nothing in it speaks of: a
// change of one that keeps its form cannot be found, which is why our own logs
// are chained.
var opaque = []string{":program-hash", ":toolchain"}

// TestPublishedChanges: every change of a published log is found, but for those
// of fields that no hash covers.
func TestPublishedChanges(t *testing.T) {
	log := exported(t)
	top := term(t, string(log))
	list, _ := top.Lookup(":entries")
	var entries []coreform.Term
	for _, e := range list.Items() {
		entries = append(entries, e)
	}
	check := func(what string, changed coreform.Term, found bool) {
		t.Helper()
		said := noticed(coreform.AppendModule(nil, []coreform.Term{changed}), effectlog.VerifyOptions{})
		if (said != "") != found {
			t.Errorf("%s: %q", what, said)
		}
	}
	for _, k := range keysOf(top) {
		v, _ := top.Lookup(k)
		check("drop "+k, drop(t, top, k), true)
		check("change "+k, set(t, top, k, other(t, v)), !slices.Contains(opaque, k))
	}
	with := func(i int, e coreform.Term) coreform.Term {
		l := slices.Clone(entries)
		l[i] = e
		return set(t, top, ":entries", coreform.Vec(l...))
	}
	for i, e := range entries {
		for _, k := range keysOf(e) {
			v, _ := e.Lookup(k)
			check(label(i, "drop "+k), with(i, drop(t, e, k)), true)
			changed := other(t, v)
			// A number more in a capability is a capability, too.
			check(label(i, "change "+k), with(i, set(t, e, k, changed)), k != ":cap" || v.IsNil())
		}
		l := slices.Delete(slices.Clone(entries), i, i+1)
		check(label(i, "drop"), set(t, top, ":entries", coreform.Vec(l...)), i < len(entries)-1)
		check(label(i, "duplicate"), set(t, top, ":entries", coreform.Vec(slices.Insert(slices.Clone(entries), i, e)...)), true)
	}
	check("swap", set(t, top, ":entries", coreform.Vec(append([]coreform.Term{entries[1], entries[0]}, entries[2:]...)...)), true)
	for _, bad := range []string{string(log) + "\n", strings.TrimSuffix(string(log), "\n"), " " + string(log), string(log) + "; c\n", string(log) + "nil\n"} {
		if noticed([]byte(bad), effectlog.VerifyOptions{}) == "" {
			t.Errorf("%.20q passes", bad)
		}
	}
}

// TestTaskFields keeps what writers with tasks add.
func TestTaskFields(t *testing.T) {
	top := term(t, string(exported(t)))
	list, _ := top.Lookup(":entries")
	first, _ := list.Item(0)
	more, err := coreform.Map(append(pairsOf(first), coreform.Sym(":task-id"), coreform.Str("7"), coreform.Sym(":await-edge"), coreform.Str("e"))...)
	must(t, err)
	log := coreform.AppendModule(nil, []coreform.Term{set(t, top, ":entries", coreform.Vec(more))})
	p, err := effectlog.ParsePublished(log)
	must(t, err)
	if p.Entries[0].Task.String() != `{:await-edge "e" :task-id "7"}` {
		t.Errorf("task %v", p.Entries[0].Task)
	}
	again, err := p.Append(nil)
	must(t, err)
	if !bytes.Equal(again, log) || !verify(t, log, effectlog.VerifyOptions{}).OK() {
		t.Errorf("written as %s", again)
	}
}

func TestOtherSeals(t *testing.T) {
	p, err := effectlog.ParsePublished(exported(t))
	must(t, err)
	for token, found := range map[uint64]bool{3: false, 9: false, 300: true} {
		p.Entries[1].Hash = p.Entries[1].Response.Outcome().HashSealedBy(token)
		log, err := p.Append(nil)
		must(t, err)
		if said := noticed(log, effectlog.VerifyOptions{}); (said != "") != found {
			t.Errorf("token %d: %q", token, said)
		}
	}
}
