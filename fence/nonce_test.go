package fence

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestNonceIsMasked(t *testing.T) {
	type nested struct {
		n  Nonce
		p  *Nonce
		s  []Nonce
		m  map[string]Nonce
		in struct{ deep Nonce }
		b  Block
	}
	v := nested{n: testNonce, p: &testNonce, s: []Nonce{testNonce}, m: map[string]Nonce{"k": testNonce}, b: Block{Nonce: testNonce}}
	v.in.deep = testNonce
	hidden := []string{testCode, fmt.Sprintf("%x", testCode), fmt.Sprintf("%X", testCode), fmt.Sprintf("%q", testCode), fmt.Sprint([]byte(testCode))}
	scanner := NewScanner(testNonce)
	if _, err := scanner.Scan(openLine + "x\n" + closeLine); err != nil {
		t.Fatal(err)
	}
	values := []any{testNonce, &testNonce, v, &v, v.s, v.m, scanner, *scanner, scanOne(t, openLine+"x\n"+closeLine)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%p", "%T", "%c", "%U", "%e", "%b", "%o", "%w", "%10.3s", "%-40v", "% x"} {
		for _, x := range values {
			out := fmt.Sprintf(verb, x)
			for _, h := range hidden {
				if strings.Contains(out, h) {
					t.Errorf("%s of %T prints the nonce: %s", verb, x, out)
				}
			}
		}
	}
	if got := fmt.Sprintf("%v %d %s", testNonce, testNonce, Nonce{}); got != "nonce(masked) nonce(masked) nonce(none)" {
		t.Errorf("printed %q", got)
	}
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(h).Info("x", "nonce", testNonce, "nested", v, "group", slog.GroupValue(slog.Any("n", testNonce)))
	}
	if strings.Contains(log.String(), testCode) || !strings.Contains(log.String(), "nonce(masked)") {
		t.Errorf("logged %s", log.String())
	}
	if b, err := json.Marshal(struct{ N Nonce }{testNonce}); err == nil && strings.Contains(string(b), testCode) {
		t.Errorf("encoded %s", b)
	}
	if _, err := makeNonce(otherCode).Scan(openLine + "x\n" + closeLine); strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), testCode) {
		t.Errorf("the error shows the nonce: %v", err)
	}
}

func TestNonceValues(t *testing.T) {
	back, err := ParseNonce(testNonce.Reveal())
	if err != nil || back != testNonce || back.IsZero() || back.Reveal() != testCode {
		t.Errorf("back %q, %v", back.Reveal(), err)
	}
	if makeNonce(otherCode) == testNonce {
		t.Error("two nonces are equal")
	}
	if zero := (Nonce{}); !zero.IsZero() || zero.Reveal() != "" || zero.Mask("abc") != "abc" {
		t.Error("the zero nonce is something")
	}
	for _, s := range []string{
		"", "k3f4q2m7x", "K3F4Q2M7XA", "k3f4q2m7x1", "k3f4q2m7x0", "k3f4q2m7x8", "k3f4q2m7-a", "k3f4q2m7xé",
		" k3f4q2m7xa", "k3f4q2m7xa\n", strings.Repeat("a", 65),
	} {
		n, err := ParseNonce(s)
		if codeOf(t, err) != CodeNonce || !n.IsZero() {
			t.Errorf("ParseNonce(%q) = %q, %v", s, n.Reveal(), err)
		}
		if err != nil && s != "" && strings.Contains(err.Error(), s) {
			t.Errorf("the error shows the text: %v", err)
		}
	}
	for _, s := range []string{"abcdefghij", "2345672345", strings.Repeat("z", 64)} {
		if n, err := ParseNonce(s); err != nil || n.Reveal() != s {
			t.Errorf("ParseNonce(%q) = %q, %v", s, n.Reveal(), err)
		}
	}
}

