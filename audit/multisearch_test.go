package audit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// searchSlowly is what a searcher finds, one text after the other and place by
// place.
func searchSlowly(texts []string, whole func(int) bool, in string) (found []int) {
	for i, s := range texts {
		for k := 0; k+len(s) <= len(in); k++ {
			if in[k:k+len(s)] == s && (!whole(i) || wholeWord(in, k, len(s))) {
				found = append(found, i)
				break
			}
		}
	}
	return found
}

// wholeWord reports whether no letter or digit stands right beside s[k:k+n].
func wholeWord(s string, k, n int) bool {
	return (k == 0 || !wordByte(s[k-1])) && (k+n == len(s) || !wordByte(s[k+n]))
}

func searchFast(t *testing.T, texts []string, whole func(int) bool, in string) (found []int) {
	t.Helper()
	s := newSearcher(texts, whole)
	s.begin().in(in, func(i, at int) {
		if at < 0 || !strings.HasPrefix(in[at:], texts[i]) || whole(i) && !wholeWord(in, at, len(texts[i])) {
			t.Errorf("%q is not at %d of %q", texts[i], at, in)
		}
		if slices.Contains(found, i) {
			t.Errorf("%q was reported twice", texts[i])
		}
		found = append(found, i)
	})
	slices.Sort(found)
	return found
}

func TestSearcher(t *testing.T) {
	for _, tc := range []struct{ texts, in, want string }{
		{"", "abc", ""},
		{"a", "", ""},
		{"abc", "xabcx", "abc"},
		{"ABC", "xabc abcx", ""}, // in capitals: whole words
		{"ABC", "xabc abcx -abc-", "ABC"},
		{"he she his hers", "ushers", "he she hers"},
		{"a aa aaa aaaa", "aaa", "a aa aaa"},
		{"A AA AAA", "aaa", "AAA"},
		{"A AA AAA", "a aa", "A AA"},
		{"a-b B", "a-b", "a-b B"},
		{"-A", "x-a", ""},
		{"-A", "x -a", "-A"},
		{"A-", "a-x", ""},
		{"É", "é", "É"},
		{"abcd bc", "abce", "bc"},
	} {
		var texts []string
		var whole []bool
		for w := range strings.FieldsSeq(tc.texts) {
			texts, whole = append(texts, strings.ToLower(w)), append(whole, strings.ToLower(w) != w)
		}
		var got []string
		for _, i := range searchFast(t, texts, func(i int) bool { return whole[i] }, tc.in) {
			got = append(got, strings.Fields(tc.texts)[i])
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s in %s: %q", tc.texts, tc.in, got)
		}
	}
}

// A search finds what looking for each text by itself finds.
func TestSearcherAgainstOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	word := func(most int) string {
		b := make([]byte, 1+rng.IntN(most))
		for i := range b {
			b[i] = "aab -"[rng.IntN(5)]
		}
		return string(b)
	}
	hits := 0
	for range 4000 {
		var texts []string
		for range rng.IntN(12) {
			if w := word(5); !slices.Contains(texts, w) {
				texts = append(texts, w)
			}
		}
		mask := rng.Uint32()
		whole := func(i int) bool { return mask>>i&1 == 1 }
		in := word(40)
		got, want := searchFast(t, texts, whole, in), searchSlowly(texts, whole, in)
		if !slices.Equal(got, want) {
			t.Fatalf("%q, whole %b, in %q: %v, want %v", texts, mask, in, got, want)
		}
		hits += len(want)
	}
	if hits < 5000 {
		t.Errorf("only %d texts were found", hits)
	}
}

