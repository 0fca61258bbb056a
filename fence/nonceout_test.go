package fence

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// A nonce is not encoded by accident: neither as itself nor as nothing.
func TestNonceDoesNotMarshal(t *testing.T) {
	type session struct {
		Name  string
		Nonce Nonce
	}
	for _, v := range []any{testNonce, &testNonce, session{"x", testNonce}, map[Nonce]int{testNonce: 1}, []Nonce{testNonce}, Nonce{}} {
		// encoding/json wraps the error of a map key in text alone.
		if b, err := json.Marshal(v); err == nil || !strings.Contains(err.Error(), ErrNonceEncoding.Error()) {
			t.Errorf("%T: %s, %v", v, b, err)
		}
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(session{"x", testNonce}); !errors.Is(err, ErrNonceEncoding) || strings.Contains(buf.String(), testCode) {
		t.Errorf("gob: %v", err)
	}
	if b, err := testNonce.MarshalText(); b != nil || !errors.Is(err, ErrNonceEncoding) {
		t.Errorf("text: %s, %v", b, err)
	}
}

func TestNonceFindOutgoing(t *testing.T) {
	code := testCode
	for text, want := range map[string][]Match{
		"":                        nil,
		"nothing":                 nil,
		"a " + code + " b":        {{2, 12, ""}},
		strings.ToUpper(code):     {{0, 10, ""}},
		"中é" + code + code:        {{5, 15, ""}, {15, 25, ""}},
		code[:9]:                  nil,
		"中" + code[:5] + "中":      nil,
		"é中" + code:               {{5, 15, ""}},
		code[:5] + "é" + code[5:]: nil,
	} {
		if got := testNonce.Find(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	// In fullwidth, with marks in between, and from within a ligature.
	for _, text := range []string{wide(code), strings.Join(strings.Split(code, ""), "\u0301"), "x" + code[:3] + "\u200b\u200b" + code[3:] + "y"} {
		got := testNonce.Find(text)
		if len(got) != 1 || !oracleHasNonce(text[got[0].Start:got[0].End], code) || oracleHasNonce(text[:got[0].Start], code) {
			t.Errorf("%q: %v", text, got)
		}
	}
	lig := makeNonce("iabcdefghi")
	if got := lig.Find("xﬁabcdefghiz"); len(got) != 1 || got[0] != (Match{1, 13, ""}) {
		t.Errorf("within a ligature: %v", got)
	}
	if (Nonce{}).Find(code) != nil {
		t.Error("no nonce is found")
	}
}
