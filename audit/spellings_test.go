package audit

import (
	"encoding/json"
	"html"
	"slices"
	"strings"
	"testing"
)

// spellings are those of a text but for base64.
func spellings(text string) (out []spelling) {
	eachSpelling(text, func(s spelling) {
		if s.to == nil {
			out = append(out, s)
		}
	})
	return out
}

func TestSpellings(t *testing.T) {
	for in, want := range map[string][]string{
		`plain`:               {`plain`},
		`a\"b`:                {`a\"b`, `a"b`},
		`a\\\"b`:              {`a\\\"b`, `a\"b`, `a"b`},
		`a\nb\tc`:             {`a\nb\tc`, `a b c`},
		`\u00e9\ud83d\ude00`:  {`\u00e9\ud83d\ude00`, `é😀`},
		`\ud83d \u12 \x \`:    {`\ud83d \u12 \x \`, "\uFFFD \\u12 \\x \\"},
		`\ud83d\u0041`:        {`\ud83d\u0041`, "\uFFFDA"},
		`a &amp; b`:           {`a &amp; b`, `a & b`},
		`&amp;quot;`:          {`&amp;quot;`, `&quot;`, `"`},
		`&#x41;&#66; &#67`:    {`&#x41;&#66; &#67`, `AB C`},
		`&ampx &ltx & &x; &;`: {`&ampx &ltx & &x; &;`, `&x <x & &x; &;`},
		`\u0026quot;`:         {`\u0026quot;`, `&quot;`, `"`},
		`&quot;\&quot;`:       {`&quot;\&quot;`, `"\"`, `""`},
		`a \b c & d`:          {`a \b c & d`, `a   c & d`},
		`a%20b%2d%C3%A9`:      {`a%20b%2d%C3%A9`, `a b-é`},
		`%2 %zz %`:            {`%2 %zz %`},
		`a%2520b`:             {`a%2520b`, `a%20b`, `a b`},
		`a+b%2B`:              {`a+b%2B`, `a+b+`, `a b+`, `a b `},
	} {
		var got []string
		for _, s := range spellings(in) {
			got = append(got, s.text)
			if s.from != nil && (len(s.from) != len(s.text)+1 || s.from[len(s.text)] != len(in)) {
				t.Errorf("%s: %d places of %d bytes", in, len(s.from), len(s.text))
			}
		}
		slices.Sort(got)
		got = slices.Compact(got) // in another order the same can come out
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// Whatever a library writes for a text, one of the spellings reads as it.
func TestSpellingsAgainstLibraries(t *testing.T) {
	g := newTextGen(31)
	for range 3000 {
		s := strings.TrimSpace(g.text(4, metaFragments) + ` "q" \ & <b> 'é' 😀` + "\n")
		once, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := json.Marshal(string(once))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := fold(strings.ToValidUTF8(s, "\uFFFD"))
		for _, written := range []string{
			s, string(once), string(twice), html.EscapeString(s), html.EscapeString(html.EscapeString(s)), html.EscapeString(string(once)),
		} {
			found := slices.ContainsFunc(spellings(written), func(p spelling) bool {
				folded, _ := fold(strings.ToValidUTF8(p.text, "\uFFFD"))
				return strings.Contains(folded, strings.Trim(want, " "))
			})
			if !found {
				t.Fatalf("%q is not read from %q", s, written)
			}
		}
	}
}

func TestFoldSpaces(t *testing.T) {
	for in, want := range map[string]string{
		"A b":                    "a b",
		" \t\r\nA\u2003\u00a0B ": " a b ",
		"a\u00adb\u200bc":        "abc",
		"\u2028x\u2029":          " x ",
		"ＡＢ　Ｃ":                   "ab c",
		"É":                      "e",
		"a\xffb":                 "a\uFFFDb",
		"":                       "",
	} {
		got, places := fold(in)
		if got != want || len(places) != len(got)+1 || places[len(got)] != len(in) {
			t.Errorf("%q: %q, want %q; %d places", in, got, want, len(places))
		}
	}
}
