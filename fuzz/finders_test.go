package fuzz_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// TestFindersOnShortTexts seals and searches all texts of up to three pieces that
// a finder treats in their own way. The finders work without a payload around
// the text, so what comes first and last has no neighbour.
func TestFindersOnShortTexts(t *testing.T) {
	pieces := []string{
		"\x01", "\r", "\n", "\r\n", "\x7f", "\u0085", "\u200c", "\u200d", "\ufe0f", "\u0301", "\u2764", "\u0645", "\u180b",
		"\u27e6", "\xff", "\xe2\x80", "\ufffd", "<", "|", "</", "untrusted-data", "\U000E0041", "\U0001F468",
	}
	nonce, err := fence.ParseNonce(sealCodes[0])
	if err != nil {
		t.Fatal(err)
	}
	texts := append([]string{""}, pieces...)
	for _, a := range texts {
		for _, b := range texts {
			for _, c := range texts {
				findersAgree(t, nonce, a+b+c)
			}
		}
	}
}

// findersAgree holds that a text without findings is unchanged, and that one with
// findings is not.
func findersAgree(t *testing.T, nonce fence.Nonce, text string) {
	t.Helper()
	found := len(fence.FindControlTokens(text)) + len(fence.FindFenceShapes(text))
	at := 0
	for _, c := range fence.FindCharacters(text) {
		if c.Start < at || c.End <= c.Start || c.End > len(text) {
			t.Fatalf("%q: a finding at %d to %d", text, c.Start, c.End)
		}
		at = c.End
		found++
	}
	out, marks, err := fence.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Note}, ringfence.NewData(text))
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := nonce.Scan(string(out))
	if err != nil || len(blocks) != 1 || blocks[0].Data.Raw() != text {
		t.Fatalf("%q: %d blocks, %v", text, len(blocks), err)
	}
	// A CR before an LF is judged by all line ends of a text, not by a finder.
	if marks.Escapes > 0 && found == 0 && !strings.Contains(text, "\r\n") {
		t.Fatalf("%q: %+v without a finding", text, marks)
	}
	if marks == (fence.Marks{}) && found > 0 {
		t.Fatalf("%q: %d findings and no mark", text, found)
	}
}
