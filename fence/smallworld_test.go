package fence

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// everyText calls f with every text of up to n of the pieces.
func everyText(pieces []string, n int, f func(s string)) {
	var walk func(s string, n int)
	walk = func(s string, n int) {
		f(s)
		if n == 0 {
			return
		}
		for _, p := range pieces {
			walk(s+p, n-1)
		}
	}
	walk("", n)
}

// escapedIn returns the offsets in the data of what a payload escapes.
func escapedIn(t *testing.T, payload string) []int {
	t.Helper()
	var out []int
	at := 0
	for i := 0; i < len(payload); {
		if !strings.HasPrefix(payload[i:], escOpen) {
			i++
			at++
			continue
		}
		n, r, isByte := parseEscape(payload[i:])
		if n == 0 {
			t.Fatalf("%+q: no canonical escape at %d", payload, i)
		}
		out = append(out, at)
		i += n
		if at++; !isByte {
			at += utf8.RuneLen(r) - 1
		}
	}
	return out
}

// On every short text over bytes that begin, continue and break characters, and
// over characters that are judged by their neighbours, sealing escapes exactly
// what FindCharacters finds, and the data comes back.
func TestSealingIsFindCharacters(t *testing.T) {
	for name, pieces := range map[string][]string{
		"bytes":      {"a", "<", "\n", "\x80", "\xbf", "\xc3", "\xe2", "\xe3", "\xf0"},
		"neighbours": {"a", "\n", "\r", "\x01", "क", "\u094d", "\u0301", "\u200d", "\ufe0f", "❤", "🔥", "\xff"},
	} {
		t.Run(name, func(t *testing.T) {
			everyText(pieces, 4, func(s string) {
				b := blockOf(t, s)
				payload := b.payload.Raw()
				if b.Data.Raw() != s || !utf8.ValidString(payload) || strings.ContainsAny(payload, "\r\x01") {
					t.Fatalf("%+q: payload %+q", s, payload)
				}
				for _, m := range FindCharacters(payload) {
					if m.Class != Bracket { // of an escape
						t.Fatalf("%+q: payload %+q has %v", s, payload, m)
					}
				}
				if strings.Contains(s, "\r") {
					return // line ends have rules of their own, see TestLineEnds
				}
				want := escapedIn(t, payload)
				for _, m := range FindCharacters(s) {
					if len(want) == 0 || m.Start != want[0] {
						t.Fatalf("%+q: payload %+q, found %v", s, payload, FindCharacters(s))
					}
					if want = want[1:]; m.Class == NotUTF8 && (m.Rune != rune(s[m.Start]) || m.End != m.Start+1) {
						t.Fatalf("%+q: %v", s, m)
					}
				}
				if len(want) > 0 {
					t.Fatalf("%+q: payload %+q, found %v", s, payload, FindCharacters(s))
				}
			})
		})
	}
}

// A CR counts for FindCharacters where no LF follows, and what follows a
// character that is not raw has no neighbour before it.
func TestFindCharactersOffsets(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"\r\n", nil},
		{"\r", []int{0}},
		{"a\r", []int{1}},
		{"\ra", []int{0}},
		{"\r\r\n", []int{0}},
		{"\n\r", []int{1}},
		{"\r\v", []int{0, 1}},
		{"❤\r\n\ufe0f", []int{5}},
		{"❤\x01\ufe0f", []int{3, 4}},
		{"\x01❤\ufe0f", []int{0}},
		{"क\u094d\u200b\u200dष", []int{6, 9}},
		{"\u200bक\u094d\u200dष", []int{0}},
	} {
		var got []int
		for _, m := range FindCharacters(c.text) {
			got = append(got, m.Start)
		}
		if len(got) != len(c.want) {
			t.Errorf("%+q: %v, want %v", c.text, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%+q: %v, want %v", c.text, got, c.want)
			}
		}
	}
}

