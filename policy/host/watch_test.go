package host_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/host"
)

const (
	watchSubscribe   = "editor/watch::subscribe"
	watchPoll        = "editor/watch::poll"
	watchUnsubscribe = "editor/watch::unsubscribe"
)

const watchPolicy = `allow = ["editor/watch::*"]
[op."editor/watch::subscribe"]
base_dir = "ws"
watch_roots = ["."]
watch_globs = ["**"]
deny_globs = ["secret*"]
`

// workspace is a folder with a policy beside a folder ws that holds files.
func workspace(t testing.TB, files ...string) (top string) {
	t.Helper()
	top = t.TempDir()
	for _, d := range []string{"ws", "undo"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		write(t, filepath.Join(top, "ws", f), f)
	}
	return top
}

// watching subscribes and returns the id.
func (s *session) watching(t testing.TB, payload string) string {
	t.Helper()
	value, _ := s.ask(t, watchSubscribe, payload).Data()
	id, _ := value.Lookup(":watch-id")
	text, ok := id.Text()
	if !ok {
		t.Fatalf("%s: %s", payload, s.ask(t, watchSubscribe, payload))
	}
	return text
}

func TestWatch(t *testing.T) {
	top := workspace(t, "a.go", "d/b.go", "d/c.txt", "secret.go", ".git/config")
	s := &taped{session: start(t, parsePolicy(t, top, watchPolicy), nil)}
	s.want(t, watchSubscribe, `{:globs ["*.go"] :root "."}`, `{:ok true :watch-id "test-watch-1"}`)
	ws := filepath.Join(top, "ws")
	id := `{:watch-id "test-watch-1"}`
	s.want(t, watchPoll, id, `{:events []}`)
	for _, f := range []string{"a.go", "d/new.go", "d/c.txt", "secret.go", ".git/config", ".git/x.go", "d/Secret/x.go"} {
		write(t, filepath.Join(ws, f), "changed")
	}
	if err := os.Remove(filepath.Join(ws, "d/b.go")); err != nil {
		t.Fatal(err)
	}
	s.want(t, watchPoll, id, `{:events [{:kind :modify :path "a.go" :stamp 2} {:kind :create :path "d/new.go" :stamp 2} {:kind :delete :path "d/b.go" :stamp 2}]}`)
	s.want(t, watchPoll, id, `{:events []}`)

	done := make(chan error, 1)
	go func() { done <- s.WaitWatch(t.Context(), "test-watch-1") }()
	write(t, filepath.Join(ws, "a.go"), "again")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	s.want(t, watchUnsubscribe, id, `{:ok true}`)
	s.fails(t, watchPoll, id, policy.CodePayload)
	s.fails(t, watchUnsubscribe, id, policy.CodePayload)
	if err := s.WaitWatch(t.Context(), "test-watch-1"); err == nil {
		t.Error("waited for nothing")
	}
	s.want(t, watchSubscribe, `{:globs [] :root "d"}`, `{:ok true :watch-id "test-watch-2"}`)
	s.replays(t, top)
}

func TestWatchRefusals(t *testing.T) {
	top := workspace(t, "a.go", "d/b.go")
	ws := filepath.Join(top, "ws")
	for name, to := range map[string]string{"link": "d", "out": top, "git": ".git"} {
		if err := os.Symlink(to, filepath.Join(ws, name)); err != nil {
			t.Skip("this system has no symbolic links: " + err.Error())
		}
	}
	write(t, filepath.Join(ws, ".git/config"), "")
	s := start(t, parsePolicy(t, top, watchPolicy), nil)
	for payload, code := range map[string]any{
		`{:globs [] :root "link"}`:      policy.CodePathEscape,
		`{:globs [] :root "out"}`:       policy.CodePathEscape,
		`{:globs [] :root "out/undo"}`:  policy.CodePathEscape,
		`{:globs [] :root "git"}`:       policy.CodePathEscape,
		`{:globs [] :root ".git"}`:      policy.CodePathEscape,
		`{:globs [] :root "../undo"}`:   policy.CodePathEscape,
		`{:globs [] :root "/"}`:         policy.CodePathEscape,
		`{:globs [] :root "a.go"}`:      policy.CodePathEscape,
		`{:globs [] :root "none"}`:      host.CodeUnavailable,
		`{:globs ["["] :root "."}`:      policy.CodePayload,
		`{:globs ["{a"] :root "."}`:     policy.CodePayload,
		`{:globs ["../*"] :root "."}`:   policy.CodePayload,
		`{:globs ["/etc/*"] :root "."}`: policy.CodePayload,
		`{:globs [1] :root "."}`:        policy.CodePayload,
		`{:root "."}`:                   policy.CodePayload,
		`{:globs [` + strings.Repeat(`"a" `, policy.MaxGlobs+1) + `] :root "."}`: policy.CodeResource,
	} {
		s.fails(t, watchSubscribe, payload, code)
	}
	for i := range host.MaxWatches {
		s.want(t, watchSubscribe, `{:globs [] :root "."}`, `{:ok true :watch-id "test-watch-`+strconv.Itoa(i+1)+`"}`)
	}
	s.fails(t, watchSubscribe, `{:globs [] :root "."}`, policy.CodeResource)
	for _, payload := range []string{`{}`, `{:watch-id 1}`, `{:watch-id "other"}`, `{:watch-id "test-watch-1" :x 1}`} {
		s.fails(t, watchPoll, payload, policy.CodePayload)
		s.fails(t, watchUnsubscribe, payload, policy.CodePayload)
	}
	s.entries(t)
}

