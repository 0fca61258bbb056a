package host_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/outcome"
)

const (
	get = "editor/clipboard::get"
	set = "editor/clipboard::set"
)

const clipboardPolicy = `allow = ["editor/clipboard::*"]`

func TestClipboard(t *testing.T) {
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), nil)
	s.want(t, get, `{}`, `{:data "" :mime "text/plain" :ok true}`)
	for _, data := range []string{`"text\r\n\u0000"`, `b"\xFF\x00"`, `""`} {
		s.want(t, set, `{:data `+data+` :mime "text/plain"}`, `{:ok true}`)
		s.want(t, get, `{}`, `{:data `+data+` :mime "text/plain" :ok true}`)
	}
	s.fails(t, set, `{:data "x" :mime "text/html"}`, policy.CodePayload)
	s.fails(t, set, `{:data 1 :mime "text/plain"}`, policy.CodePayload)
	s.fails(t, get, `{:x 1}`, policy.CodePayload)
	s.fails(t, get, `nil`, policy.CodePayload)
	if r := s.entries(t); r.Entries != 11 {
		t.Errorf("%d entries", r.Entries)
	}
}

func TestClipboardLimits(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy+"\n[op.\"editor/clipboard::get\"]\nmax_bytes = 100\n")
	board := clipboard.NewMemory()
	s := start(t, p, func(c *host.Config) { c.Clipboard = board })
	for size, ok := range map[int]bool{10: true, 99: false, 100: false, 101: false, 1 << 20: false} {
		if err := board.Set(t.Context(), clipboard.Content{MIME: clipboard.Text, Data: bytes.Repeat([]byte("x"), size)}); err != nil {
			t.Fatal(err)
		}
		got := s.ask(t, get, `{}`)
		if _, isData := got.Data(); isData != ok {
			t.Errorf("%d bytes: %s", size, got)
		}
		if !ok {
			failed(t, got, get, string(policy.CodeResource))
		}
	}
	s.entries(t)
}

// boardOf is a clipboard that answers as it is told to.
type boardOf struct{ err error }

func (b boardOf) Get(context.Context, int) (clipboard.Content, error) {
	return clipboard.Content{}, b.err
}
func (b boardOf) Set(context.Context, clipboard.Content) error { return b.err }

func TestClipboardFailures(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy)
	for code, want := range map[ringfence.Code]ringfence.Code{
		clipboard.CodeNone: host.CodeUnavailable, clipboard.CodeFailed: host.CodeUnavailable, clipboard.CodeTimeout: host.CodeTimeout,
		clipboard.CodeTooLong: policy.CodeResource, clipboard.CodeMIME: policy.CodePayload, clipboard.CodeNotText: host.CodeUnavailable,
		"something else": host.CodeUnavailable,
	} {
		s := start(t, p, func(c *host.Config) {
			c.Clipboard = boardOf{&ringfence.Error{Code: code, Message: "secret", Err: errors.New("secret")}}
		})
		for op, payload := range map[string]string{get: `{}`, set: `{:data "" :mime "text/plain"}`} {
			got := s.ask(t, op, payload)
			failed(t, got, op, string(want))
			if strings.Contains(got.String(), "secret") {
				t.Errorf("%s: %s", code, got)
			}
		}
		s.entries(t)
	}
	s := start(t, p, func(c *host.Config) { c.Clipboard = nil })
	s.fails(t, get, `{}`, host.CodeUnavailable)
	s.fails(t, set, `{:data "" :mime "text/plain"}`, host.CodeUnavailable)
}

// What no rule allows does not happen, whatever the reason, and is logged.
func TestDenied(t *testing.T) {
	dir := t.TempDir()
	touched := boardOf{errors.New("touched")}
	for name, p := range map[string]*policy.Policy{
		"no policy": nil, "nothing allowed": parsePolicy(t, dir, `allow = []`), "deny wins": parsePolicy(t, dir, "allow = [\"*\"]\ndeny = [\"editor/clipboard::*\"]"),
	} {
		s := start(t, p, func(c *host.Config) { c.Clipboard = touched })
		want := policy.CodeDenied
		if p == nil {
			want = policy.CodePolicyError
		}
		s.fails(t, get, `{}`, want)
		if p != nil {
			s.fails(t, "editor/nothing::at-all", `{}`, policy.CodeUnknownOp)
			s.fails(t, "io/fs::read", `{:path "/etc/passwd"}`, policy.CodeUnknownOp)
		}
		if s.State().Allowed() != 0 || s.State().Denied() == 0 {
			t.Errorf("%s: %d allowed, %d denied", name, s.State().Allowed(), s.State().Denied())
		}
		if r := s.entries(t); int64(r.Entries) != s.State().Denied() {
			t.Errorf("%s: %d entries", name, r.Entries)
		}
	}
}

