package approval_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

func question(t testing.TB) approval.Question {
	t.Helper()
	payload, err := coreform.Parse([]byte(`{:command "c" :payload {:text "a\u202eb"} :plugin "p"}`))
	if err != nil {
		t.Fatal(err)
	}
	return approval.Question{
		Op: "editor/plugin::command", Payload: payload, Session: "s-1", Seq: 4, Provenance: effectlog.Digest{7},
		Class: "outward", Rule: "approve[0] line 9", Origin: "untrusted: screen",
	}
}

// clock is a time that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func gate(a approval.Approver) (approval.Gate, *clock) {
	c := &clock{now: time.Unix(1000, 0)}
	return approval.Gate{Approver: a, Now: c.Now, Lifetime: time.Minute}, c
}

func wantCode(t *testing.T, what string, err error, code ringfence.Code) {
	t.Helper()
	if !errors.Is(err, &ringfence.Error{Code: code}) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

func granted(t *testing.T, g approval.Gate) *approval.Grant {
	t.Helper()
	grant, r, err := g.Ask(context.Background(), question(t))
	if err != nil || r.Verdict != approval.Allowed || r.By != "script" {
		t.Fatalf("%+v, %v", r, err)
	}
	return grant
}

func TestGrantIsForOneRequest(t *testing.T) {
	q := question(t)
	for name, change := range map[string]func(*approval.Question){
		"op":         func(q *approval.Question) { q.Op = "editor/task::spawn" },
		"payload":    func(q *approval.Question) { q.Payload = coreform.Nil() },
		"session":    func(q *approval.Question) { q.Session = "s-2" },
		"place":      func(q *approval.Question) { q.Seq++ },
		"provenance": func(q *approval.Question) { q.Provenance[0]++ },
	} {
		g, _ := gate(approval.Script(true))
		grant := granted(t, g)
		other := question(t)
		change(&other)
		wantCode(t, name, grant.Use(other.Binding()), approval.CodeOther)
		wantCode(t, name+", then the right one", grant.Use(q.Binding()), approval.CodeUsed)
	}
	g, _ := gate(approval.Script(true))
	b := q.Binding()
	b.Session = "s-2" // a session beside its own request hash
	wantCode(t, "session alone", granted(t, g).Use(b), approval.CodeOther)
	b = q.Binding()
	b.Request[31] ^= 1
	g, _ = gate(approval.Script(true))
	wantCode(t, "request alone", granted(t, g).Use(b), approval.CodeOther)
}

func TestGrantIsUsedOnce(t *testing.T) {
	g, _ := gate(approval.Script(true))
	grant := granted(t, g)
	q := question(t)
	var mu sync.Mutex
	uses := 0
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if grant.Use(q.Binding()) == nil {
				mu.Lock()
				uses++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if uses != 1 {
		t.Errorf("used %d times", uses)
	}
}

func TestGrantExpires(t *testing.T) {
	q := question(t)
	for age, fresh := range map[time.Duration]bool{0: true, time.Minute - 1: true, time.Minute: false, time.Hour: false} {
		g, c := gate(approval.Script(true))
		grant := granted(t, g)
		c.add(age)
		err := grant.Use(q.Binding())
		if fresh && err != nil {
			t.Errorf("after %v: %v", age, err)
		}
		if !fresh {
			wantCode(t, age.String(), err, approval.CodeExpired)
		}
	}
}

func TestNoGrantAllowsNothing(t *testing.T) {
	q := question(t)
	var none *approval.Grant
	wantCode(t, "nil", none.Use(q.Binding()), approval.CodeDenied)
	wantCode(t, "zero", new(approval.Grant).Use(approval.Binding{}), approval.CodeDenied)
}

// approver is a function.
type approver func(context.Context, approval.Question) (approval.Answer, error)

func (f approver) Approve(ctx context.Context, q approval.Question) (approval.Answer, error) {
	return f(ctx, q)
}

func TestNoAnswerIsNo(t *testing.T) {
	yes := approval.Answer{Allow: true, By: "x"}
	for name, c := range map[string]struct {
		gate    func(*approval.Gate, *clock)
		verdict approval.Verdict
		code    ringfence.Code
	}{
		"nobody":   {func(g *approval.Gate, _ *clock) { g.Approver = nil }, approval.Failed, approval.CodeFailed},
		"no clock": {func(g *approval.Gate, _ *clock) { g.Now = nil }, approval.Failed, approval.CodeFailed},
		"too long": {func(g *approval.Gate, _ *clock) { g.Lifetime = time.Hour }, approval.Failed, approval.CodeFailed},
		"no":       {func(g *approval.Gate, _ *clock) { g.Approver = approval.Script(false) }, approval.Denied, approval.CodeDenied},
		"silent":   {func(g *approval.Gate, _ *clock) { g.Approver = approval.Script() }, approval.Denied, approval.CodeDenied},
		"error beside yes": {func(g *approval.Gate, _ *clock) {
			g.Approver = approver(func(context.Context, approval.Question) (approval.Answer, error) { return yes, errors.New("broken") })
		}, approval.Failed, approval.CodeFailed},
		"never comes back": {func(g *approval.Gate, _ *clock) {
			g.Lifetime = 20 * time.Millisecond
			g.Approver = approver(func(context.Context, approval.Question) (approval.Answer, error) { select {} })
		}, approval.TimedOut, approval.CodeTimeout},
		"yes after the deadline": {func(g *approval.Gate, _ *clock) {
			g.Lifetime = 20 * time.Millisecond
			g.Approver = approver(func(ctx context.Context, _ approval.Question) (approval.Answer, error) {
				<-ctx.Done()
				return yes, nil
			})
		}, approval.TimedOut, approval.CodeTimeout},
		"yes when the clock says it is over": {func(g *approval.Gate, c *clock) {
			g.Approver = approver(func(context.Context, approval.Question) (approval.Answer, error) {
				c.add(time.Minute)
				return yes, nil
			})
		}, approval.TimedOut, approval.CodeTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			g, clock := gate(approval.Script(true))
			c.gate(&g, clock)
			grant, r, err := g.Ask(context.Background(), question(t))
			wantCode(t, name, err, c.code)
			if grant != nil || r.Verdict != c.verdict || r.Seq != 4 {
				t.Errorf("%v, %+v", grant, r)
			}
			if r.Term().Err() != nil {
				t.Errorf("no record: %v", r.Term().Err())
			}
		})
	}
}

func TestCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, _ := gate(approval.Script(true))
	grant, _, err := g.Ask(ctx, question(t))
	if grant != nil {
		t.Error("a grant for a call that was given up")
	}
	wantCode(t, "given up", err, approval.CodeTimeout)
}

