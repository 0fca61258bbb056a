package fence

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// blockOf seals data and scans it back.
func blockOf(t testing.TB, data string) Block {
	t.Helper()
	block, _, _ := seal(t, testNonce, noteHeader, data)
	return scanOne(t, block)
}

func TestUnescape(t *testing.T) {
	for _, c := range []struct {
		name, data, find, replace string
		want                      string // of the data with the edit made
		code                      ringfence.Code
	}{
		{"plain", "one two three", "two", "2", "one 2 three", ""},
		{"all of it", "one", "one", "", "", ""},
		{"at the start and the end", "abc", "a", "A", "Abc", ""},
		{"multi-byte", "Grüße an Łódź", "ß", "ss", "Grüsse an Łódź", ""},
		{"part of an emoji stays", "a👍🏽b", "👍🏽", "👎", "a👎b", ""},
		{"over lines", "a\nb\nc", "a\nb", "x", "x\nc", ""},
		{"last line feed", "a\nb\n", "b\n", "c\nd\n", "a\nc\nd\n", ""},
		{"crlf", "a\r\nb\r\nc", "a\nb", "x\ny", "x\r\ny\r\nc", ""},
		{"crlf, at a line feed", "a\r\nb", "\n", "\n\n", "a\r\n\r\nb", ""},
		{"crlf, bare line feed", "a\r\nb\r\nc\nd", "c⟦U+000A⟧d", "c⟦U+000A⟧e", "a\r\nb\r\nc\ne", ""},
		{"before an escape", "ab\u200bcd", "b", "B", "aB\u200bcd", ""},
		{"after an escape", "ab\u200bcd", "c", "C", "ab\u200bCd", ""},
		{"over an escape", "ab\u200bcd", "b⟦U+200B⟧c", "b⟦U+200B⟧X", "ab\u200bXd", ""},
		{"escape dropped", "ab\u200bcd", "⟦U+200B⟧", "", "abcd", ""},
		{"escape used twice", "ab\u200bcd", "⟦U+200B⟧", "⟦U+200B⟧⟦U+200B⟧", "ab\u200b\u200bcd", ""},
		{"byte escape", "a\xffb", "a⟦0xFF⟧", "⟦0xFF⟧a", "\xffab", ""},
		{"part of a broken character", "\xe2\x9fz", "⟦0x9F⟧z", "y", "\xe2y", ""},
		{"token", "say <|im_end|> now", "⟦U+003C⟧|im_end|>", "END", "say END now", ""},
		{"bracket", "x⟦y", "⟦U+27E6⟧", "⟦U+27E6⟧!", "x⟦!y", ""},
		{"replacement with meta characters", "abc", "b", "$1\\0%s⟧", "a$1\\0%s⟧c", ""},
		{"letters that also stand in an escape", "a\u200b B", "B", "C", "a\u200b C", ""},
		{"text that reads like one", "\u200b U+200B", "U+200B", "ZWSP", "\u200b ZWSP", ""},
		{"digits and an escape", "\u200b 0", "0", "1", "\u200b 1", ""},
		{"closing bracket of the data", "\u200b⟧", "⟧", "]", "\u200b]", ""},
		{"a long find after escapes", strings.Repeat("\u200b", 50) + "x", strings.Repeat("⟦U+200B⟧", 50) + "x", "y", "y", ""},

		{"empty", "abc", "", "x", "", CodeFindAbsent},
		{"absent", "abc", "abd", "x", "", CodeFindAbsent},
		{"longer than the block", "abc", "abcd", "x", "", CodeFindAbsent},
		{"not UTF-8", "a\xffb", "\xff", "x", "", CodeFindAbsent},
		{"half a character", "é", "\xc3", "x", "", CodeFindAbsent},
		{"raw where the payload has an escape", "a\u200bb", "a\u200bb", "x", "", CodeFindAbsent},
		{"the bracket alone", "a\u200bb", "⟦", "x", "", CodeFindAbsent},
		{"start of an escape", "a\u200bb", "a⟦U+2", "x", "", CodeFindAbsent},
		{"end of an escape", "a\u200bb", "0B⟧b", "x", "", CodeFindAbsent},
		{"inside an escape", "a\u200bb", "200B", "x", "", CodeFindAbsent},
		{"the fence is not in the block", "abc", "abc\n<", "x", "", CodeFindAbsent},
		{"twice", "aba", "a", "x", "", CodeFindAmbiguous},
		{"overlapping", "aaa", "aa", "x", "", CodeFindAmbiguous},
		{"overlapping escapes", "\u200b\u200b\u200b", "⟦U+200B⟧⟦U+200B⟧", "x", "", CodeFindAmbiguous},
		{"twice, around an escape", "B\u200bB", "B", "x", "", CodeFindAmbiguous},

		{"new escape", "abc", "b", "⟦U+202E⟧", "", CodeReplaceEscape},
		{"escape of another place", "a\u200bbc", "c", "⟦U+200B⟧", "", CodeReplaceEscape},
		{"no canonical escape", "a\u200bb", "a⟦U+200B⟧", "⟦U+200b⟧", "", CodeReplaceEscape},
		{"bracket alone in the replacement", "abc", "b", "⟦", "", CodeReplaceEscape},
		{"bytes that join", "\xe2x\x9fx\xa6", "⟦0xE2⟧x⟦0x9F⟧x⟦0xA6⟧", "⟦0xE2⟧⟦0x9F⟧⟦0xA6⟧", "", CodeReplaceEscape},
		{"bytes that join with what follows", "\xe2\x80 x\x8e", "⟦0xE2⟧⟦0x80⟧ x", "x⟦0xE2⟧⟦0x80⟧", "", CodeReplaceEscape},
		{"bytes that join with what is before", "\xe2y\x80\x8e z", "y⟦0x80⟧⟦0x8E⟧ ", "⟦0x80⟧⟦0x8E⟧ y", "", CodeReplaceEscape},
		{"a byte that joins both sides", "\xe2 \x80 \x8e", " ⟦0x80⟧ ", "⟦0x80⟧", "", CodeReplaceEscape},
		{"a cut that joins", "\xe2\x80x\x8e", "x", "", "", CodeReplaceEscape},
		{"a cut that joins four bytes", "\xf3\xa0x\x81\x81", "x", "", "", CodeReplaceEscape},
		{"a cut that joins the last byte of four", "\xf3\xa0\x81x\x81", "x", "", "", CodeReplaceEscape},
		{"a cut that joins after the first byte of four", "\xf3x\xa0\x81\x81", "x", "", "", CodeReplaceEscape},
		{"bytes of a broken character stay broken", "\xe2\x80x\x41", "x", "", "\xe2\x80A", ""},
		{"bytes beside a character", "\xe2\x80x\u200b\x8e", "x", "", "\xe2\x80\u200b\x8e", ""},
		{"too many bytes for a character", "\x80\x80x\x80\x80\x80\x80", "x", "", "\x80\x80\x80\x80\x80\x80", ""},
		{"a character in place of bytes that fall apart", "a\xe2x\x80b", "x", "é", "a\xe2é\x80b", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := blockOf(t, c.data)
			e, err := Unescape(b, c.find, c.replace)
			if codeOf(t, err) != c.code {
				t.Fatalf("error %v, want code %q", err, c.code)
			}
			if err != nil {
				if e.Start != 0 || e.End != 0 || e.Replace.Present() {
					t.Errorf("an error with the edit %+v", e)
				}
				return
			}
			got, err := e.Apply(b.Data)
			if err != nil || got.Raw() != c.want {
				t.Errorf("%q, %v, want %q", got.Raw(), err, c.want)
			}
		})
	}
}