func TestTaint(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), "allow = []\n[[rule]]\neffect = \"allow\"\nops = [\"editor/clipboard::get\"]\nwhen = { untainted = [\"tool\"] }\n")
	s := start(t, p, nil)
	clean := ringfence.NewProvenance(ringfence.Source{Kind: "screen"})
	for _, v := range []struct {
		p  ringfence.Provenance
		ok bool
	}{
		{clean, true},
		{ringfence.Provenance{}, false},
		{clean.Join(ringfence.NewProvenance(ringfence.Source{Kind: "tool"})), false},
	} {
		got := s.Do(t.Context(), get, term(t, `{}`), v.p)
		if got.IsSealed() == v.ok {
			t.Errorf("%v: %s", v.p.Sources(), got)
		}
	}
}

// Requests that no log can hold are answered all the same.
func TestNoRequests(t *testing.T) {
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), nil)
	failed(t, s.Do(t.Context(), "", coreform.Nil(), untainted()), "host/request", string(policy.CodeUnknownOp))
	failed(t, s.Do(t.Context(), "a b", coreform.Nil(), untainted()), "host/request", string(policy.CodeUnknownOp))
	failed(t, s.Do(t.Context(), get, coreform.Sym(""), untainted()), get, string(policy.CodePayload))
	if r := s.entries(t); r.Entries != 0 {
		t.Errorf("%d entries", r.Entries)
	}
}

func TestLimitsOfARun(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy+"\n[runtime]\nmax_effect_ops = 3\nmax_response_bytes_per_op = 60\n")
	s := start(t, p, nil)
	s.want(t, set, `{:data "0123456789012345678901234567890123456789" :mime "text/plain"}`, `{:ok true}`)
	s.fails(t, get, `{}`, policy.CodeResource) // 40 bytes and what is around them
	s.fails(t, get, `{:x 1}`, policy.CodePayload)
	s.fails(t, get, `{}`, policy.CodeResource)
	s.entries(t)
}

func TestResumedState(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy+"\n[op.\"editor/clipboard::get\"]\nmax_calls = 2\n")
	first := start(t, p, nil)
	first.ask(t, get, `{}`)
	state := first.State()
	s := start(t, p, func(c *host.Config) { c.State = state })
	s.want(t, get, `{}`, `{:data "" :mime "text/plain" :ok true}`)
	s.fails(t, get, `{}`, policy.CodeResource)
}

func TestConfig(t *testing.T) {
	for name, c := range map[string]host.Config{
		"no journal": {},
	} {
		var e *ringfence.Error
		if h, err := host.New(c); !errors.As(err, &e) || e.Code != host.CodeConfig || h != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// slow is a clipboard that waits.
type slow struct{ entered chan struct{} }

func (b slow) Get(ctx context.Context, _ int) (clipboard.Content, error) {
	b.entered <- struct{}{}
	<-ctx.Done()
	return clipboard.Content{}, &ringfence.Error{Code: clipboard.CodeTimeout, Err: ctx.Err()}
}
func (slow) Set(context.Context, clipboard.Content) error { return nil }

// Close ends what is under way, which is answered and logged, and nothing happens
// after it.
func TestCloseEndsWhatRuns(t *testing.T) {
	board := slow{make(chan struct{})}
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), func(c *host.Config) { c.Clipboard = board })
	answers := make(chan outcome.Outcome)
	go func() { answers <- s.Do(context.Background(), get, term(t, `{}`), untainted()) }()
	<-board.entered
	var closing sync.WaitGroup
	for range 3 {
		closing.Go(func() {
			if _, err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	failed(t, <-answers, get, string(host.CodeTimeout))
	closing.Wait()
	s.fails(t, get, `{}`, host.CodeUnavailable)
	if r := s.entries(t); r.Entries != 1 || !r.Closed || len(r.InFlight) != 0 {
		t.Errorf("%+v", r)
	}
}

// A request that is given up before its turn leaves nothing.
func TestGivenUp(t *testing.T) {
	board := slow{make(chan struct{})}
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), func(c *host.Config) { c.Clipboard = board })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); s.Do(ctx, get, term(t, `{}`), untainted()) }()
	<-board.entered
	gone, give := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer give()
	failed(t, s.Do(gone, set, term(t, `{:data "" :mime "text/plain"}`), untainted()), set, string(host.CodeTimeout))
	cancel()
	<-done
	if r := s.entries(t); r.Entries != 1 {
		t.Errorf("%d entries", r.Entries)
	}
}

// Many at once take turns: each has its entry, and the log is in order.
func TestConcurrent(t *testing.T) {
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), nil)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 25 {
				if i%2 == 0 {
					s.want(t, set, `{:data "x" :mime "text/plain"}`, `{:ok true}`)
				} else if s.ask(t, get, `{}`).IsSealed() {
					t.Error("sealed")
				}
			}
		})
	}
	all.Wait()
	if r := s.entries(t); r.Entries != 200 || s.State().Allowed() != 200 {
		t.Errorf("%d entries", r.Entries)
	}
}