// Many children of one node are looked through by halves.
func TestSearcherWide(t *testing.T) {
	var texts []string
	for b := range 256 {
		if b != boundary {
			texts = append(texts, "x"+string([]byte{byte(b)})+"y")
		}
	}
	for i, s := range texts {
		if got := searchFast(t, texts, func(int) bool { return false }, "xx"+s); !slices.Contains(got, i) {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// FuzzSearcher holds a search against one that looks for each text by itself, in
// every way that a string can be spelled.
func FuzzSearcher(f *testing.F) {
	for _, seed := range [][2]string{
		{"he,she,his,hers", "ushers"},
		{"a,aa,aaa", "aaaa a"},
		{"tom & jerry", "Tom &amp;amp; Jerry"},
		{`c:\x`, `{"a":"C:\\x"}`},
		{"müller", `M\u00fcller`},
		{"q \"s\" x", `Q \\\"S\\\"\n  X`},
		{"😀", `\ud83d\ude00`},
		{"a b", "a\u00a0\n b"},
		{"<x", "&ltx&#60;x"},
	} {
		f.Add(seed[0], seed[1], uint32(5))
	}
	f.Fuzz(func(t *testing.T, list, in string, mask uint32) {
		if len(list)+len(in) > 4096 {
			return
		}
		var texts []string
		for s := range strings.SplitSeq(list, ",") {
			s, _ = fold(s)
			if s = strings.Trim(s, " "); s != "" && !slices.Contains(texts, s) && len(texts) < 32 {
				texts = append(texts, s)
			}
		}
		whole := func(i int) bool { return mask>>i&1 == 1 }
		for _, s := range spellings(in) {
			folded, places := fold(s.text)
			if len(places) != len(folded)+1 {
				t.Fatalf("%d places of %d bytes and an end", len(places), len(folded))
			}
			last := 0
			for i, at := range places {
				if p := s.place(at); p < last || (p == len(in)) != (i == len(folded)) {
					t.Fatalf("place %d behind %d in %d bytes", p, last, len(in))
				} else {
					last = p
				}
			}
			if got, want := searchFast(t, texts, whole, folded), searchSlowly(texts, whole, folded); !slices.Equal(got, want) {
				t.Fatalf("%q, whole %b, in %q: %v, want %v", texts, mask, folded, got, want)
			}
		}
	})
}

// Sixteen times the payload and the prompt take no more than a hundred times as
// long; with a pass over the prompt for each secret they would take 256 times.
func TestWithheldGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const small, factor, slack, tries = 250, 16, 100, 6
	for name, made := range map[string]func(n int) (with, prompt string){
		"many ids": func(n int) (string, string) {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, `,{"kind":"kd-%d","id":"it-%d","label":"Mug"}`, i, i*7919)
			}
			return `{"contextItems":[` + b.String()[1:] + `]}`, strings.Repeat("kd- it-1 order 77 of mugs\n", 10*n)
		},
		"ends of one another": func(n int) (string, string) {
			var b strings.Builder
			for i := range n / 8 {
				b.WriteString(`,{"kind":"` + strings.Repeat("yy ", 4+i) + `y","id":"` + strings.Repeat("y", 4+i) + `","label":"yy"}`)
			}
			return `{"contextItems":[` + b.String()[1:] + `]}`, strings.Repeat("yy ", 80*n)
		},
		"escapes": func(n int) (string, string) {
			return `{"contextItems":[{"id":"it-1","label":"a"}]}`, strings.Repeat(`\\\"&amp;lt;`, 10*n)
		},
	} {
		fastest := func(n int) time.Duration {
			with, prompt := made(n)
			c, best := Checker{With: []byte(with)}, time.Hour
			known, err := c.secrets()
			if err != nil || len(known.list) == 0 {
				t.Fatalf("%s: %v", name, err)
			}
			for range 3 {
				start := time.Now()
				known, _ = c.secrets()
				leak := leaks{secrets: known, col: &collector{}, short: map[int]bool{}}
				leak.in(piece{text: prompt, pointer: at(""), places: true})
				best = min(best, time.Since(start))
			}
			return best
		}
		for try := 1; ; try++ {
			few, many := max(fastest(small), 100*time.Microsecond), fastest(factor*small)
			if many <= slack*few {
				break
			}
			if try == tries {
				t.Errorf("%s: %v and %v", name, few, many)
				break
			}
		}
	}
}
