package effectlog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

func store(t testing.TB) (*effectlog.Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := effectlog.OpenStore(dir)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s, dir
}

func wantCode(t *testing.T, what string, err error, code ringfence.Code) {
	t.Helper()
	if !errors.Is(err, &ringfence.Error{Code: code}) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

func TestStore(t *testing.T) {
	s, dir := store(t)
	for _, content := range []string{"", "a", "\x00\xff", strings.Repeat("x", 1<<20)} {
		name, err := s.Put([]byte(content))
		must(t, err)
		if _, ok := effectlog.ParseDigest(name); !ok || name != strings.ToLower(name) {
			t.Errorf("name %q", name)
		}
		got, err := s.Get(name)
		must(t, err)
		if string(got) != content {
			t.Errorf("%d bytes came back as %d", len(content), len(got))
		}
		again, err := s.Put([]byte(content))
		must(t, err)
		if again != name {
			t.Errorf("another name %s", again)
		}
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
			t.Errorf("mode %v", mode)
		}
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 4 {
		t.Errorf("%d files for 4 artifacts: %v", len(entries), entries)
	}
}

func TestStoreNames(t *testing.T) {
	s, dir := store(t)
	outside := filepath.Join(filepath.Dir(dir), "secret")
	must(t, os.WriteFile(outside, []byte("secret"), 0o600))
	t.Cleanup(func() { os.Remove(outside) })
	for _, name := range []string{
		"", ".", "..", "../secret", outside, strings.Repeat("a", 63), strings.Repeat("a", 65), strings.Repeat("A", 64),
		strings.Repeat("a", 63) + "\n", strings.Repeat("a", 63) + "/", strings.Repeat("g", 64), "a/" + strings.Repeat("a", 62), strings.Repeat("a", 64) + "\x00",
	} {
		_, err := s.Get(name)
		wantCode(t, name, err, effectlog.CodeArtifactName)
	}
	_, err := s.Get(strings.Repeat("a", 64))
	wantCode(t, "absent", err, effectlog.CodeArtifactMissing)
}

func TestStoreVerifiesWhatItReads(t *testing.T) {
	s, dir := store(t)
	name, err := s.Put([]byte("content"))
	must(t, err)
	path := filepath.Join(dir, name)
	must(t, os.WriteFile(path, []byte("changed"), 0o600))
	_, err = s.Get(name)
	wantCode(t, "changed", err, effectlog.CodeArtifactChanged)
	// Putting it again repairs it.
	_, err = s.Put([]byte("content"))
	must(t, err)
	got, err := s.Get(name)
	must(t, err)
	if string(got) != "content" {
		t.Errorf("%q", got)
	}
	must(t, os.Remove(path))
	must(t, os.Symlink(filepath.Join(dir, "elsewhere"), path))
	_, err = s.Get(name)
	wantCode(t, "link", err, effectlog.CodeStore)
	must(t, os.Remove(path))
	must(t, os.Mkdir(path, 0o700))
	_, err = s.Get(name)
	wantCode(t, "folder", err, effectlog.CodeStore)
	_, err = effectlog.OpenStore(filepath.Join(dir, "absent"))
	wantCode(t, "absent store", err, effectlog.CodeStore)
}

func TestStoreConcurrently(t *testing.T) {
	s, _ := store(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			name, err := s.Put([]byte("same"))
			if err == nil {
				_, err = s.Get(name)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// TestLongResponses go to the store, and come back from it; who has another
// store, or none, is told.
func TestLongResponses(t *testing.T) {
	s, dir := store(t)
	o := options
	o.Store, o.InlineMax = s, 64
	long := strings.Repeat("long ", 100)
	steps := []step{
		{allowed(t, "editor/clipboard::get", "{}"), outcome.Data(coreform.Str(long))},
		{allowed(t, "editor/clipboard::get", "{}"), outcome.Sealed(outcome.Error{Code: "c", Message: long, Op: "editor/clipboard::get"})},
		{allowed(t, "editor/clipboard::get", "{}"), outcome.Data(coreform.Str("short"))},
	}
	log, head := write(t, o, steps)
	if bytes.Contains(log, []byte(long)) || !bytes.Contains(log, []byte("short")) {
		t.Error("responses are not where they belong")
	}
	with := effectlog.VerifyOptions{Head: &head, Store: s}
	if r := verify(t, log, with); len(r.Findings) != 0 {
		t.Errorf("%v", r.Findings)
	}
	r := verify(t, log, effectlog.VerifyOptions{Head: &head})
	if wantFinding(t, r, effectlog.Note, effectlog.FindNoStore); !r.OK() {
		t.Errorf("%v", r.Findings)
	}
	p, err := effectlog.NewReplay(log, with)
	must(t, err)
	for _, st := range steps {
		got, err := p.Answer(effectlog.Asked{Op: st.entry.Op, Payload: st.entry.Payload})
		must(t, err)
		if !got.Outcome.Equal(st.outcome) {
			t.Errorf("got %v", got.Outcome)
		}
	}
	// Published, they keep their names.
	published, err := effectlog.Export(log, effectlog.ExportOptions{Store: s})
	must(t, err)
	if r := verify(t, published, effectlog.VerifyOptions{Store: s}); !r.OK() {
		t.Errorf("%v", r.Findings)
	}
	p, err = effectlog.NewReplay(published, effectlog.VerifyOptions{})
	must(t, err)
	_, err = p.Answer(effectlog.Asked{Op: steps[0].entry.Op, Payload: steps[0].entry.Payload})
	wantCode(t, "no store", err, effectlog.CodeArtifactMissing)
	// Another artifact under the name of the response.
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		must(t, os.WriteFile(filepath.Join(dir, e.Name()), []byte("nil"), 0o600))
	}
	wantFinding(t, verify(t, log, with), effectlog.Fault, effectlog.CodeArtifactChanged)
	for _, e := range entries {
		must(t, os.Remove(filepath.Join(dir, e.Name())))
	}
	wantFinding(t, verify(t, published, with), effectlog.Fault, effectlog.CodeArtifactMissing)
}