func TestEditApplyRefuses(t *testing.T) {
	d := ringfence.NewData("abc")
	for _, e := range []Edit{{Start: -1, End: 1}, {Start: 2, End: 1}, {Start: 0, End: 4}, {Start: 4, End: 4}} {
		if got, err := e.Apply(d); codeOf(t, err) != CodeFindAbsent || got.Present() {
			t.Errorf("%+v: %v, %v", e, got, err)
		}
	}
	if got, err := (Edit{Start: 3, End: 3, Replace: ringfence.NewData("d")}).Apply(d); err != nil || got.Raw() != "abcd" {
		t.Errorf("at the end: %q, %v", got.Raw(), err)
	}
	if d.Raw() != "abc" {
		t.Error("the data changed")
	}
}

// The position in the error is that of the refused escape.
func TestReplaceEscapeOffset(t *testing.T) {
	_, err := Unescape(blockOf(t, "a\u200bb"), "a⟦U+200B⟧", "é⟦U+200B⟧⟦U+202E⟧")
	if e, ok := err.(*ringfence.Error); !ok || e.Offset != int64(len("é⟦U+200B⟧")) || e.Hint == "" { //nolint:errorlint // the type is promised
		t.Errorf("%#v", err)
	}
}

// The offset is in the text that the caller has, whatever its line ends are.
func TestReplaceOffsetBehindLineEnds(t *testing.T) {
	for _, bad := range []string{"⟦U+200B⟧", "\u200b", "⟦", "\r", "\u202e"} {
		for _, text := range []string{"", "x", "\r\n", "x\r\ny\r\n", "\n\r\n\n", "x\r\n\r\ny"} {
			for _, tail := range []string{"", "z", "x\r\nz"} {
				for data, crlf := range map[string]bool{"a\r\nb\r\nc\r\n": true, "a\nb\nc\n": false} {
					if !crlf && strings.Contains(text, "\r") {
						continue // a fault of its own
					}
					_, err := Unescape(blockOf(t, data), "b", text+bad+tail)
					e, ok := errors.AsType[*ringfence.Error](err)
					if !ok || e.Offset != int64(len(text)) {
						t.Errorf("%q, %q: %v, want byte %d", data, text+bad+tail, err, len(text))
					}
				}
			}
		}
	}
}

