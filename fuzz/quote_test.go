package fuzz_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// TestQuotationsAgainstCounting holds the search of Unescape against counting at
// every place, for all short texts over two letters: occurrences overlap there,
// and a text that almost occurs again must not count.
func TestQuotationsAgainstCounting(t *testing.T) {
	const letters = "ab"
	payloads, finds := words(letters, 7), words(letters, 4)
	nonce, err := fence.ParseNonce(sealCodes[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, payload := range payloads {
		out, _, err := fence.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Note}, ringfence.NewData(payload))
		if err != nil {
			t.Fatal(err)
		}
		blocks, err := nonce.Scan(string(out))
		if err != nil {
			t.Fatal(err)
		}
		for _, find := range finds {
			edit, err := fence.Unescape(blocks[0], find, "")
			n := occurrences(payload, find)
			want := ringfence.Code("")
			switch {
			case n == 0:
				want = fence.CodeFindAbsent
			case n > 1:
				want = fence.CodeFindAmbiguous
			}
			if (want == "") != (err == nil) || want != "" && !errors.Is(err, &ringfence.Error{Code: want}) {
				t.Fatalf("%q in %q occurs %d times: %v", find, payload, n, err)
			}
			if err == nil && edit.Start != strings.Index(payload, find) {
				t.Fatalf("%q in %q is found at %d", find, payload, edit.Start)
			}
		}
	}
}

// words are all texts of one to n letters.
func words(letters string, n int) []string {
	out, last := []string(nil), []string{""}
	for range n {
		var next []string
		for _, w := range last {
			for _, c := range letters {
				next = append(next, w+string(c))
			}
		}
		out, last = append(out, next...), next
	}
	return out
}

// occurrences counts overlapping ones, too.
func occurrences(s, find string) int {
	n := 0
	for i := range len(s) {
		if strings.HasPrefix(s[i:], find) {
			n++
		}
	}
	return n
}
