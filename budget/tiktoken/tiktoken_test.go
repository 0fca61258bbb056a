package tiktoken

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

var names = []string{"o200k_base", "cl100k_base", "p50k_base", "r50k_base"}

func encoding(t testing.TB, name string) *Encoding {
	t.Helper()
	e, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestNew(t *testing.T) {
	for _, name := range names {
		e := encoding(t, name)
		if e.Name() != name || e.Exactness() != budget.Upper {
			t.Errorf("%s: %s %v", name, e.Name(), e.Exactness())
		}
		if again := encoding(t, name); again != e {
			t.Errorf("%s is loaded twice", name)
		}
	}
	for _, name := range []string{"", "gpt-4", "o200k", "../o200k_base", "O200K_BASE", "p50k_edit"} {
		e, err := New(name)
		if e != nil || !errors.Is(err, &ringfence.Error{Code: CodeUnknown}) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestNewConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if n := encoding(t, "r50k_base").Count("hello world"); n != 2 {
				t.Errorf("counted %d", n)
			}
		})
	}
	wg.Wait()
}

// The ids are those that the published tokenizers give.
func TestEncode(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []uint32
	}{
		{"o200k_base", "hello world", []uint32{24912, 2375}},
		{"cl100k_base", "hello world", []uint32{15339, 1917}},
		{"cl100k_base", "tiktoken is great!", []uint32{83, 1609, 5963, 374, 2294, 0}},
		{"p50k_base", "hello world", []uint32{31373, 995}},
		{"r50k_base", "hello world", []uint32{31373, 995}},
		{"r50k_base", "", nil},
	} {
		e := encoding(t, c.name)
		if got := e.Encode(nil, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s %q: got %v, want %v", c.name, c.text, got, c.want)
		}
		if got := e.Encode([]uint32{7}, c.text); !slices.Equal(got, append([]uint32{7}, c.want...)) {
			t.Errorf("%s: does not append: %v", c.name, got)
		}
	}
}

var samples = []string{
	"", " ", "\n", "\x7f", strings.Repeat("\x7f", 1000), "a", "don't I'LL we'd 'tis",
	"<|endoftext|>", "x<|endofprompt|><|fim_prefix|>y<|endoftext|", "func main() {\n\t\tfmt.Println(\"hi\")\n}\n\n\n",
	"  two\t \ttabs \n \r\n \r x\n  \n  y   ", "/* a */\n//b\n/\n/", "123456789 ١٢٣ Ⅻ ½", "漢字かな交じり文。テスト",
	"naïve e\u0301 A\u0301B ǅ ʰ", "\U0001F468\u200D\U0001F469\u200D\U0001F467 \U0001F1E9\U0001F1EA",
	"\xff\xfe invalid \xe2\x82 bytes", "\u00a0\u3000\u2028\u0085 x \u200b\ufeff", "HTTPServer fooBar ABC def GHIjkl",
	"ſ's 'ſ 'S", "\u1680 \u180e x", "!!!\n\n///\n x", " \n !", "\r\n\r\n x", "\t!", "  \t!", "é\n\n\n",
}

// TestAgainstLibrary holds counts and ids against EncodeOrdinary over the
// whole text.
func TestAgainstLibrary(t *testing.T) {
	for _, name := range names {
		e := encoding(t, name)
		for _, s := range samples {
			compare(t, e, s)
		}
	}
}

// compare fails unless the adapter gives what the library gives for s, whose
// pieces have to be short.
func compare(t *testing.T, e *Encoding, s string) {
	t.Helper()
	var want []uint32
	for _, id := range e.ordinary.EncodeOrdinary(s) {
		want = append(want, uint32(id))
	}
	n, worth := e.Measure(s)
	got := e.Encode(nil, s)
	if n != len(got) || n != e.Count(s) {
		t.Fatalf("%s %+q: Count %d, Measure %d, Encode %d", e.name, s, e.Count(s), n, len(got))
	}
	if worth == budget.Exact && !slices.Equal(got, want) || n < len(want) {
		t.Fatalf("%s %+q (%v):\ngot  %v\nwant %v", e.name, s, worth, got, want)
	}
}

