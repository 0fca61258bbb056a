package grapheme

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

func split(s string) []string {
	var out []string
	at := 0
	for end := range Boundaries(s) {
		out = append(out, s[at:end])
		at = end
	}
	return out
}

func TestClusters(t *testing.T) {
	marks := strings.Repeat("\u0301", 100)
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"ascii", "abc", []string{"a", "b", "c"}},
		{"crlf is one", "a\r\nb", []string{"a", "\r\n", "b"}},
		{"cr alone, lf cr apart", "\r\n\r\r\n\n\r", []string{"\r\n", "\r", "\r\n", "\n", "\r"}},
		{"combining", "e\u0301x", []string{"e\u0301", "x"}},
		{"family", "\U0001F468\u200D\U0001F469\u200D\U0001F467!", []string{"\U0001F468\u200D\U0001F469\u200D\U0001F467", "!"}},
		{"two flags", "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", []string{"\U0001F1E9\U0001F1EA", "\U0001F1EB\U0001F1F7"}},
		{"hangul", "\u1112\u1161\u11AB\u1100", []string{"\u1112\u1161\u11AB", "\u1100"}},
		{"devanagari conjunct", "\u0915\u094D\u0937\u093F", []string{"\u0915\u094D\u0937\u093F"}},
		{"prepend", "\u0600a", []string{"\u0600a"}},
		{"invalid bytes stand alone", "a\xff\xfe\u0301b", []string{"a", "\xff", "\xfe", "\u0301", "b"}},
		{"truncated at the end", "a\xe2\x82", []string{"a", "\xe2", "\x82"}},
		{"truncated inside", "e\u0301\xe2e\u0301", []string{"e\u0301", "\xe2", "e\u0301"}},
		{"stray continuation byte", "漢\xbc漢\xa2", []string{"漢", "\xbc", "漢", "\xa2"}},
		{"long cluster is cut", "a" + marks, []string{
			"a" + marks[:62], marks[:64], marks[:64], marks[:200-62-128],
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := split(c.in)
			if !slices.Equal(got, c.want) {
				t.Fatalf("got %+q, want %+q", got, c.want)
			}
			if n := Count(c.in); n != len(c.want) {
				t.Errorf("Count = %d, want %d", n, len(c.want))
			}
		})
	}
}

func TestPrefixAndFloor(t *testing.T) {
	s := "ae\u0301\r\n\U0001F1E9\U0001F1EAz"
	ends := slices.Collect(Boundaries(s))
	for n := -1; n <= len(ends)+1; n++ {
		want := 0
		if n > 0 {
			want = ends[min(n, len(ends))-1]
		}
		if got := Prefix(s, n); got != want {
			t.Errorf("Prefix(%d) = %d, want %d", n, got, want)
		}
	}
	for limit := -1; limit <= len(s)+1; limit++ {
		want := 0
		for _, e := range ends {
			if e <= limit {
				want = e
			}
		}
		if got := Floor(s, limit); got != want {
			t.Errorf("Floor(%d) = %d, want %d", limit, got, want)
		}
	}
}

func TestBoundariesStopsEarly(t *testing.T) {
	n := 0
	for range Boundaries("abc") {
		n++
		break
	}
	if n != 1 {
		t.Fatalf("ran %d times", n)
	}
}

// hostile inputs make a segmenter without bounds look far ahead or behind.
var hostile = map[string]string{
	"combining":  "\u0301",
	"zwj":        "\U0001F468\u200D",
	"flags":      "\U0001F1E9",
	"prepend":    "\u0600",
	"hangul":     "\u1100",
	"conjunct":   "\u0915\u094D",
	"invalid":    "\xff",
	"truncated":  "\xe2\x82",
	"cr":         "\r",
	"cjk":        "漢",
	"ascii-mark": "a\u0301",
}

// TestLinear compares two sizes with a slack that only growth worse than
// linear can exceed.
func TestLinear(t *testing.T) {
	for name, unit := range hostile {
		t.Run(name, func(t *testing.T) {
			cost := func(size int) time.Duration {
				s := strings.Repeat(unit, size/len(unit))
				best := time.Hour
				for range 3 {
					start := time.Now()
					Count(s)
					best = min(best, time.Since(start))
				}
				return best
			}
			small, large := cost(50_000), cost(500_000)
			if large > 40*small+20*time.Millisecond {
				t.Errorf("10 times the input took %v after %v", large, small)
			}
		})
	}
}

func FuzzGrapheme(f *testing.F) {
	for _, unit := range hostile {
		f.Add(unit, 1)
		f.Add(strings.Repeat(unit, 40)+"x", 3)
	}
	f.Add("a\r\nb\xf0\x9f", 2)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if len(s) > 1<<14 {
			t.Skip("larger inputs show nothing more")
		}
		parts := split(s)
		if strings.Join(parts, "") != s {
			t.Fatal("clusters do not make up the input")
		}
		if Count(s) != len(parts) {
			t.Fatal("Count differs from the number of clusters")
		}
		for i, p := range parts {
			if i > 0 && !utf8.ValidString(p) && utf8.ValidString(parts[i-1]+p) {
				t.Fatal("a code point was divided")
			}
			if r := utf8.RuneCountInString(p); r < 1 || r > MaxRunes {
				t.Fatalf("cluster of %d code points", r)
			}
			if !utf8.ValidString(p) && len(p) != 1 {
				t.Fatalf("invalid bytes share a cluster: %q", p)
			}
			if p == "\r" && i+1 < len(parts) && parts[i+1][0] == '\n' {
				t.Fatal("CR LF was divided")
			}
		}
		if len(s) > 0 && Next(s) != len(parts[0]) {
			t.Fatal("Next differs from the first cluster")
		}
		at := Prefix(s, n)
		if want := max(0, min(n, len(parts))); len(split(s[:at])) != want {
			t.Fatalf("Prefix of %d clusters holds %d", n, len(split(s[:at])))
		}
		if fl := Floor(s, at); fl != at {
			t.Fatalf("a boundary %d is not its own floor, %d is", at, fl)
		}
		if fl := Floor(s, n); n >= 0 && (fl > n || fl < min(n, len(s))-MaxRunes*utf8.UTFMax) {
			t.Fatalf("Floor(%d) = %d of %d", n, fl, len(s))
		}
		compareStandard(t, s, parts)
	})
}

// compareStandard holds the division against the segmenter run over the whole
// text, where no rule of ours applies.
func compareStandard(t *testing.T, s string, parts []string) {
	t.Helper()
	if !utf8.ValidString(s) {
		return
	}
	var want []string
	for it := graphemes.FromString(s); it.Next(); {
		if utf8.RuneCountInString(it.Value()) > MaxRunes {
			return
		}
		want = append(want, it.Value())
	}
	if !slices.Equal(parts, want) {
		t.Fatalf("got %+q, the standard %+q", parts, want)
	}
}

func BenchmarkCount(b *testing.B) {
	for name, unit := range map[string]string{"ascii": "hello world\n", "cjk": "漢字", "marks": "e\u0301"} {
		b.Run(name, func(b *testing.B) {
			s := strings.Repeat(unit, 1<<20/len(unit))
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Count(s)
			}
		})
	}
}
