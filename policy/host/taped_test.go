package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// taped is a session that remembers what was asked and answered.
type taped struct {
	*session
	tape []exchange
}

type exchange struct {
	op, payload string
	answer      outcome.Outcome
}

func (s *taped) ask(t testing.TB, op, payload string) outcome.Outcome {
	t.Helper()
	got := s.session.ask(t, op, payload)
	s.tape = append(s.tape, exchange{op, payload, got})
	return got
}

// want demands data.
func (s *taped) want(t testing.TB, op, payload, answer string) {
	t.Helper()
	got := s.ask(t, op, payload)
	if value, ok := got.Data(); !ok || !value.Equal(term(t, answer)) {
		t.Errorf("%s %s: %s, want %s", op, payload, got, answer)
	}
}

// fails demands an ERROR.
func (s *taped) fails(t testing.TB, op, payload string, code any) {
	t.Helper()
	failed(t, s.ask(t, op, payload), op, fmt.Sprint(code))
}

// replays closes the session, takes the workspace away and asks the log the same:
// it answers the same.
func (s *taped) replays(t *testing.T, top string) {
	t.Helper()
	s.entries(t)
	for _, d := range []string{"ws", "undo"} {
		if err := os.RemoveAll(filepath.Join(top, d)); err != nil {
			t.Fatal(err)
		}
	}
	log, err := effectlog.NewReplay(s.log.Bytes(), effectlog.VerifyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range s.tape {
		got, err := log.Answer(effectlog.Asked{Op: x.op, Payload: term(t, x.payload)})
		if err != nil || !got.Outcome.Equal(x.answer) {
			t.Fatalf("request %d: %v\n%s\nwant %s", i, err, got.Outcome, x.answer)
		}
	}
	if err := log.Done(); err != nil {
		t.Error(err)
	}
}
