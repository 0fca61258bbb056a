package effectlog_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// asked is the request of a step with every field given.
func asked(e effectlog.Entry) effectlog.Asked {
	return effectlog.Asked{
		Op: e.Op, Payload: e.Payload, Decision: &e.Decision, Cap: &e.Cap, Rule: &e.Rule,
		Approver: &e.Approver, Policy: &e.Policy, Provenance: &e.Provenance,
	}
}

func logs(t *testing.T) map[string][]byte {
	t.Helper()
	journal, _ := write(t, options, run(t))
	return map[string][]byte{"journal": journal, "published": exported(t)}
}

// TestReplayIsIdentical: the same requests get the same responses, from both
// formats, with nothing but the log.
func TestReplayIsIdentical(t *testing.T) {
	for name, log := range logs(t) {
		p, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
		must(t, err)
		for i, s := range run(t) {
			got, err := p.Answer(asked(s.entry))
			must(t, err)
			if got.Entry != i || !got.Outcome.Equal(s.outcome) || got.Decision != s.entry.Decision || !got.Cap.Equal(s.entry.Cap) {
				t.Errorf("%s, entry %d: %+v", name, i, got)
			}
			if name == "journal" && got.Rule != s.entry.Rule {
				t.Errorf("rule %q", got.Rule)
			}
		}
		must(t, p.Done())
		_, err = p.Answer(asked(run(t)[0].entry))
		d := divergence(t, err)
		if d.Entry != 5 || d.Field != ":entries" {
			t.Errorf("%s after the end: %v", name, d)
		}
	}
}

func divergence(t *testing.T, err error) *effectlog.Divergence {
	t.Helper()
	var d *effectlog.Divergence
	if !errors.As(err, &d) {
		t.Fatalf("got %v, want a divergence", err)
	}
	wantCode(t, "divergence", err, effectlog.CodeDivergence)
	return d
}

// TestEveryFieldIsCompared: one field differs, and both sides are told.
func TestEveryFieldIsCompared(t *testing.T) {
	deny := effectlog.Deny
	another, rule := effectlog.Digest{9}, "other rule"
	none := coreform.Nil()
	for _, c := range []struct {
		field, pointer, recorded, asked string
		journalOnly                     bool
		change                          func(*effectlog.Asked)
	}{
		{":op", "", "editor/clipboard::set", "editor/clipboard::get", false, func(a *effectlog.Asked) { a.Op = "editor/clipboard::get" }},
		{":payload", "/:data", `\"x\"`, `\"y\\u0007\"`, true, func(a *effectlog.Asked) { a.Payload = term(t, `{:data "y\u0007" :mime "text/plain"}`) }},
		{":payload", "", `{:data \"x\" :mime \"text/plain\"}`, "{}", true, func(a *effectlog.Asked) { a.Payload = term(t, "{}") }},
		{":decision", "", ":allow", ":deny", false, func(a *effectlog.Asked) { a.Decision = &deny }},
		{":cap", "", "{:op editor/clipboard::set :timeout-ms 5000}", "nil", false, func(a *effectlog.Asked) { a.Cap = &none }},
		{":rule", "", "allow[1] line 3", rule, true, func(a *effectlog.Asked) { a.Rule = &rule }},
		{":approver", "", "terminal", rule, true, func(a *effectlog.Asked) { a.Approver = &rule }},
		{":policy-h", "", effectlog.Digest{2}.String(), another.String(), true, func(a *effectlog.Asked) { a.Policy = &another }},
		{":provenance-h", "", effectlog.Digest{3}.String(), another.String(), true, func(a *effectlog.Asked) { a.Provenance = &another }},
	} {
		for name, log := range logs(t) {
			if c.journalOnly && name == "published" {
				continue
			}
			p, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
			must(t, err)
			for _, s := range run(t)[:2] {
				_, err := p.Answer(asked(s.entry))
				must(t, err)
			}
			a := asked(run(t)[2].entry)
			c.change(&a)
			_, err = p.Answer(a)
			d := divergence(t, err)
			if d.Entry != 2 || d.Field != c.field || d.Pointer != c.pointer || d.Recorded != c.recorded || d.Asked != c.asked {
				t.Errorf("%s: %+v, want %+v", name, d, c)
			}
			if s := d.Error(); !strings.Contains(s, c.recorded) || !strings.Contains(s, c.asked) {
				t.Errorf("%s: message %s", name, s)
			}
			// The right request comes too late now.
			if _, again := p.Answer(asked(run(t)[2].entry)); again != err { //nolint:errorlint // the same one
				t.Errorf("%s went on after a divergence: %v", name, again)
			}
			if done := p.Done(); done != err { //nolint:errorlint // the same one
				t.Errorf("%s is done: %v", name, done)
			}
		}
	}
}

// TestPublishedPayload is compared by its hash, which is all there is.
func TestPublishedPayload(t *testing.T) {
	p, err := effectlog.NewReplay(exported(t), effectlog.VerifyOptions{})
	must(t, err)
	_, err = p.Answer(effectlog.Asked{Op: "editor/clipboard::get", Payload: term(t, "{:a 1}")})
	d := divergence(t, err)
	if d.Field != ":payload-h" || d.Recorded != effectlog.PayloadHash(term(t, "{}")).String() || d.Asked != effectlog.PayloadHash(term(t, "{:a 1}")).String() {
		t.Errorf("%+v", d)
	}
}

func TestEarlyEnd(t *testing.T) {
	for name, log := range logs(t) {
		p, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
		must(t, err)
		_, err = p.Answer(asked(run(t)[0].entry))
		must(t, err)
		if d := divergence(t, p.Done()); d.Entry != 1 || !strings.Contains(d.Asked, "4 entries early") {
			t.Errorf("%s: %v", name, d)
		}
	}
}

func TestWhatIsNotReplayed(t *testing.T) {
	keyed := options
	keyed.Key = key
	log, head := write(t, keyed, run(t))
	_, err := effectlog.NewReplay(log, effectlog.VerifyOptions{})
	wantCode(t, "without the key", err, effectlog.CodeUnverified)
	if _, err := effectlog.NewReplay(log, effectlog.VerifyOptions{Key: key, Head: &head}); err != nil {
		t.Error(err)
	}
	_, err = effectlog.NewReplay(bytes.Replace(log, []byte(":ok true"), []byte(":ok trua"), 1), effectlog.VerifyOptions{Key: key})
	wantCode(t, "changed", err, effectlog.CodeUnverified)
	_, err = effectlog.NewReplay(nil, effectlog.VerifyOptions{})
	wantCode(t, "nothing", err, effectlog.CodeUnreadable)
	_, err = effectlog.NewReplay(nil, effectlog.VerifyOptions{Key: key[1:]})
	wantCode(t, "a short key", err, effectlog.CodeOptions)
}

// TestReplayOfACrash answers up to what was in flight.
func TestReplayOfACrash(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, options)
	must(t, err)
	for _, s := range run(t)[:2] {
		i, err := j.Intent(s.entry)
		must(t, err)
		if i == 0 {
			must(t, j.Outcome(i, s.outcome))
		}
	}
	p, err := effectlog.NewReplay(b.Bytes(), effectlog.VerifyOptions{})
	must(t, err)
	_, err = p.Answer(asked(run(t)[0].entry))
	must(t, err)
	_, err = p.Answer(asked(run(t)[1].entry))
	wantCode(t, "in flight", err, effectlog.CodeInFlight)
}