// A search that is given up looks at nothing more.
func TestCharactersStop(t *testing.T) {
	for _, s := range []string{"\x01\x02\x03", "\xff\xfe\xfd", "\u200b\u200b\u200b"} {
		n := 0
		for m := range Characters(s) {
			if n++; m.Start > 0 {
				break
			}
		}
		if n != 2 || len(FindCharacters(s)) != 3 {
			t.Errorf("%+q: %d", s, n)
		}
	}
}

// The forms at the edges of each length, and no other reading of them: a cut
// escape is none.
func TestEscapesAtTheirEdges(t *testing.T) {
	for r, want := range map[rune]string{
		0: "⟦U+0000⟧", 0xFFFF: "⟦U+FFFF⟧", 0x10000: "⟦U+10000⟧", 0x10001: "⟦U+10001⟧", 0xFFFFF: "⟦U+FFFFF⟧",
		0x100000: "⟦U+100000⟧", 0x100001: "⟦U+100001⟧", utf8.MaxRune: "⟦U+10FFFF⟧",
	} {
		got := string(appendRuneEscape(nil, r))
		n, back, isByte := parseEscape(got + "x")
		if got != want || n != len(want) || back != r || isByte {
			t.Errorf("%U: %s, read as %d, %U, %v", r, got, n, back, isByte)
		}
		for cut := len(escOpen); cut < len(got); cut++ {
			if n, _, _ := parseEscape(got[:cut]); n != 0 {
				t.Errorf("%+q: length %d", got[:cut], n)
			}
		}
	}
	for _, s := range []string{
		"⟦U+123⟧", "⟦U+00000⟧", "⟦U+0FFFF⟧", "⟦U+110000⟧", "⟦U+1000000⟧", "⟦U+0100000⟧", "⟦U+D800⟧", "⟦U+abcd⟧", "⟦0x7F⟧", "⟦0x080⟧", "⟦0x8⟧", "⟦0x180⟧", "⟦x⟧", "⟦U0041⟧",
	} {
		if n, _, _ := parseEscape(s); n != 0 {
			t.Errorf("%s: length %d", s, n)
		}
	}
}

// Every beginning of a fence line is none, and is read to its end without harm.
func TestFenceLinesCut(t *testing.T) {
	const name = "untrusted-data-k3f4q2m7xa-12"
	open := "<" + name + " kind=source lang=go cut=1/2 more=3 dropped=4 eol=crlf style=prefix>\n"
	if _, _, n, ok := parseOpen(open); !ok || n != len(open) {
		t.Fatal("the line is not read")
	}
	for cut := range len(open) {
		if _, _, _, ok := parseOpen(open[:cut]); ok {
			t.Errorf("%q is read as an opening line", open[:cut])
		}
	}
	for cut := range len(name) {
		if _, _, _, ok := parseClose("</" + name[:cut]); ok {
			t.Errorf("%q is read as a closing line", name[:cut])
		}
	}
	for _, field := range strings.Fields(open[:len(open)-2])[1:] {
		twice := "<" + name + " " + field + " " + field + ">\n"
		if _, _, _, ok := parseOpen(twice); ok {
			t.Errorf("%q is read", twice)
		}
		key, _, _ := strings.Cut(field, "=")
		for _, bad := range []string{key, key + "=", "=" + key, key + "=:", field + ":", key + "=1:"} {
			if _, _, _, ok := parseOpen("<" + name + " " + bad + ">\n"); ok {
				t.Errorf("the field %q is read", bad)
			}
		}
	}
	for _, bad := range []string{"1:", ":", "0", "01", "1234567890", "", "1/"} {
		if _, _, _, ok := parseClose("</untrusted-data-k3f4q2m7xa-" + bad + ">"); ok {
			t.Errorf("the ordinal %q is read", bad)
		}
	}
}

// The search is that of trying every place, over all short texts of two letters.
func TestOccurrences(t *testing.T) {
	everyText([]string{"a", "b"}, 9, func(payload string) {
		everyText([]string{"a", "b"}, 5, func(find string) {
			if find == "" {
				return
			}
			first, count := 0, 0
			for i := range len(payload) {
				if strings.HasPrefix(payload[i:], find) {
					if count++; count == 1 {
						first = i
					}
				}
			}
			at, n, broken := whole(payload, find)
			if min(n, 2) != min(count, 2) || count > 0 && at != first || broken {
				t.Fatalf("%s in %s: %d at %d, %v, want %d at %d", find, payload, n, at, broken, count, first)
			}
		})
	})
}