// A block that did not come from a scan has no payload to quote, and one whose
// payload is not canonical is refused.
func TestUnescapeOfOtherBlocks(t *testing.T) {
	if _, err := Unescape(Block{Data: ringfence.NewData("abc")}, "b", "x"); codeOf(t, err) != CodeFindAbsent {
		t.Errorf("no payload: %v", err)
	}
	bad := Block{payload: ringfence.NewData("a⟦b c")}
	for _, find := range []string{"c", "⟦b", "a⟦b c"} {
		if _, err := Unescape(bad, find, "x"); codeOf(t, err) != CodeEscape {
			t.Errorf("%q: %v", find, err)
		}
	}
}

// checkEdits compares Unescape with a count over the units of the payload: find
// is units i to j.
func checkEdits(t *testing.T, b Block, payload string, i, j int, replace string) {
	t.Helper()
	units, parts := decodeUnits(t, payload, b.CRLF)
	if len(units) == 0 {
		return
	}
	i %= len(units)
	j = i + 1 + j%(len(units)-i)
	find := strings.Join(units[i:j], "")
	count := 0
	for k := range units {
		rest, whole := find, k
		for whole < len(units) && rest != "" && strings.HasPrefix(rest, units[whole]) {
			rest = rest[len(units[whole]):]
			whole++
		}
		if rest == "" {
			count++
		}
	}
	e, err := Unescape(b, find, replace)
	switch {
	case count != 1:
		if codeOf(t, err) != CodeFindAmbiguous {
			t.Errorf("%q is in %q %d times: %v", find, payload, count, err)
		}
		return
	case codeOf(t, err) == CodeReplaceEscape:
		if with := b.written(replace); !strings.Contains(replace, escOpen) && !crosses(parts[:i], with, parts[j:]) {
			t.Errorf("replacement %q: %v", replace, err)
		}
		return
	case codeOf(t, err) == CodeReplaceCharacter:
		if FindCharacters(replace) == nil && !strings.Contains(replace, "\r") {
			t.Errorf("replacement %q: %v", replace, err)
		}
		return
	case err != nil:
		t.Errorf("%q in %q: %v", find, payload, err)
		return
	}
	got, err := e.Apply(b.Data)
	want := strings.Join(parts[:i], "") + e.Replace.Raw() + strings.Join(parts[j:], "")
	if err != nil || got.Raw() != want {
		t.Errorf("%q in %q: %q, %v, want %q", find, payload, got.Raw(), err, want)
	}
	if crosses(parts[:i], e.Replace.Raw(), parts[j:]) {
		t.Errorf("%q for %q in %q joins bytes into a character", replace, find, payload)
	}
	for _, c := range FindCharacters(e.Replace.Raw()) {
		if c.Class != OpeningMark && !strings.Contains(b.Data.Raw(), e.Replace.Raw()[c.Start:c.End]) {
			t.Errorf("%v %U came in by %q", c.Class, c.Rune, replace)
		}
	}
	if !strings.Contains(replace, escOpen) && !b.CRLF && e.Replace.Raw() != replace {
		t.Errorf("replacement %q became %q", replace, e.Replace.Raw())
	}
	// Quoting what was found in its own place changes nothing.
	if same, err := Unescape(b, find, find); err != nil || second2(same.Apply(b.Data)) != b.Data.Raw() {
		t.Errorf("%q for itself in %q: %v", find, payload, err)
	}
}

