package ringfence_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

func TestKeysAreEqualByParts(t *testing.T) {
	lists := [][]string{
		{},
		{""},
		{"", ""},
		{"a"},
		{"a", ""},
		{"", "a"},
		{"a", "b"},
		{"ab"},
		{"ab", ""},
		{"a\x00b"},
		{"\x01a"},
		{"\x01", "a"},
		{"a", "b", "c"},
		{"a", "bc"},
		{"ab", "c"},
		{strings.Repeat("x", 127)},
		{strings.Repeat("x", 128)},
		{"\xff"},
		{"\ufffd"},
	}
	for i, a := range lists {
		for j, b := range lists {
			same := ringfence.NewKey(a...) == ringfence.NewKey(b...)
			if same != (i == j) {
				t.Errorf("keys of %q and %q are equal: %v", a, b, same)
			}
			h := ringfence.NewKey(a...).Hash([]byte("s")) == ringfence.NewKey(b...).Hash([]byte("s"))
			if h != (i == j) {
				t.Errorf("hashes of %q and %q are equal: %v", a, b, h)
			}
		}
	}
}

func TestZeroKey(t *testing.T) {
	var zero ringfence.Key
	if !zero.IsZero() || ringfence.NewKey().IsZero() || ringfence.NewKey("").IsZero() {
		t.Error("IsZero is wrong")
	}
	if zero == ringfence.NewKey() || zero.Hash(nil) == ringfence.NewKey("").Hash(nil) {
		t.Error("a made key equals the zero key")
	}
	if zero.String() == ringfence.NewKey().String() {
		t.Error("no key and a key print the same")
	}
}

func TestKeyHashNeedsTheSecret(t *testing.T) {
	k := ringfence.NewKey("id")
	if k.Hash([]byte("a")) == k.Hash([]byte("b")) {
		t.Error("the hash does not depend on the secret")
	}
	if k.Hash([]byte("a")) != ringfence.NewKey("id").Hash([]byte("a")) {
		t.Error("the hash is not stable")
	}
}

// There is no way from a key to its text, through fmt neither.
func TestKeyNeverPrints(t *testing.T) {
	k := ringfence.NewKey(canary)
	type nest struct{ k ringfence.Key }
	for _, v := range []any{k, &k, nest{k}, &nest{k}, []ringfence.Key{k}, map[ringfence.Key]nest{k: {k}}, struct{ n nest }{nest{k}}} {
		for verb := 'A'; verb <= 'z'; verb++ {
			if verb > 'Z' && verb < 'a' {
				continue
			}
			for _, flag := range []string{"", "+", "#"} {
				format := "%" + flag + string(verb)
				wantNoCanary(t, format, fmt.Sprintf(format, v))
			}
		}
	}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("m", "key", k, "nest", nest{k})
	wantNoCanary(t, "slog", b.String())
}

// Keys print the same whatever they are made of.
func TestKeyPrintsNothing(t *testing.T) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		if a, b := fmt.Sprintf(verb, ringfence.NewKey("a")), fmt.Sprintf(verb, ringfence.NewKey("b", "c")); a != b || a != "key" {
			t.Errorf("%s prints %q and %q", verb, a, b)
		}
	}
}

func FuzzKey(f *testing.F) {
	f.Add("a", "b", "ab", "")
	f.Add("", "", "", "")
	f.Add("\x01", "a", "\x01a", "")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		same := a == c && b == d
		if (ringfence.NewKey(a, b) == ringfence.NewKey(c, d)) != same {
			t.Fatalf("(%q, %q) and (%q, %q)", a, b, c, d)
		}
		if ringfence.NewKey(a, b) == ringfence.NewKey(a+b) {
			t.Fatalf("(%q, %q) equals its concatenation", a, b)
		}
	})
}