// What an edit is refused for is said with a hint that fits.
func TestEditHints(t *testing.T) {
	for _, c := range []struct{ data, find, hint string }{
		{"a\u200bb", "200B", "escapes whole"},
		{"a\u200bb", "absent", "exactly as it stands"},
		{"ab", "longer than the block", "exactly as it stands"},
		{"ab", "", "valid UTF-8"},
		{"aa", "a", "more of what is around"},
	} {
		_, err := Unescape(blockOf(t, c.data), c.find, "")
		e, ok := errors.AsType[*ringfence.Error](err)
		if !ok || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%q in %q: %v, want a hint with %q", c.find, c.data, err, c.hint)
		}
	}
}

// Bytes before an edit join with bytes after it alone, and not with letters or
// characters that look like one in an escape.
func TestEditBesideBytes(t *testing.T) {
	for _, data := range []string{"\xc3Xabc0xA9⟧", "\xc3X\u0085", "\xc3X\u00a9\u0085", "\xc3Xa\xa9", "\xf3\xa0X\u0081\x81"} {
		e, err := Unescape(blockOf(t, data), "X", "")
		if err != nil {
			t.Errorf("%+q: %v", data, err)
			continue
		}
		if got, err := e.Apply(ringfence.NewData(data)); err != nil || got.Raw() != strings.Replace(data, "X", "", 1) {
			t.Errorf("%+q: %+q, %v", data, got.Raw(), err)
		}
	}
	for _, replace := range []string{"\r\n", "\r\nab", "a\r\n", "\r"} {
		if _, err := Unescape(blockOf(t, "aXb"), "X", replace); codeOfEdit(err) != CodeReplaceCharacter {
			t.Errorf("%q: %v", replace, err)
		}
	}
}

// The fold that is searched for fence words and nonces lowers ASCII alone: no
// other character is a capital of an ASCII letter once it is folded.
func TestLowerNeedsASCIIOnly(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if folded, changed := ucd.Fold(r); changed {
			for _, f := range folded {
				if f >= utf8.RuneSelf && ucd.FoldCase(f) < utf8.RuneSelf {
					t.Errorf("%U folds to %U", r, f)
				}
			}
		} else if ucd.FoldCase(r) < utf8.RuneSelf {
			t.Errorf("%U has the simple case fold %U", r, ucd.FoldCase(r))
		}
	}
}

// Literals with a line feed are found where a CR stands before it, and U+FFFD in
// a literal is the character and no byte.
func TestTableLiteralsOverLines(t *testing.T) {
	for _, literal := range []string{"<\nend>", "<a\nend>", "<ab\nend>", "<abc\nend>", "<\ufffd>", "<a\ufffd>"} {
		table := mustTable(t, literal)
		for _, text := range []string{literal, strings.ReplaceAll(literal, "\n", "\r\n"), "x" + strings.ReplaceAll(literal, "\n", "\r\n") + "\r\ny\r\n"} {
			if found := table.find(text); len(found) != 1 || text[found[0].Start] != '<' {
				t.Errorf("%q in %q: %v", literal, text, found)
			}
			payload := checkBlockIn(t, table, testNonce, noteHeader, text)
			checkLiterals(t, []string{literal}, payload, text)
		}
		bytes := strings.ReplaceAll(literal, "\ufffd", "\xff")
		if bytes != literal && table.find(bytes) != nil {
			t.Errorf("%q in %q", literal, bytes)
		}
	}
}

// A style beyond the last is refused like one that is far off.
func TestStyleEnd(t *testing.T) {
	h := noteHeader
	for _, s := range []Style{styleEnd, styleEnd + 1, 255} {
		h.Style = s
		if _, _, err := Seal(nil, testNonce, h, ringfence.NewData("x")); err == nil {
			t.Errorf("style %d is sealed", s)
		}
	}
}
