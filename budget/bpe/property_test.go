package bpe_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/bpe"
)

// checkText holds the properties that every text has under every encoding.
func checkText(t *testing.T, e *bpe.Encoding, s string, cut, limit int) {
	t.Helper()
	ids := e.Encode(nil, s)
	n := e.Count(s)
	// Count is the number of ids.
	if n != len(ids) {
		t.Fatalf("%v: Count(%q) = %d, Encode gives %d", e.Family(), s, n, len(ids))
	}
	// Decoding gives the text back, invalid bytes as U+FFFD.
	if back, err := e.Decode(nil, ids...); err != nil || string(back) != string([]rune(s)) {
		t.Fatalf("%v: %q comes back as %q, %v", e.Family(), s, back, err)
	}
	// Encode appends.
	if two := e.Encode(slices.Clone(ids), s); !slices.Equal(two[len(ids):], ids) || !slices.Equal(two[:len(ids)], ids) {
		t.Fatalf("%v: Encode does not append to what is there", e.Family())
	}
	// The limit is exact.
	for _, k := range []int{0, limit, n - 1, n, n + 1, math.MaxInt} {
		got, ok := e.CountUpTo(s, k)
		switch {
		case ok != (n <= k && k >= 0), ok && got != n, !ok && k >= 0 && (got <= k || got > n):
			t.Fatalf("%v: CountUpTo(%q, %d) = %d, %v; the count is %d", e.Family(), s, k, got, ok, n)
		case e.Fits(s, k) != ok:
			t.Fatalf("%v: Fits(%q, %d) = %v", e.Family(), s, k, !ok)
		}
	}
	// A prefix fits, ends where it may, and is the longest.
	if got, want := e.Prefix(s, limit), slowPrefix(e, s, limit); got != want {
		t.Fatalf("%v: Prefix(%q, %d) = %d, want %d", e.Family(), s, limit, got, want)
	}
	// Appending counts what counting the whole counts.
	a := e.NewAppender()
	a.Append(s[:cut])
	a.Count()
	a.Append(s[cut:])
	if got := a.Finish(); got != n {
		t.Fatalf("%v: appending %q to %q counts %d, want %d", e.Family(), s[cut:], s[:cut], got, n)
	}
	// Counts add up at a seam.
	if left := s[:cut] + "\n"; e.SeamAdditive() && isSeam(s[cut:]) {
		if got, want := e.Count(left+s[cut:]), e.Count(left)+e.Count(s[cut:]); got != want {
			t.Fatalf("%v: %q and %q count %d together, %d apart", e.Family(), left, s[cut:], got, want)
		}
	}
}

// isSeam reports whether a text may stand behind a seam.
func isSeam(right string) bool {
	r, _ := utf8.DecodeRuneInString(right)
	return right != "" && !unicode.IsSpace(r) && r != '/'
}

func FuzzProperties(f *testing.F) {
	for _, s := range append([]string{"", strings.Repeat("a", 300), strings.Repeat("-", 300) + "b"}, fragments...) {
		f.Add(s+" "+s, uint(3), uint(2))
	}
	for _, s := range []string{"one\ntwo three\n\n/four", "\xff\xfe\u0301", "🇫🇷🇩🇪", "'re're", strings.Repeat("A\u0301", 150)} {
		f.Add(s, uint(len(s)/2), uint(4))
	}
	f.Fuzz(func(t *testing.T, s string, cut, limit uint) {
		if len(s) > 400 {
			return
		}
		for _, e := range encodings {
			checkText(t, e.encoding(), s, int(cut%uint(len(s)+1)), int(limit%1000))
		}
	})
}

// TestSeams puts texts of every kind on both sides of a seam, in every family
// that promises additivity, and shows that GPT-2 is right not to.
func TestSeams(t *testing.T) {
	for _, e := range encodings {
		enc := e.encoding()
		for _, left := range fragments {
			for _, right := range fragments {
				if !isSeam(right) {
					continue
				}
				l := left + "\n\n"
				if got, want := enc.Count(l+right), enc.Count(l)+enc.Count(right); got != want && enc.SeamAdditive() {
					t.Errorf("%s: %q and %q count %d together, %d apart", e.name, l, right, got, want)
				}
			}
		}
	}
	gpt2 := encodings[3].encoding()
	if gpt2.SeamAdditive() || gpt2.Count("a\n\nb") == gpt2.Count("a\n\n")+gpt2.Count("b") {
		t.Error("GPT-2 takes the last line end to the next piece")
	}
}

