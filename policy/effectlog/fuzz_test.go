package effectlog_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// maxFuzz caps a fuzz input, in bytes.
const maxFuzz = 16 << 10

// wellBehaved holds what is true of the verification of any bytes.
func wellBehaved(t *testing.T, log []byte, o effectlog.VerifyOptions) *effectlog.Report {
	t.Helper()
	r, err := effectlog.Verify(log, o)
	if err != nil {
		var e *ringfence.Error
		if r != nil || !errors.As(err, &e) || e.Code != effectlog.CodeUnreadable || e.Offset > int64(len(log)) {
			t.Fatalf("error %v beside %v", err, r)
		}
		return nil
	}
	if len(r.Findings) > effectlog.MaxFindings {
		t.Fatalf("%d findings", len(r.Findings))
	}
	for _, f := range r.Findings {
		if f.Offset > int64(len(log)) || f.Message == "" || f.Code == "" || strings.ContainsFunc(f.String(), func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Fatalf("finding %q", f)
		}
	}
	// A log is replayed exactly when it has no fault, and a replay asks for what
	// the log holds.
	p, err := effectlog.NewReplay(log, o)
	if (err == nil) == r.Faults() {
		t.Fatalf("replay of a log with findings %v: %v", r.Findings, err)
	}
	if err == nil {
		if _, err := p.Answer(effectlog.Asked{Op: "no/such::op"}); err == nil {
			t.Fatal("a request that is in no log has an answer")
		}
	}
	return r
}

// FuzzJournal reads any bytes as a journal.
func FuzzJournal(f *testing.F) {
	log, _ := write(f, options, run(f))
	f.Add(log)
	f.Add(log[:len(log)/2])
	f.Add(bytes.Replace(log, []byte("terminal"), []byte("term\x00nal"), 1))
	list := records(f, log)
	f.Add(join(f, list[:1]))
	f.Add(join(f, []coreform.Term{list[0], list[2], list[1], list[0]}))
	f.Add([]byte("3\nnil"))
	f.Add([]byte("7"))
	f.Fuzz(func(t *testing.T, log []byte) {
		if len(log) > maxFuzz {
			return
		}
		r := wellBehaved(t, log, effectlog.VerifyOptions{})
		if r == nil || r.Format != effectlog.FormatJournal {
			return
		}
		// The same log against its own head is no worse, against another it is.
		head := r.Head
		if again := wellBehaved(t, log, effectlog.VerifyOptions{Head: &head}); !slices.Equal(codes(again), codes(r)) {
			t.Fatalf("against its own head: %v, then %v", r.Findings, again.Findings)
		}
		head[0] ^= 1
		if again := wellBehaved(t, log, effectlog.VerifyOptions{Head: &head}); !again.Faults() {
			t.Fatal("another head passes")
		}
		// What is exported is a log without fault, and holds the same responses.
		out, err := effectlog.Export(log, effectlog.ExportOptions{Partial: true})
		if (err == nil) == r.Faults() {
			t.Fatalf("export of a log with findings %v: %v", r.Findings, err)
		}
		if err == nil {
			if e := wellBehaved(t, out, effectlog.VerifyOptions{}); e == nil || !e.OK() {
				t.Fatalf("the export has findings %v", e)
			}
		}
	})
}

// FuzzJournalTail appends bytes to a good journal, and changes one byte of it.
func FuzzJournalTail(f *testing.F) {
	log, head := write(f, options, run(f)[:2])
	f.Add([]byte("3\nnil"), uint16(5), byte(1))
	f.Add([]byte{}, uint16(900), byte(0x80))
	f.Add([]byte("9"), uint16(0), byte(0))
	f.Fuzz(func(t *testing.T, tail []byte, at uint16, mask byte) {
		changed := append(slices.Clone(log), tail...)
		changed[int(at)%len(log)] ^= mask
		if bytes.Equal(changed, log) {
			return
		}
		if said := noticed(changed, effectlog.VerifyOptions{Head: &head}); said == "" {
			t.Fatalf("tail %q, byte %d, mask %#x: passes", tail, at, mask)
		}
	})
}