// TestRecordEntersTheJournal: what was approved is what is logged, and no other
// request takes its place.
func TestRecordEntersTheJournal(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, effectlog.Options{Session: "s-1"})
	if err != nil {
		t.Fatal(err)
	}
	q := question(t)
	var h effectlog.Digest
	q.Seq, h = j.Next(q.Op, q.Payload)
	if h != q.Binding().Request {
		t.Fatal("journal and question disagree about the request")
	}
	g, _ := gate(approval.Script(true))
	grant, r, err := g.Ask(context.Background(), q)
	if err != nil || grant.Use(q.Binding()) != nil {
		t.Fatal(err)
	}
	capability, _ := coreform.Map(coreform.Sym(":op"), coreform.Sym(q.Op))
	e := effectlog.Entry{
		Op: q.Op, Payload: q.Payload, Decision: effectlog.Allow, Cap: capability, Rule: q.Rule,
		Provenance: q.Provenance, Approver: r.By, Approval: r.Term(), Request: r.Request,
	}
	changed := e
	changed.Payload = coreform.Nil()
	if _, err := j.Intent(changed); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeRequest}) {
		t.Errorf("another payload: %v", err)
	}
	if _, err := j.Intent(e); err != nil {
		t.Error(err)
	}
}

func ExampleGate() {
	payload, _ := coreform.Parse([]byte(`{:mime "text/plain" :data "x"}`))
	q := approval.Question{Op: "editor/clipboard::set", Payload: payload, Session: "s", Seq: 0}
	g := approval.Gate{Approver: approval.Script(true), Now: func() time.Time { return time.Unix(0, 0) }}
	grant, record, err := g.Ask(context.Background(), q)
	fmt.Println(record.Verdict, err)
	fmt.Println(grant.Use(q.Binding()))
	fmt.Println(grant.Use(q.Binding()))
	// Output:
	// :allow <nil>
	// <nil>
	// approval-used: the grant was used before
}