// decode turns tokens back into text.
func decode(e *Encoding, ids []uint32) string {
	ints := make([]int, len(ids))
	for i, id := range ids {
		ints[i] = int(id)
	}
	return e.ordinary.Decode(ints)
}

func TestDecodes(t *testing.T) {
	for _, name := range names {
		e := encoding(t, name)
		for _, s := range append(samples, strings.Repeat("long", 5000)+"\xff") {
			if got := decode(e, e.Encode(nil, s)); got != string([]rune(s)) {
				t.Errorf("%s %.40q: decodes to %.40q", name, s, got)
			}
		}
	}
}

// TestLongPieceIsUpper counts a piece that is too long: as its bytes, and
// never split, which could count too few.
func TestLongPieceIsUpper(t *testing.T) {
	for _, name := range names {
		e := encoding(t, name)
		for _, unit := range []string{"a", "Ab", "漢", "!", "\n", "\u0301", "qz"} {
			at := strings.Repeat(unit, MaxPiece/len(unit))
			if unit == "\n" || unit == "!" {
				continue // may be a token of its own at some length
			}
			if n, worth := e.Measure(at); worth != budget.Exact || n != len(e.ordinary.EncodeOrdinary(at)) {
				t.Errorf("%s %q at the limit: %d %v", name, unit, n, worth)
			}
			over := strings.Repeat(unit, MaxPiece/len(unit)+1)
			want := len(e.ordinary.EncodeOrdinary(over))
			n, worth := e.Measure(over)
			if unit != "Ab" && (worth != budget.Upper || n != len(over)) || n < want {
				t.Errorf("%s %q over the limit: %d %v, true %d", name, unit, n, worth, want)
			}
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	for _, name := range names {
		e := encoding(t, name)
		for _, s := range []string{"\xff", "a\xffb", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"} {
			if got, want := e.Count(s), e.Count(string([]rune(s))); got != want {
				t.Errorf("%s %q: %d, with U+FFFD %d", name, s, got, want)
			}
			if !utf8.ValidString(s) && e.Count(s) == 0 {
				t.Errorf("%s %q counts nothing", name, s)
			}
		}
	}
}

// TestWhiteSpace checks that the characters divided by hand are those that the
// expression calls white space.
func TestWhiteSpace(t *testing.T) {
	e := encoding(t, "r50k_base")
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r >= 0x3100 && r%97 != 0 || !utf8.ValidRune(r) {
			continue // no white space beyond; a sample is enough
		}
		// "\s+" and no other alternative takes a space together with r at the end.
		m, err := e.pattern.FindRunesMatchStartingAt([]rune{' ', r, ' '}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if byPattern := m.Length == 3; byPattern != unicode.IsSpace(r) {
			t.Errorf("U+%04X: white space by pattern %v", r, byPattern)
		}
	}
}

func TestRandomMixtures(t *testing.T) {
	alphabet := []rune("aZé漢ǅʰ\u0301 \t\n\r\u00a0\u3000'slLdD/!<|19½😀\ufffd\x7f")
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range names {
		e := encoding(t, name)
		for range 1500 {
			s := make([]rune, rng.IntN(24))
			for i := range s {
				s[i] = alphabet[rng.IntN(len(alphabet))]
			}
			compare(t, e, string(s))
		}
	}
}

// TestSeams joins random texts at seams and asks that counts add.
func TestSeams(t *testing.T) {
	alphabet := []rune("aZé漢\u0301 \t\n\r\u00a0'sl/!<|19😀")
	rng := rand.New(rand.NewPCG(3, 4))
	text := func() string {
		s := make([]rune, 1+rng.IntN(12))
		for i := range s {
			s[i] = alphabet[rng.IntN(len(alphabet))]
		}
		return string(s)
	}
	for _, name := range names {
		e := encoding(t, name)
		if want := name == "o200k_base" || name == "cl100k_base"; e.SeamAdditive() != want {
			t.Errorf("%s: SeamAdditive %v", name, e.SeamAdditive())
		}
		broken := 0
		for range 4000 {
			a, b := text()+"\n", text()
			if budget.Seam(a, b) && e.Count(a+b) != e.Count(a)+e.Count(b) {
				broken++
			}
		}
		if (broken == 0) != e.SeamAdditive() {
			t.Errorf("%s: %d joins at seams do not add", name, broken)
		}
	}
}