// FuzzWrite logs one entry of any content, and reads it back.
func FuzzWrite(f *testing.F) {
	f.Add("editor/clipboard::get", "{:a 1}", "allow[0]", "me", `"x"`, true, uint8(4))
	f.Add("a", "nil", "/etc", "", "{:error/code 1}", false, uint8(0))
	f.Add("editor/x::y", `"é\u0007"`, "", "", "[1 2 3 4]", true, uint8(255))
	f.Fuzz(func(t *testing.T, op, payload, rule, approver, answer string, allow bool, inline uint8) {
		p, perr := coreform.Parse([]byte(payload))
		a, aerr := coreform.Parse([]byte(answer))
		if perr != nil || aerr != nil || len(payload)+len(answer) > maxFuzz {
			return
		}
		e := effectlog.Entry{Op: op, Payload: p, Rule: rule, Approver: approver, Provenance: effectlog.PayloadHash(p)}
		o := outcome.SealedTerm(a)
		if allow {
			e.Decision, o = effectlog.Allow, outcome.Data(a)
			e.Cap, _ = coreform.Map(coreform.Sym(":op"), coreform.Sym(op))
		}
		var b bytes.Buffer
		j, err := effectlog.NewJournal(&b, options)
		must(t, err)
		i, err := j.Intent(e)
		if err != nil {
			var typed *ringfence.Error
			if !errors.As(err, &typed) {
				t.Fatalf("error %T", err)
			}
			return
		}
		must(t, j.Outcome(i, o))
		head, err := j.Close()
		must(t, err)
		if r := wellBehaved(t, b.Bytes(), effectlog.VerifyOptions{Head: &head}); !r.OK() {
			t.Fatalf("findings %v", r.Findings)
		}
		replay, err := effectlog.NewReplay(b.Bytes(), effectlog.VerifyOptions{Head: &head})
		must(t, err)
		got, err := replay.Answer(asked(e))
		must(t, err)
		if !got.Outcome.Equal(o) {
			t.Fatalf("got %v, want %v", got.Outcome, o)
		}
		for rest := b.Bytes(); len(rest) > 0; {
			var text []byte
			text, rest, err = frame.Cut(rest, effectlog.MaxRecord)
			must(t, err)
			if again := term(t, string(text)).Append(nil); !bytes.Equal(again, text) {
				t.Fatalf("a record is not canonical: %s", text)
			}
		}
	})
}

// FuzzGclog reads any bytes as a published log.
func FuzzGclog(f *testing.F) {
	log := exported(f)
	f.Add(log)
	f.Add(bytes.Replace(log, []byte(":allow"), []byte(":deny"), 1))
	f.Add(bytes.Replace(log, []byte(":version 3"), []byte(":version 2"), 1))
	f.Add(bytes.Replace(log, []byte("{:kind :ok :value"), []byte("{:kind :ok-artifact :artifact"), 1))
	f.Add([]byte("{:entries [] :program-hash b\"\" :toolchain \"\" :version 3}\n"))
	f.Add([]byte("{:version 3}"))
	f.Add([]byte("nil"))
	f.Fuzz(func(t *testing.T, log []byte) {
		if len(log) > maxFuzz {
			return
		}
		r := wellBehaved(t, log, effectlog.VerifyOptions{})
		p, err := effectlog.ParsePublished(log)
		if err != nil {
			var e *ringfence.Error
			if p != nil || !errors.As(err, &e) || e.Offset > int64(len(log)) {
				t.Fatalf("error %v beside %v", err, p)
			}
			if r != nil && r.Format == effectlog.FormatPublished && !r.Faults() {
				t.Fatalf("a log that cannot be read has no fault: %v", err)
			}
			return
		}
		out, err := p.Append(nil)
		must(t, err)
		again, err := effectlog.ParsePublished(out)
		must(t, err)
		second, err := again.Append(nil)
		must(t, err)
		if !bytes.Equal(out, second) {
			t.Fatal("writing is no fixpoint")
		}
		// A log that passes is canonical: it is written as it stood.
		if r.OK() && !bytes.Equal(out, log) {
			t.Fatalf("written as %q", out)
		}
	})
}