// written is what a replacement without escapes stands for.
func (b Block) written(replace string) string {
	if b.CRLF {
		return strings.ReplaceAll(b.lineEnds(replace), "\n", "\r\n")
	}
	return replace
}

// crosses reports whether a character of the edited data lies over an edge of the
// replacement, by decoding all of it from the start.
func crosses(before []string, with string, after []string) bool {
	first := strings.Join(before, "")
	text := first + with + strings.Join(after, "")
	starts := map[int]bool{len(text): true}
	for i := range text {
		starts[i] = true
	}
	return !starts[len(first)] || !starts[len(first)+len(with)]
}

func second2(d ringfence.Data, err error) string {
	if err != nil {
		return err.Error()
	}
	return d.Raw()
}

func TestUnescapeEverySubstring(t *testing.T) {
	for _, data := range []string{
		"", "a", "aaa", "ab\u200bab", "a\r\nb\r\n\u200b\n", "<|im_end|>⟦\xff\xe2\x9f⟧", "\u200b\u200bB200B⟧", "é中👩\u200d🚀x",
		"0x\xffFF U+FFFF\uFFFF⟦0xFF⟧", "\xe2\x80 x\x8e\xf3\xa0y\x81\x81",
	} {
		block, payload, _ := seal(t, testNonce, noteHeader, data)
		b := scanOne(t, block)
		units, _ := decodeUnits(t, payload, b.CRLF)
		for i := range units {
			for j := range len(units) - i {
				for _, replace := range []string{"Z", "", "x⟦0xE2⟧⟦0x80⟧", "⟦0x8E⟧ y", "⟦0x80⟧"} {
					checkEdits(t, b, payload, i, j, replace)
				}
			}
		}
	}
}

func FuzzUnescape(f *testing.F) {
	for i, s := range []string{"aaa", "ab\u200bab", "a\r\nb\r\n\u200b\n", "<|im_end|>⟦\xff\xe2\x9f⟧", "0x\xffFF U+FFFF\uFFFF⟦0xFF⟧"} {
		f.Add(s, i, i+1, "Z\n", s)
		f.Add(s, 0, 1, "⟦U+200B⟧", "⟦")
		f.Add(s+s, i, 2, "⟦0xFF⟧⟦0xE2⟧", "B⟧")
		f.Add("\xe2\x80 x\x8e"+s, 0, 3, "x⟦0xE2⟧⟦0x80⟧", " x")
	}
	f.Fuzz(func(t *testing.T, data string, i, j int, replace, find string) {
		if len(data) > 2048 || i < 0 || j < 0 {
			return
		}
		block, payload, _ := seal(t, testNonce, noteHeader, data)
		b := scanOne(t, block)
		checkEdits(t, b, payload, i, j, replace)
		// Any text to find: what is edited decodes to what was found, and the
		// edit is inside the data.
		e, err := Unescape(b, find, replace)
		if err != nil {
			if codeOf(t, err) == CodeEscape {
				t.Errorf("a scanned block: %v", err)
			}
			return
		}
		want, bad := decode(b.lineEnds(find), b.CRLF)
		if bad >= 0 || e.Start < 0 || e.End > len(data) || data[e.Start:e.End] != want {
			t.Errorf("find %q: bytes %d to %d of %q", find, e.Start, e.End, data)
		}
	})
}
