package effectlog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"lukechampine.com/blake3"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// recordHash is the hash of a record as docs/effect-log.md gives it.
func recordHash(text []byte) effectlog.Digest {
	return blake3.Sum256(append([]byte("ringfence/journal/1\x00record\x00"), text...))
}

func TestWholeJournal(t *testing.T) {
	log, head := write(t, options, run(t))
	r := verify(t, log, effectlog.VerifyOptions{Head: &head})
	if !r.OK() || len(r.Findings) != 0 || !r.Closed || r.Entries != 5 || r.Head != head || r.Format != effectlog.FormatJournal || len(r.InFlight) != 0 {
		t.Errorf("%+v", r)
	}
	again, second := write(t, options, run(t))
	if !bytes.Equal(log, again) || head != second {
		t.Error("two equal runs differ")
	}
	// The chain is what the document says.
	prev := effectlog.Digest{}
	for i, rec := range records(t, log) {
		got, _ := rec.Lookup(":prev")
		if s, _ := got.Text(); s != prev.String() {
			t.Fatalf("record %d: :prev %v, want %v", i, got, prev)
		}
		prev = recordHash(rec.Append(nil))
	}
	if prev != head {
		t.Errorf("head %v, want %v", head, prev)
	}
}

// TestIntentBeforeEffect: what is on the disk when Intent returns says what is in
// flight.
func TestIntentBeforeEffect(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, options)
	must(t, err)
	s := run(t)[0]
	i, err := j.Intent(s.entry)
	must(t, err)
	r := verify(t, b.Bytes(), effectlog.VerifyOptions{})
	if !slices.Equal(r.InFlight, []int{i}) || r.Closed || r.OK() || r.Faults() {
		t.Errorf("%+v", r)
	}
	f := wantFinding(t, r, effectlog.Warning, effectlog.CodeInFlight)
	if f.Got != "editor/clipboard::get" {
		t.Errorf("%v", f)
	}
	wantFinding(t, r, effectlog.Warning, effectlog.FindNotClosed)
	must(t, j.Outcome(i, s.outcome))
	if r := verify(t, b.Bytes(), effectlog.VerifyOptions{}); len(r.InFlight) != 0 {
		t.Errorf("in flight %v", r.InFlight)
	}
}

// TestWhatCannotBeLogged: each entry is refused, and nothing is written.
func TestWhatCannotBeLogged(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, options)
	must(t, err)
	before := b.Len()
	for name, c := range map[string]struct {
		change func(*effectlog.Entry)
		code   ringfence.Code
	}{
		"op":                {func(e *effectlog.Entry) { e.Op = "a b" }, effectlog.CodeEntry},
		"payload":           {func(e *effectlog.Entry) { e.Payload = coreform.Str("\xff") }, effectlog.CodeEntry},
		"decision":          {func(e *effectlog.Entry) { e.Decision = 7 }, effectlog.CodeEntry},
		"no cap":            {func(e *effectlog.Entry) { e.Cap = coreform.Nil() }, effectlog.CodeEntry},
		"cap of another":    {func(e *effectlog.Entry) { e.Cap = term(t, "{:op a/b::c}") }, effectlog.CodeEntry},
		"denied with a cap": {func(e *effectlog.Entry) { e.Decision = effectlog.Deny }, effectlog.CodeEntry},
		"text in a cap":     {func(e *effectlog.Entry) { e.Cap = term(t, `{:dir "x" :op editor/clipboard::get}`) }, effectlog.CodePath},
		"bytes in a cap":    {func(e *effectlog.Entry) { e.Cap = term(t, `{:key b"x" :op editor/clipboard::get}`) }, effectlog.CodePath},
		"list in a cap":     {func(e *effectlog.Entry) { e.Cap = term(t, `{:env ["A=1"] :op editor/clipboard::get}`) }, effectlog.CodePath},
		"key in a cap":      {func(e *effectlog.Entry) { e.Cap = term(t, `{"/x" 1 :op editor/clipboard::get}`) }, effectlog.CodePath},
		"path as rule":      {func(e *effectlog.Entry) { e.Rule = "/srv/caps.toml:3" }, effectlog.CodePath},
		"path in a rule":    {func(e *effectlog.Entry) { e.Rule = "allow in /srv/caps.toml" }, effectlog.CodePath},
		"home":              {func(e *effectlog.Entry) { e.Rule = "file=~/caps.toml" }, effectlog.CodePath},
		"relative path":     {func(e *effectlog.Entry) { e.Rule = "../caps.toml" }, effectlog.CodePath},
		"backslash":         {func(e *effectlog.Entry) { e.Rule = `C:\caps.toml` }, effectlog.CodePath},
		"control":           {func(e *effectlog.Entry) { e.Approver = "a\x1b" }, effectlog.CodePath},
		"long rule":         {func(e *effectlog.Entry) { e.Rule = strings.Repeat("x", 257) }, effectlog.CodePath},
		"approval":          {func(e *effectlog.Entry) { e.Approval = coreform.Sym("") }, effectlog.CodeEntry},
		"another request":   {func(e *effectlog.Entry) { e.Request = effectlog.Digest{9} }, effectlog.CodeRequest},
	} {
		e := run(t)[0].entry
		c.change(&e)
		_, err := j.Intent(e)
		var got *ringfence.Error
		if !errors.As(err, &got) || got.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	if b.Len() != before {
		t.Error("a refused entry was written")
	}
	for name, err := range map[string]error{
		"no entry": j.Outcome(0, outcome.Data(coreform.Nil())), "no outcome": j.Outcome(0, outcome.Outcome{}),
	} {
		if !errors.Is(err, &ringfence.Error{Code: effectlog.CodeEntry}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	i, err := j.Intent(run(t)[1].entry)
	must(t, err)
	if err := j.Outcome(i, outcome.Data(coreform.Nil())); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeEntry}) {
		t.Errorf("an answer to a denied request: %v", err)
	}
	must(t, j.Outcome(i, run(t)[1].outcome))
	if err := j.Outcome(i, run(t)[1].outcome); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeEntry}) {
		t.Errorf("a second outcome: %v", err)
	}
}

