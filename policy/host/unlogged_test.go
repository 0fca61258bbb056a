package host_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/outcome"
)

// A request that is short to read and too long to log has no entry, is not counted,
// and is answered alike by the host and by who replays.
func TestRequestTooLongForTheLog(t *testing.T) {
	long, err := coreform.Parse([]byte(strings.Repeat("[", 90) + strings.Repeat("1 ", 400_000) + strings.Repeat("]", 90)))
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	journal, err := effectlog.NewJournal(&log, effectlog.Options{Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(host.Config{Journal: journal, Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	const op = "editor/clipboard::get"
	empty, _ := coreform.Map() // no key
	before := h.State()
	tooLong := h.Do(t.Context(), op, long, ringfence.NewProvenance())
	if e, ok := tooLong.Failure(); !ok || e.Code != string(policy.CodeResource) {
		t.Errorf("%+v", e)
	}
	if after := h.State(); after != before {
		t.Errorf("it was counted: %+v", after)
	}
	denied := h.Do(t.Context(), op, empty, ringfence.NewProvenance())
	if _, err := h.Close(); err != nil {
		t.Fatal(err)
	}
	replay, err := effectlog.NewReplay(log.Bytes(), effectlog.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(payload coreform.Term) outcome.Outcome {
		if o, ok := host.Unlogged(op, payload); ok {
			return o
		}
		r, err := replay.Answer(effectlog.Asked{Op: op, Payload: payload})
		if err != nil {
			t.Fatal(err)
		}
		return r.Outcome
	}
	if ask(long).Hash() != tooLong.Hash() || ask(empty).Hash() != denied.Hash() {
		t.Error("the replay answers otherwise")
	}
	if err := replay.Done(); err != nil {
		t.Error(err)
	}
	if _, ok := host.Unlogged(op, empty); ok {
		t.Error("a request that fits is refused")
	}
	if o, ok := host.Unlogged("no symbol", empty); !ok || !o.IsSealed() {
		t.Error("what is no symbol is let through")
	}
}
