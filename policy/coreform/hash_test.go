package coreform_test

import (
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy/coreform"
	"lukechampine.com/blake3"
)

// The published module vectors.
func TestModuleHashVectors(t *testing.T) {
	for src, want := range map[string]string{
		"(def x (prim int/add 1 2))\nx\n":                                  "2b45b7589484cd1ca94c8c906d726f357ca156eadf12c35a38db191696996c00",
		"; unicode byte custody\n(def café \"e\\u0301\")\n[{:z 2 :a 1}]\n": "170731a977ca684b557387d54988e26ec24024ee7f437276877ecdd93d935941",
	} {
		forms, err := coreform.ParseModule([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		sum := coreform.HashModule(forms)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("module hash of %q is %s, want %s", src, got, want)
		}
	}
}

// Prints over the size of the printer's buffer are hashed in parts.
func TestHashLong(t *testing.T) {
	for _, size := range []int{1, 1000, 10_000, 200_000} {
		items := make([]coreform.Term, size)
		for i := range items {
			items[i] = coreform.Int(int64(i))
		}
		term := coreform.Vec(items...)
		if got, want := coreform.Hash(term), blake3.Sum256(term.Append([]byte("GCv0.2\x00"))); got != want {
			t.Errorf("hash of %d items is %x, want %x", size, got, want)
		}
		forms := []coreform.Term{coreform.Str(strings.Repeat("s", size)), term, coreform.Nil()}
		print := coreform.AppendModule([]byte("GCv0.2\x00module\x00"), forms)
		if got, want := coreform.HashModule(forms), blake3.Sum256(print); got != want {
			t.Errorf("module hash of %d items is %x, want %x", size, got, want)
		}
	}
}

// Hashes depend on the term and on nothing else.
func TestHashDeterminism(t *testing.T) {
	a := parseAll(t, []string{"{b [1 2 3 4] a 'x}"})[0]
	b := parseAll(t, []string{"; other spelling\n{a (quote x)\n b [1\n2\n3 4]}"})[0]
	first := coreform.Hash(a)
	if again := coreform.Hash(a); again != first {
		t.Errorf("hashed again %x, first %x", again, first)
	}
	if other := coreform.Hash(b); other != first {
		t.Errorf("equal terms have hashes %x and %x", other, first)
	}
	seen := map[[32]byte]string{}
	for _, term := range parseAll(t, orderedSources) {
		h := coreform.Hash(term)
		if other, ok := seen[h]; ok {
			t.Errorf("%v and %s have one hash", term, other)
		}
		seen[h] = term.String()
		if h == coreform.HashModule([]coreform.Term{term}) {
			t.Errorf("the term and the module of %v have one hash", term)
		}
	}
}

// sharedLogs returns the published logs, by file name.
func sharedLogs(t *testing.T) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(testdata.Shared(t, "data/gclog"), "*.gclog"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no logs in the folder: %v", err)
	}
	logs := map[string][]byte{}
	for _, name := range names {
		base := filepath.Base(name)
		logs[base] = testdata.ReadShared(t, "data/gclog/"+base)
	}
	return logs
}

func TestPublishedLogsPrintBack(t *testing.T) {
	for name, log := range sharedLogs(t) {
		forms, err := coreform.ParseModule(log)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := string(coreform.AppendModule(nil, forms)); got != string(log) {
			t.Errorf("%s prints as\n%s", name, got)
		}
		term, err := coreform.Parse(log)
		if err != nil || term.String()+"\n" != string(log) {
			t.Errorf("%s as one term: %v", name, err)
		}
	}
}

// The logs hold hashes of responses that were made by the published system over
// its own print: vectors for Hash.
func TestPublishedLogHashes(t *testing.T) {
	checked := 0
	for name, log := range sharedLogs(t) {
		term, err := coreform.Parse(log)
		if err != nil {
			t.Fatal(err)
		}
		entries, _ := term.Lookup(":entries")
		for i, entry := range entries.Items() {
			resp, _ := entry.Lookup(":resp")
			value, _ := resp.Lookup(":value")
			recorded, _ := entry.Lookup(":resp-h")
			want, _ := recorded.Bytes()
			inner := coreform.Hash(value)
			got := blake3.Sum256(append([]byte("GCv0.2\x00value\x00data\x00"), inner[:]...))
			if string(got[:]) != string(want) {
				t.Errorf("%s: entry %d: response hash %x, recorded %x", name, i, got, want)
			}
			checked++
		}
	}
	if checked == 0 {
		t.Error("no log has an entry")
	}
}