// A root that is deleted gives its deletes and then an ERROR; the session goes on.
func TestWatchRootGone(t *testing.T) {
	top := workspace(t, "d/a", "d/b", "x")
	s := start(t, parsePolicy(t, top, watchPolicy), nil)
	id := s.watching(t, `{:globs [] :root "d"}`)
	if err := os.RemoveAll(filepath.Join(top, "ws/d")); err != nil {
		t.Fatal(err)
	}
	s.want(t, watchPoll, `{:watch-id "`+id+`"}`, `{:events [{:kind :delete :path "a" :stamp 1} {:kind :delete :path "b" :stamp 1}]}`)
	for range 2 {
		s.fails(t, watchPoll, `{:watch-id "`+id+`"}`, host.CodeUnavailable)
	}
	s.want(t, watchUnsubscribe, `{:watch-id "`+id+`"}`, `{:ok true}`)
	s.entries(t)
}

// Answers stay within the limit of the policy, and what does not fit comes with
// the next poll.
func TestWatchAnswerLimit(t *testing.T) {
	top := workspace(t)
	s := start(t, parsePolicy(t, top, watchPolicy+"[op.\"editor/watch::poll\"]\nmax_bytes = 4000\n"), nil)
	id := s.watching(t, `{:globs [] :root "."}`)
	want := map[string]bool{}
	for i := range 60 {
		name := `a "quoted" name with ü and ` + "\u0085" + strconv.Itoa(i)
		want[name] = true
		write(t, filepath.Join(top, "ws", name), "")
	}
	polls := 0
	for ; len(want) > 0 && polls < 100; polls++ {
		got := s.ask(t, watchPoll, `{:watch-id "`+id+`"}`)
		value, ok := got.Data()
		if !ok || len(value.String()) > 4000 {
			t.Fatalf("%d bytes: %s", len(value.String()), got)
		}
		list, _ := value.Lookup(":events")
		for _, e := range list.Items() {
			p, _ := e.Lookup(":path")
			name, _ := p.Text()
			if !want[name] {
				t.Errorf("%q comes twice, or from nowhere", name)
			}
			delete(want, name)
		}
	}
	if len(want) > 0 || polls < 3 {
		t.Errorf("%d events missing after %d polls", len(want), polls)
	}
	s.entries(t)
}

// BenchmarkWatchPoll is a poll of 20,000 files through the whole host.
func BenchmarkWatchPoll(b *testing.B) {
	top := workspace(b)
	for i := range 20_000 {
		write(b, filepath.Join(top, "ws", "d"+strconv.Itoa(i/200), "file"+strconv.Itoa(i)), "")
	}
	time.Sleep(50 * time.Millisecond)
	s := start(b, parsePolicy(b, top, watchPolicy), nil)
	id := s.watching(b, `{:globs [] :root "."}`)
	payload := term(b, `{:watch-id "`+id+`"}`)
	for b.Loop() {
		if _, ok := s.Do(b.Context(), watchPoll, payload, untainted()).Data(); !ok {
			b.Fatal("no answer")
		}
	}
}