func TestApprovals(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy)
	gate := approval.Gate{Approver: approval.Script(true, false), Now: time.Now}
	s := start(t, p, func(c *host.Config) { c.Approver, c.ApproveFrom = gate, policy.Irreversible })
	s.want(t, set, `{:data "yes" :mime "text/plain"}`, `{:ok true}`)
	s.fails(t, set, `{:data "no" :mime "text/plain"}`, policy.CodeDenied)
	s.want(t, get, `{}`, `{:data "yes" :mime "text/plain" :ok true}`) // of a lower class: nobody is asked
	s.entries(t)
	log := string(s.log.Bytes())
	for _, want := range []string{":verdict :allow", ":verdict :deny", `:approver "script"`, "approval: class irreversible and above"} {
		if !strings.Contains(strings.Join(strings.Fields(log), " "), want) {
			t.Errorf("the log has no %s", want)
		}
	}
	// Nobody to ask: what needs an approval is denied.
	for _, gate := range []approval.Gate{{}, {Now: time.Now}} {
		s := start(t, p, func(c *host.Config) { c.Approver, c.ApproveFrom = gate, policy.Read })
		s.fails(t, get, `{}`, policy.CodeDenied)
		s.entries(t)
	}
}

func TestProvenanceHash(t *testing.T) {
	a, b := ringfence.Source{Kind: "screen"}, ringfence.Source{Kind: "request", Trust: ringfence.Request}
	seen := map[effectlog.Digest]string{}
	for name, p := range map[string]ringfence.Provenance{
		"unknown": {}, "instructions": ringfence.NewProvenance(), "a": ringfence.NewProvenance(a), "b": ringfence.NewProvenance(b),
		"ab": ringfence.NewProvenance(a, b), "odd": ringfence.NewProvenance(ringfence.Source{Kind: "\xff"}),
	} {
		h := host.ProvenanceHash(p)
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
	if host.ProvenanceHash(ringfence.NewProvenance(a, b)) != host.ProvenanceHash(ringfence.NewProvenance(b, a)) {
		t.Error("the order of sources counts")
	}
}

func TestCapsAllowed(t *testing.T) {
	const op = "editor/task::spawn"
	for src, want := range map[string]bool{
		`{:allow [editor/task::spawn]}`:                            true,
		`{:allow [a editor/task::spawn] :deny []}`:                 true,
		`{:allow [editor/task::spawn] :deny nil :note "x"}`:        true,
		`{:allow [editor/task::spawn] :deny [editor/task::spawn]}`: false,
		`{:allow [] :deny []}`:                                     false,
		`{:allow nil}`:                                             false,
		`{}`:                                                       false,
		`{:deny [a]}`:                                              false,
		`nil`:                                                      false,
		`[editor/task::spawn]`:                                     false,
		`{:allow ["editor/task::spawn"]}`:                          false,
		`{:allow [editor/task::*]}`:                                false,
		`{:allow [*]}`:                                             false,
		`{:allow [Editor/task::spawn]}`:                            false,
		`{:allow editor/task::spawn}`:                              false,
		`{:allow (editor/task::spawn)}`:                            false,
		`{"allow" [editor/task::spawn]}`:                           false,
		`{:allow [editor/task::spawn] :deny ["editor/task::spawn"]}`:          false,
		`{:allow [editor/task::spawn] :deny a}`:                               false,
		`{:allow [editor/task::spawn editor/task::poll] :deny [editor/task]}`: true,
	} {
		if got := host.CapsAllowed(term(t, src), op); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
	if host.CapsAllowed(coreform.Sym(""), op) || host.CapsAllowed(term(t, `{:allow [a]}`), "") {
		t.Error("what is no term, or no op, is allowed")
	}
}

func TestPerform(t *testing.T) {
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), nil)
	plugin := term(t, `{:allow [editor/clipboard::get editor/dialog::open]}`)
	got := s.Perform(t.Context(), plugin, get, term(t, `{}`), untainted())
	if got.IsSealed() {
		t.Errorf("%s", got)
	}
	first := s.Perform(t.Context(), plugin, set, term(t, `{:data "" :mime "text/plain"}`), untainted())
	failed(t, first, set, string(host.CodeCapDenied))
	if again := s.Perform(t.Context(), plugin, set, term(t, `{:data "other" :mime "text/plain"}`), untainted()); !again.Equal(first) {
		t.Errorf("%s, then %s", first, again)
	}
	// The policy of the host decides all the same.
	failed(t, s.Perform(t.Context(), plugin, "editor/dialog::open", term(t, `{:filters [] :multi false :title ""}`), untainted()), "editor/dialog::open", string(policy.CodeDenied))
	failed(t, s.Perform(t.Context(), plugin, "a b", coreform.Nil(), untainted()), "host/request", string(host.CodeCapDenied))
	if r := s.entries(t); r.Entries != 2 {
		t.Errorf("%d entries: what the plugin may not was asked of the host", r.Entries)
	}
}