func TestNewNonce(t *testing.T) {
	seen := map[Nonce]bool{}
	letters := map[rune]int{}
	const n = 2000
	for range n {
		nonce := NewNonce()
		code := nonce.Reveal()
		if len(code) != NonceLen || !validNonce(code) || seen[nonce] {
			t.Fatalf("nonce %q, seen %v", code, seen[nonce])
		}
		seen[nonce] = true
		for _, r := range code {
			letters[r]++
		}
	}
	// Each of 32 characters comes 625 times in 20,000; the chance that one is
	// outside half and twice that is below 1e-30.
	for _, r := range nonceAlphabet {
		if letters[r] < 312 || letters[r] > 1250 {
			t.Errorf("%q comes %d times", r, letters[r])
		}
	}
}

// A nonce is written as the base32 of RFC 4648 is, in lower case.
func TestNonceOf(t *testing.T) {
	encoding := base32.NewEncoding(nonceAlphabet)
	for _, seed := range [][]byte{nil, {0}, []byte("example"), []byte("another one")} {
		sum := sha256.Sum256(seed)
		want := encoding.EncodeToString(sum[:])[:NonceLen]
		if got := SeededNonce(seed).Reveal(); got != want {
			t.Errorf("%q: %q, want %q", seed, got, want)
		}
	}
}

func TestSeededNonce(t *testing.T) {
	a, b := SeededNonce([]byte("a")), SeededNonce([]byte("b"))
	if a == b || a != SeededNonce([]byte("a")) || !validNonce(a.Reveal()) || len(a.Reveal()) != NonceLen {
		t.Errorf("%q, %q", a.Reveal(), b.Reveal())
	}
	if SeededNonce(nil) != SeededNonce([]byte{}) || SeededNonce(nil).IsZero() {
		t.Error("no seed")
	}
}

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"":                                   "",
		"none":                               "none",
		openLine:                             "<untrusted-data-**********-1 kind=note>\n",
		testCode + testCode + "x" + testCode: "********************x**********",
		strings.ToUpper(testCode):            strings.ToUpper(testCode),
	} {
		if got := testNonce.Mask(in); got != want {
			t.Errorf("Mask(%q) = %q", in, got)
		}
	}
	long := strings.Repeat("ab", 20)
	if got := makeNonce(long).Mask("<" + long + ">"); got != "<"+strings.Repeat("*", 40)+">" {
		t.Errorf("long nonce: %q", got)
	}
}

// A block prints neither its data nor its payload.
func TestBlockPrintsNoData(t *testing.T) {
	b := scanOne(t, openLine+"zq-secret\n"+closeLine)
	for _, x := range []any{b, &b, []Block{b}, Edit{Replace: b.Data}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			out := fmt.Sprintf(verb, x)
			if strings.Contains(out, "zq-secret") || strings.Contains(out, fmt.Sprintf("%x", "zq-secret")) {
				t.Errorf("%s of %T: %s", verb, x, out)
			}
		}
	}
}

// Errors of the package are of the documented type, with a code and no text of
// the input.
func TestErrorsAreTyped(t *testing.T) {
	secret := "zq-secret-zq"
	b := scanOne(t, openLine+secret+"\n"+closeLine)
	for _, err := range []error{
		second(ParseNonce(secret)),
		second(Scan("<untrusted-data" + secret)),
		second(Unescape(b, "x"+secret, "")),
		second(Unescape(b, "zq", "")),
		second(Unescape(b, secret, "⟦U+0041⟧"+secret)),
		second(Edit{Start: 5, End: 99}.Apply(b.Data)),
	} {
		if codeOf(t, err) == "" || strings.Contains(fmt.Sprintf("%#v %v", err, err), secret) {
			t.Errorf("error %#v", err)
		}
		if errors.Unwrap(err) != nil {
			t.Errorf("%v wraps %v", err, errors.Unwrap(err))
		}
	}
}

func second[T any](_ T, err error) error { return err }