func TestSpecialTokensAreText(t *testing.T) {
	for _, e := range encodings {
		ids := e.encoding().Encode(nil, "<|endoftext|>")
		if len(ids) < 5 {
			t.Errorf("%s: <|endoftext|> is %v", e.name, ids)
		}
	}
}

func TestNoCharacterIsDropped(t *testing.T) {
	for _, e := range encodings {
		for r := range rune(0x100) {
			if n := e.encoding().Count(strings.Repeat(string(r), 1000)); n < 1000/e.encoding().LongestToken() {
				t.Errorf("%s: 1000 times %U count %d", e.name, r, n)
			}
		}
	}
}

func TestInvalidBytesAreReplacedOneByOne(t *testing.T) {
	for _, e := range encodings {
		enc := e.encoding()
		if got, want := enc.Encode(nil, "a\xff\xe4\xb8b"), enc.Encode(nil, "a\uFFFD\uFFFD\uFFFDb"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", e.name, got, want)
		}
	}
}

func TestLimitsOutOfRange(t *testing.T) {
	e := encodings[0].encoding()
	for _, limit := range []int{-1, math.MinInt} {
		if n, ok := e.CountUpTo("text", limit); n != 0 || ok {
			t.Errorf("CountUpTo with %d: %d, %v", limit, n, ok)
		}
		if e.Fits("", limit) {
			t.Errorf("the empty text fits %d", limit)
		}
		if n := e.Prefix("text", limit); n != 0 {
			t.Errorf("Prefix with %d: %d", limit, n)
		}
	}
	if n := e.Prefix("text", math.MaxInt); n != 4 {
		t.Errorf("Prefix with the largest limit: %d", n)
	}
}

func TestDecodeUnknown(t *testing.T) {
	e := encodings[0].encoding()
	for _, id := range []uint32{199_999, 1 << 30, math.MaxUint32} {
		if got, err := e.Decode([]byte("x"), 0, id); err == nil || string(got) != "x" {
			t.Errorf("id %d decodes to %q, %v", id, got, err)
		}
	}
}

func TestExactness(t *testing.T) {
	var c budget.Counter = encodings[0].encoding()
	if c.Exactness() != budget.Exact {
		t.Errorf("the counts are %v", c.Exactness())
	}
}

// TestConcurrent lets many goroutines load, count and search at once; it is for
// the race detector.
func TestConcurrent(t *testing.T) {
	texts := []string{randomOf("abc")(3000), mixedText(3000), strings.Repeat("-", 3000)}
	want := make([]int, len(texts))
	for i, s := range texts {
		want[i] = encodings[0].encoding().Count(s)
	}
	fresh, err := encodings[0].encoding().Pack()
	if err != nil {
		t.Fatal(err)
	}
	e, err := bpe.Open(string(fresh), bpe.FamilyO200K)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for k := range 16 {
		group.Go(func() {
			s := texts[k%len(texts)]
			if got := e.Count(s); got != want[k%len(texts)] {
				t.Errorf("counted %d, want %d", got, want[k%len(texts)])
			}
			if got := len(e.Encode(nil, s)); got != want[k%len(texts)] {
				t.Errorf("encoded %d, want %d", got, want[k%len(texts)])
			}
			e.Prefix(s, 100)
		})
	}
	group.Wait()
}

func TestCountDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes the pool of work spaces forget; run without -race by make test")
	}
	e := encodings[0].encoding()
	s := strings.Repeat("The quick brown fox jumps over {\"the\": [1, 23, null]} lazy dogs' unterminatedwordish.\n", 50)
	e.Count(s)
	if n := testing.AllocsPerRun(100, func() { e.Count(s) }); n > 0.5 {
		t.Errorf("%v allocations", n)
	}
}
