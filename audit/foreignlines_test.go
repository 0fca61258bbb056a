package audit

import (
	"strings"
	"testing"
)

// No line that is a marker is turned away, whatever stands before it.
func TestMayMark(t *testing.T) {
	tails := []string{"", "BEGIN DATA]", "[BEGIN DATA]", "<UNTRUSTED:x>>", "<<END x>>>", "--- BEGIN USER INPUT ---", "===END===", "\u3010BEGIN DATA\u3011"}
	marks := 0
	for _, before := range []string{"", " ", "\t", "\u00a0", "\u200b", "\r", "\v", "\x00", "\u2014"} {
		for b := range byte(0x80) {
			for _, tail := range tails {
				line := before + string(rune(b)) + tail
				seen := strings.TrimSpace(readable(strings.TrimSpace(line)))
				if len(seen) < 3 {
					continue
				}
				if _, ok := readMarker(seen); !ok {
					continue
				}
				marks++
				if !mayMark(line) {
					t.Fatalf("%q is turned away", line)
				}
			}
		}
	}
	if marks == 0 {
		t.Error("there was no marker")
	}
	for _, line := range []string{"", "\n", "text", "  if a {", "1. one", "} // ---"} {
		if mayMark(line) {
			t.Errorf("%q is not turned away", line)
		}
	}
}

// No line with a rule in it is turned away, wherever it stands.
func TestMayRule(t *testing.T) {
	for _, rule := range []string{"---", "===", "***", "###", "___", "+++", "'''", "----", "-----"} {
		for n := range 9 {
			line := strings.Repeat("a", n) + rule + "z"
			if !isRule(rule) || !mayRule(line) {
				t.Errorf("%q is turned away", line)
			}
			if !mayRule(line[:n+len(rule)]) {
				t.Errorf("%q is turned away at its end", line)
			}
		}
	}
	if mayRule("the text between the lines") {
		t.Error("a line without a rule is not turned away")
	}
}
