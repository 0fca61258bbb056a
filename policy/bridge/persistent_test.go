//go:build linux

package bridge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/bridge"
)

func persistent(t testing.TB, behaviour ...string) bridge.Config {
	t.Helper()
	c := config(t, append([]string{"loop"}, behaviour...)...)
	c.Transport = bridge.PersistentStdio
	return c
}

// answers returns the process, the number and the echo of an answer.
func answers(t *testing.T, r bridge.Result) (pid string, n string, echo string) {
	t.Helper()
	v := data(t, r)
	a, _ := v.Item(0)
	b, _ := v.Item(1)
	c, _ := v.Item(2)
	return a.String(), b.String(), c.String()
}

func TestOneProcessAnswersAll(t *testing.T) {
	b := open(t, persistent(t))
	first, _, _ := answers(t, call(t, b, "0"))
	for i := 2; i < 20; i++ {
		payload := fmt.Sprintf("%q", strings.Repeat("x", i*i*i))
		pid, n, echo := answers(t, call(t, b, payload))
		if pid != first || n != fmt.Sprint(i) || echo != payload {
			t.Fatalf("process %s, answer %s, want %s and %d", pid, n, first, i)
		}
	}
}

// TestLargeBothWays: request and response longer than the pipes hold.
func TestLargeBothWays(t *testing.T) {
	c := persistent(t)
	c.MaxRequest, c.MaxResponse = 1<<20, 2<<20
	b := open(t, c)
	payload := `"` + strings.Repeat("x", 900_000) + `"`
	for range 3 {
		if _, _, echo := answers(t, call(t, b, payload)); echo != payload {
			t.Fatal("the echo differs")
		}
	}
}

// TestSecondCallFails: the first answer is good, the second call meets a fault,
// and the third a fresh process.
func TestSecondCallFails(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		code      ringfence.Code
	}{
		{"exit", bridge.CodeExit},
		{"partial", bridge.CodeExit},
		{"end", bridge.CodeStdoutRead},
		{"close", bridge.CodeStdoutRead},
		{"hang", bridge.CodeTimeout},
		{"bad", bridge.CodeParse},
		{"empty", bridge.CodeParse},
		{"late", bridge.CodeParse},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			config := persistent(t, c.behaviour)
			if c.behaviour == "hang" {
				config.Timeout = 2 * time.Second
			}
			b := open(t, config)
			first, _, _ := answers(t, call(t, b, "1"))
			if c.behaviour == "late" {
				time.Sleep(300 * time.Millisecond) // the process writes out of turn
			}
			wantError(t, call(t, b, "2"), c.code)
			pid, n, echo := answers(t, call(t, b, "3"))
			if pid == first || n != "1" || echo != "3" {
				t.Errorf("third call: process %s after %s, number %s, echo %s", pid, first, n, echo)
			}
		})
	}
}

// TestExtraFrameNeverAnswersTheNext: whenever the second frame is noticed, it is
// not taken for an answer to a later request.
func TestExtraFrameNeverAnswersTheNext(t *testing.T) {
	b := open(t, persistent(t, "extra"))
	_, _, _ = answers(t, call(t, b, "1"))
	r := call(t, b, "2")
	if v, ok := r.Outcome.Data(); ok {
		if v.String() != "1" {
			t.Fatalf("second answer %v", v)
		}
		time.Sleep(200 * time.Millisecond)
		r = call(t, b, "3")
	}
	wantError(t, r, bridge.CodeParse)
}

func TestSilentEndAtFirst(t *testing.T) {
	// A persistent bridge that answers nothing has not answered {:ok true}.
	c := persistent(t)
	c.Args = []string{"bytes", `""`}
	c.Timeout = 500 * time.Millisecond
	wantError(t, call(t, open(t, c), "{}"), bridge.CodeTimeout)
}

func TestTooLongForSession(t *testing.T) {
	c := persistent(t)
	c.MaxResponse = 100
	b := open(t, c)
	wantError(t, call(t, b, `"`+strings.Repeat("x", 200)+`"`), bridge.CodeResponseTooLarge)
	_, n, _ := answers(t, call(t, b, "1"))
	if n != "1" {
		t.Errorf("answer %s of an old process", n)
	}
}

func TestWaitingForTheTurnEnds(t *testing.T) {
	c := persistent(t, "hang")
	b := open(t, c)
	_, _, _ = answers(t, call(t, b, "1"))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bridge.Result)
	go func() { done <- b.Call(ctx, term(t, "2")) }()
	go func() { done <- b.Call(ctx, term(t, "2")) }()
	time.AfterFunc(100*time.Millisecond, cancel)
	for range 2 {
		wantError(t, <-done, bridge.CodeTimeout)
	}
}

func TestCloseEndsTheSession(t *testing.T) {
	b := open(t, persistent(t))
	pid, _, _ := answers(t, call(t, b, "1"))
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	n := 0
	fmt.Sscan(pid, &n)
	if alive(n) {
		t.Errorf("process %d outlived its bridge", n)
	}
	wantError(t, call(t, b, "2"), bridge.CodeSpawn)
}
