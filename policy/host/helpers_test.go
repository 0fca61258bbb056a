package host_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/outcome"
)

// untainted is the provenance of a prompt of instructions alone.
func untainted() ringfence.Provenance { return ringfence.NewProvenance() }

func term(t testing.TB, src string) coreform.Term {
	t.Helper()
	got, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return got
}

// safe is a log in memory that can be read while it is written.
type safe struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *safe) Bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return bytes.Clone(s.buf.Bytes())
}

// session is a host with its log.
type session struct {
	*host.Host
	log *safe
}

// parsePolicy reads a policy whose file would lie in dir.
func parsePolicy(t testing.TB, dir, src string) *policy.Policy {
	t.Helper()
	p, err := policy.Parse(filepath.ToSlash(filepath.Join(dir, "caps.toml")), []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

// start makes a host; change may change its configuration. It is closed with the
// test.
func start(t testing.TB, p *policy.Policy, change func(c *host.Config)) *session {
	t.Helper()
	log := &safe{}
	journal, err := effectlog.NewJournal(log, effectlog.Options{Session: "test", Toolchain: "ringfence/1", Policy: p.Hash()})
	if err != nil {
		t.Fatal(err)
	}
	c := host.Config{Policy: p, Journal: journal, Session: "test", Clipboard: clipboard.NewMemory(), Now: time.Now}
	if change != nil {
		change(&c)
	}
	h, err := host.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s := &session{h, log}
	t.Cleanup(func() {
		if _, err := s.Close(); err != nil && !t.Failed() {
			t.Error(err)
		}
	})
	return s
}

// ask is one request from an untainted prompt.
func (s *session) ask(t testing.TB, op, payload string) outcome.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	return s.Do(ctx, op, term(t, payload), untainted())
}

// want demands data.
func (s *session) want(t testing.TB, op, payload, answer string) {
	t.Helper()
	got := s.ask(t, op, payload)
	value, ok := got.Data()
	if !ok || !value.Equal(term(t, answer)) {
		t.Errorf("%s %s: %s, want %s", op, payload, got, answer)
	}
}

// fails demands an ERROR.
func (s *session) fails(t testing.TB, op, payload string, code any) {
	t.Helper()
	failed(t, s.ask(t, op, payload), op, fmt.Sprint(code))
}

func failed(t testing.TB, got outcome.Outcome, op, code string) {
	t.Helper()
	e, ok := got.Failure()
	if !ok || e.Code != code || e.Op != op || e.Message == "" {
		t.Errorf("%s: %s, want %s", op, got, code)
	}
}

// entries closes the session and returns what its log says, verified.
func (s *session) entries(t testing.TB) *effectlog.Report {
	t.Helper()
	head, err := s.Close()
	if err != nil {
		t.Fatal(err)
	}
	r, err := effectlog.Verify(s.log.Bytes(), effectlog.VerifyOptions{Head: &head})
	if err != nil || !r.OK() {
		t.Fatalf("%v, %v", err, r.Findings)
	}
	return r
}

// write makes a file with its folders.
func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// program makes an executable script.
func program(t testing.TB, path, script string) {
	t.Helper()
	write(t, path, "#!/bin/sh\n"+script)
	if err := os.Chmod(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

// framed is a shell command that answers with a term.
func framed(answer string) string {
	return fmt.Sprintf("cat >/dev/null; printf '%d\\n%%s' '%s'", len(answer), strings.ReplaceAll(answer, "'", `'\''`))
}
