package audit

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/fence"
)

// The nonce is found however it is written, and where it stands.
func TestSpilledNonce(t *testing.T) {
	const code = "k3f4q2m7xa"
	b64 := base64.StdEncoding.EncodeToString([]byte("it is " + code))
	for answer, want := range map[string]string{
		"it is " + code: code,
		`{"tool_calls":[{"function":{"arguments":"{\"a\":\"\\u006b3f4q2m7xa\"}"}}]}`: `\\u006b3f4q2m7xa`,
		`{"a":"\u006b3f4q2m7xa"}`:          `\u006b3f4q2m7xa`,
		`{"k3f4q2m7xa":1}`:                 code,
		"ｋ３f4q2m7xa":                       "ｋ３f4q2m7xa",
		"%6b3f4q2m7xa":                     "%6b3f4q2m7xa",
		"&#107;3f4q2m7xa":                  "&#107;3f4q2m7xa",
		"%256b3f4q2m7xa":                   "%256b3f4q2m7xa",
		"see " + b64:                       strings.TrimRight(b64, "="),
		"see x" + b64:                      "x" + strings.TrimRight(b64, "="),
		hex.EncodeToString([]byte(code)):   hex.EncodeToString([]byte(code)),
		"k3f4q2m7x a":                      "",
		"it is " + strings.Repeat("k", 40): "",
	} {
		found := false
		for _, f := range answered(t, answer) {
			if f.Rule != idAnswerNonce {
				continue
			}
			found = true
			if got := answer[f.Offset:f.End]; got != want {
				t.Errorf("%q: found in %q, want %q", answer, got, want)
			}
		}
		if found != (want != "") {
			t.Errorf("%q: found %v", answer, found)
		}
	}
}

// What is decoded keeps the places of what it came from.
func FuzzSpill(f *testing.F) {
	for _, s := range []string{"k3f4q2m7xa", `\u006b3f4q2m7xa`, "%256b3f4q2m7xa", "azNmNHEybTd4YQ==", "&#x6b;%zz\\", "ｋ３f4q2m7xa"} {
		f.Add(s)
	}
	n, err := fence.ParseNonce("k3f4q2m7xa")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		found := 0
		eachSpill(s, n, func(start, end int) {
			if start < 0 || end <= start || end > len(s) {
				t.Fatalf("%q: %d to %d", s, start, end)
			}
			found++
		})
		if strings.Contains(s, n.Reveal()) && found == 0 {
			t.Fatalf("%q: nothing is found", s)
		}
	})
}
