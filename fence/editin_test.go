package fence

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// blocksOf seals texts, the styles taking turns where given.
func blocksOf(t *testing.T, styles []Style, data ...string) []Block {
	t.Helper()
	var out []byte
	for i, d := range data {
		h := Header{N: i + 1, Kind: Note}
		if i < len(styles) {
			h.Style = styles[i]
		}
		var err error
		if out, _, err = Seal(out, testNonce, h, ringfence.NewData(d)); err != nil {
			t.Fatal(err)
		}
	}
	blocks, err := testNonce.Scan(string(out))
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

func TestUnescapeIn(t *testing.T) {
	for _, c := range []struct {
		name          string
		styles        []Style
		data          []string
		find, replace string
		index         int
		want          string
		code          ringfence.Code
	}{
		{"first", nil, []string{"one two", "three"}, "two", "2", 0, "one 2", ""},
		{"second", nil, []string{"one two", "three"}, "three", "3", 1, "3", ""},
		{"by its escape", nil, []string{"a b", "a\u200b b"}, "a⟦U+200B⟧", "c", 1, "c b", ""},
		{"in two blocks", nil, []string{"one", "one two"}, "one", "1", -1, "", CodeFindAmbiguous},
		{"twice in one", nil, []string{"x", "one one"}, "one", "1", -1, "", CodeFindAmbiguous},
		{"nowhere", nil, []string{"one", "two"}, "three", "3", -1, "", CodeFindAbsent},
		{"no block", nil, nil, "one", "1", -1, "", CodeFindAbsent},
		{"over two blocks", nil, []string{"one", "two"}, "one\ntwo", "x", -1, "", CodeFindAbsent},
		{"other styles are passed over", []Style{StylePrefix, StyleBlock}, []string{"one", "one"}, "one", "1", 1, "1", ""},
		{"only in another style", []Style{StyleDatamark}, []string{"one"}, "one", "1", -1, "", CodeFindAbsent},
		{"escape of its own", nil, []string{"one", "two"}, "two", "⟦U+202E⟧", -1, "", CodeReplaceEscape},
		{"in two blocks, escape of its own", nil, []string{"one", "one"}, "one", "⟦U+202E⟧", -1, "", CodeFindAmbiguous},
	} {
		t.Run(c.name, func(t *testing.T) {
			blocks := blocksOf(t, c.styles, c.data...)
			i, e, err := UnescapeIn(blocks, c.find, c.replace)
			if codeOf(t, err) != c.code || i != c.index {
				t.Fatalf("block %d, %v, want %d, %q", i, err, c.index, c.code)
			}
			if err != nil {
				if e.Replace.Present() {
					t.Error("an edit with an error")
				}
				return
			}
			got, err := e.Apply(blocks[i].Data)
			if err != nil || got.Raw() != c.want {
				t.Errorf("%q, %v", got.Raw(), err)
			}
		})
	}
}

// Characters that cannot be seen come into a text only by an escape that was in
// it, and line ends stay those of the text.
func TestReplaceCharacters(t *testing.T) {
	for _, c := range []struct {
		name, data, find, replace string
		want                      string
		code                      ringfence.Code
		offset                    int64
	}{
		{"crlf, replacement in crlf", "a\r\nb\r\n", "a\nb", "x\r\ny", "x\r\ny\r\n", "", 0},
		{"crlf, find in crlf", "a\r\nb\r\n", "a\r\nb", "x", "x\r\n", "", 0},
		{"crlf, lone CR", "a\r\nb\r\n", "a", "x\ry", "", CodeReplaceCharacter, 1},
		{"lf, replacement in crlf", "a\nb\n", "a", "x\r\ny", "", CodeReplaceCharacter, 1},
		{"lf, lone CR at the end", "a\nb\n", "a", "x\r", "", CodeReplaceCharacter, 1},
		{"zero width", "abc", "b", "x\u200by", "", CodeReplaceCharacter, 1},
		{"bidi override", "abc", "b", "é\u202e", "", CodeReplaceCharacter, 2},
		{"tag", "abc", "b", "\U000E0041", "", CodeReplaceCharacter, 0},
		{"private use", "abc", "b", "\ue000", "", CodeReplaceCharacter, 0},
		{"not UTF-8", "abc", "b", "x\xff", "", CodeReplaceCharacter, 1},
		{"control", "abc", "b", "\x1b[0m", "", CodeReplaceCharacter, 0},
		{"line separator", "abc", "b", "\u2028", "", CodeReplaceCharacter, 0},
		{"selector", "abc", "b", "x\ufe0f", "", CodeReplaceCharacter, 1},
		{"new emoji sequence", "abc", "b", "👩\u200d🚀", "a👩\u200d🚀c", "", 0},
		{"joiner of a script", "a", "a", "می\u200cخواهم", "می\u200cخواهم", "", 0},
		{"selector that find has", "a❤\ufe0fb", "❤\ufe0f", "x\ufe0f", "ax\ufe0fb", "", 0},
		{"mark in front", "e\u0301x", "\u0301x", "\u0300x", "e\u0300x", "", 0},
		{"tab and line feed", "abc", "b", "\t\n", "a\t\nc", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := blockOf(t, c.data)
			e, err := Unescape(b, c.find, c.replace)
			if codeOf(t, err) != c.code {
				t.Fatalf("%v, want %q", err, c.code)
			}
			if err != nil {
				if err.(*ringfence.Error).Offset != c.offset { //nolint:errorlint // the type is promised
					t.Errorf("%v, want byte %d", err, c.offset)
				}
				return
			}
			if got, err := e.Apply(b.Data); err != nil || got.Raw() != c.want {
				t.Errorf("%q, %v", got.Raw(), err)
			}
		})
	}
}

func TestUnescapeOfStyles(t *testing.T) {
	for _, b := range blocksOf(t, allStyles[1:], "one", "two", "three") {
		if _, err := Unescape(b, strings.TrimSpace(b.payload.Raw()), "x"); codeOf(t, err) != CodeStyle {
			t.Errorf("%v: %v", b.Style, err)
		}
	}
}