// TestApprovedRequestIsBound: the hash that Next gives is that of the request at
// its place, and at no other.
func TestApprovedRequestIsBound(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, options)
	must(t, err)
	e := run(t)[0].entry
	i, h := j.Next(e.Op, e.Payload)
	e.Request = h
	n, err := j.Intent(e)
	must(t, err)
	if i != n || i != 0 {
		t.Errorf("index %d, then %d", i, n)
	}
	if _, err := j.Intent(e); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeRequest}) {
		t.Errorf("an approval was used twice: %v", err)
	}
	o := options
	o.Session = "s-2"
	k, err := effectlog.NewJournal(&b, o)
	must(t, err)
	if _, other := k.Next(e.Op, e.Payload); other == h {
		t.Error("two sessions have one hash")
	}
}

// failing is a disk that fills up.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		n := f.left
		f.left = 0
		return n, errors.New("disk full")
	}
	f.left -= len(p)
	return len(p), nil
}

func TestFullDiskStopsEffects(t *testing.T) {
	j, err := effectlog.NewJournal(&failing{left: 700}, options)
	must(t, err)
	if _, err := j.Intent(run(t)[0].entry); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeWrite}) {
		t.Fatalf("%v", err)
	}
	if _, err := j.Intent(run(t)[0].entry); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeClosed}) {
		t.Errorf("an intent after a failed write: %v", err)
	}
	if head, err := j.Close(); err == nil || head != (effectlog.Digest{}) {
		t.Errorf("closed a broken journal: %v, %v", head, err)
	}
}

func TestOptions(t *testing.T) {
	for name, change := range map[string]func(*effectlog.Options){
		"no session":   func(o *effectlog.Options) { o.Session = "" },
		"path":         func(o *effectlog.Options) { o.Session = "/srv/x" },
		"path in tool": func(o *effectlog.Options) { o.Toolchain = "go /usr/bin/go" },
		"short key":    func(o *effectlog.Options) { o.Key = []byte("k") },
		"empty key":    func(o *effectlog.Options) { o.Key = []byte{} },
		"sync":         func(o *effectlog.Options) { o.Sync = 9 },
		"inline":       func(o *effectlog.Options) { o.InlineMax = -1 },
	} {
		o := options
		change(&o)
		if _, err := effectlog.NewJournal(&bytes.Buffer{}, o); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeOptions}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestFileIsPrivate: mode 0600, never over a file, and the environment and its
// canary are nowhere in it.
func TestFileIsPrivate(t *testing.T) {
	t.Setenv("RINGFENCE_CANARY", "canary-secret")
	path := filepath.Join(t.TempDir(), "run.journal")
	for _, sync := range []effectlog.Sync{effectlog.SyncIntents, effectlog.SyncAll, effectlog.SyncEnd} {
		o := options
		o.Sync = sync
		j, err := effectlog.Create(path, o)
		must(t, err)
		if _, err := effectlog.Create(path, o); !errors.Is(err, os.ErrExist) {
			t.Errorf("written over: %v", err)
		}
		for _, s := range run(t) {
			i, err := j.Intent(s.entry)
			must(t, err)
			must(t, j.Outcome(i, s.outcome))
		}
		head, err := j.Close()
		must(t, err)
		if _, err := j.Close(); err == nil {
			t.Error("closed twice")
		}
		info, err := os.Stat(path)
		must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("mode %v", mode)
		}
		log, err := os.ReadFile(path)
		must(t, err)
		want, wantHead := write(t, options, run(t))
		if !bytes.Equal(log, want) || head != wantHead {
			t.Error("the file is not what a writer gets")
		}
		dir, _ := os.Getwd()
		for _, canary := range []string{"canary-secret", "RINGFENCE_CANARY", dir, path, os.Getenv("PATH")} {
			if bytes.Contains(log, []byte(canary)) {
				t.Errorf("the log holds %q", canary)
			}
		}
		must(t, os.Remove(path))
	}
}

func TestConcurrentEntries(t *testing.T) {
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, options)
	must(t, err)
	var wg sync.WaitGroup
	s := run(t)[0]
	for range 50 {
		wg.Go(func() {
			i, err := j.Intent(s.entry)
			if err == nil {
				err = j.Outcome(i, s.outcome)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	head, err := j.Close()
	must(t, err)
	if r := verify(t, b.Bytes(), effectlog.VerifyOptions{Head: &head}); !r.OK() || r.Entries != 50 {
		t.Errorf("%v", r.Findings)
	}
}
