package fence

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

var allStyles = []Style{StyleBlock, StylePrefix, StyleDatamark, StyleBase64}

func styleHeader(s Style) Header { return Header{N: 1, Kind: Note, Style: s} }

func TestStyleGolden(t *testing.T) {
	const n = testCode
	for _, c := range []struct {
		name  string
		style Style
		data  string
		want  string // of the opening line after kind, and the payload
	}{
		{"block", StyleBlock, "a b\n", ">\na b\n"},
		{"prefix", StylePrefix, "a b\n\tc", " style=prefix>\n| a b\n| \tc"},
		{"prefix, empty", StylePrefix, "", " style=prefix>\n| "},
		{"prefix, last line feed", StylePrefix, "a\n", " style=prefix>\n| a\n| "},
		{"prefix, token and control", StylePrefix, "<|im_end|>\n\x1b", " style=prefix>\n| ⟦U+003C⟧|im_end|>\n| ⟦U+001B⟧"},
		{"prefix, CR LF", StylePrefix, "a\r\nb", " eol=crlf style=prefix>\n| a\n| b"},
		{"prefix, bare LF among CR LF", StylePrefix, "a\r\nb\r\nc\nd", " eol=crlf style=prefix>\n| a\n| b\n| c⟦U+000A⟧| d"},
		{"datamark", StyleDatamark, "if  x:\n\ty", " style=datamark.1>\nˆif  ˆx:\n\tˆy"},
		{"datamark, marker in the data", StyleDatamark, "ˆ a", " style=datamark.2>\n¦ˆ ¦a"},
		{"datamark, two markers in the data", StyleDatamark, "¦ˆ a", " style=datamark.3>\n‡¦ˆ ‡a"},
		{"datamark, all markers in the data", StyleDatamark, "ˆ¦‡◊ a", " style=datamark.0>\nˆˆ¦‡◊ ˆa"},
		{"datamark, empty", StyleDatamark, "", " style=datamark.1>\n"},
		{"datamark, white space", StyleDatamark, " \n ", " style=datamark.1>\n \n "},
		{"datamark, token", StyleDatamark, "x <|im_end|>", " style=datamark.1>\nˆx ˆ⟦U+003C⟧|im_end|>"},
		{"datamark, CR LF", StyleDatamark, "a\r\nb", " eol=crlf style=datamark.1>\nˆa\nˆb"},
		{"base64", StyleBase64, "a\x00\xff", " style=base64>\nYQD/"},
		{"base64, empty", StyleBase64, "", " style=base64>\n"},
		{"base64, CR LF", StyleBase64, "a\r\nb", " style=base64>\nYQ0KYg=="},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := Seal(nil, testNonce, styleHeader(c.style), ringfence.NewData(c.data))
			want := "<untrusted-data-" + n + "-1 kind=note" + c.want + "\n</untrusted-data-" + n + "-1>\n"
			if err != nil || string(out) != want {
				t.Errorf("got %q, %v\nwant %q", out, err, want)
			}
			checkBlock(t, testNonce, styleHeader(c.style), c.data)
		})
	}
}

func TestStyleNames(t *testing.T) {
	for _, s := range allStyles {
		if got, ok := ParseStyle(s.String()); !ok || got != s {
			t.Errorf("%v is read as %v", s, got)
		}
		if (s.Guide() == "") != (s == StyleBlock) {
			t.Errorf("%v is explained by %q", s, s.Guide())
		}
	}
	for _, name := range []string{"", "Block", "datamark.1", "none"} {
		if s, ok := ParseStyle(name); ok || s != StyleBlock {
			t.Errorf("%q is %v", name, s)
		}
	}
	if styleEnd.String() != "" || styleEnd.Guide() != "" {
		t.Error("a style that is none has a name or a guide")
	}
}

// The guides of styles name no nonce and hold nothing that sealing would
// escape, and each begins with a dash, so that it continues the list of Guide.
func TestStyleGuides(t *testing.T) {
	for _, s := range allStyles[1:] {
		g := s.Guide()
		if FindFenceShapes(g) != nil || FindControlTokens(g) != nil || FindCharacters(g) != nil ||
			!strings.HasPrefix(g, "- ") || !strings.HasSuffix(g, "\n") || !strings.Contains(g, "style="+s.String()) {
			t.Errorf("%v: %q", s, g)
		}
	}
}

// A payload that is not what the style writes is a fault, and a style that is
// not in the grammar is one of the fence line.
func TestStyleRefused(t *testing.T) {
	open := func(field string) string { return strings.Replace(openLine, ">", " "+field+">", 1) }
	for _, c := range []struct {
		name, field, payload string
		code                 ringfence.Code
	}{
		{"prefix missing", "style=prefix", "a", CodeStyle},
		{"prefix missing, empty payload", "style=prefix", "", CodeStyle},
		{"prefix missing on a line", "style=prefix", "| a\nb", CodeStyle},
		{"prefix missing on the last line", "style=prefix", "| a\n", CodeStyle},
		{"prefix missing after an escaped line feed", "style=prefix", "| a⟦U+000A⟧b", CodeStyle},
		{"prefix, escaped", "style=prefix", "⟦U+007C⟧ a", ""}, // canonical form is the audit's business
		{"prefix with an escape that is none", "style=prefix", "| ⟦", CodeEscape},
		{"marker missing", "style=datamark.1", "ˆa b", CodeStyle},
		{"marker alone", "style=datamark.1", "ˆ", CodeStyle},
		{"marker that was not chosen", "style=datamark.2", "¦a", CodeStyle},
		{"marker that the data holds", "style=datamark.1", "ˆˆ", CodeStyle},
		{"shared marker without need", "style=datamark.0", "ˆa", CodeStyle},
		{"base64 without padding", "style=base64", "YQ", CodeStyle},
		{"base64 with a rest", "style=base64", "YR==", CodeStyle},
		{"base64 on two lines", "style=base64", "YQ==\n", CodeStyle},
		{"base64, other alphabet", "style=base64", "_w==", CodeStyle},
		{"block is not written", "style=block", "a", CodeHeader},
		{"unknown style", "style=rot13", "a", CodeHeader},
		{"no style", "style=", "a", CodeHeader},
		{"datamark without a marker", "style=datamark", "ˆa", CodeHeader},
		{"datamark with an unknown marker", "style=datamark.5", "ˆa", CodeHeader},
		{"datamark with two digits", "style=datamark.01", "ˆa", CodeHeader},
		{"datamark with an empty marker", "style=datamark.", "ˆa", CodeHeader},
		{"datamark with another sign", "style=datamark./", "ˆa", CodeHeader},
		{"prefix with a marker", "style=prefix.1", "| a", CodeHeader},
		{"style twice", "style=prefix style=prefix", "| a", CodeHeader},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "before\n" + open(c.field) + c.payload + "\n" + closeLine
			blocks, err := Scan(text)
			if got := codeOf(t, err); got != c.code || (err != nil) != (blocks == nil) {
				t.Errorf("code %q, want %q, %d blocks", got, c.code, len(blocks))
			}
			_, faults := Inspect(text)
			for _, f := range faults {
				if f.Start >= f.End || f.End > len(text) || f.Start < len("before\n") {
					t.Errorf("fault %+v", f)
				}
			}
		})
	}
}

// A style does not change what the data is: blocks of all styles stand in one
// message, whatever they hold.
func TestStylesTogether(t *testing.T) {
	var out []byte
	n := 0
	want := map[int]string{}
	for _, data := range fuzzTexts() {
		for _, s := range allStyles {
			n++
			h := Header{N: n, Kind: Note, Style: s}
			var err error
			if out, _, err = Seal(out, testNonce, h, ringfence.NewData(data)); err != nil {
				t.Fatal(err)
			}
			want[n] = data
		}
	}
	blocks, err := testNonce.Scan(string(out))
	if err != nil || len(blocks) != n {
		t.Fatalf("%d of %d blocks, %v", len(blocks), n, err)
	}
	for _, b := range blocks {
		if b.Data.Raw() != want[b.N] {
			t.Errorf("block %d, %v: %q, want %q", b.N, b.Style, b.Data.Raw(), want[b.N])
		}
	}
}

// Every attack in every style, whole and in the places where a style or a fence
// could complete it.
func TestInertInEveryStyle(t *testing.T) {
	for _, s := range allStyles[1:] {
		for _, w := range attackWords() {
			for _, data := range []string{w, w + " " + w, "\n" + w + "\n", wide(w), w[1:] + w} {
				checkBlock(t, testNonce, styleHeader(s), data)
			}
		}
	}
	// Base64 that spells the nonce.
	for _, data := range []string{"\x92\x92\x1f\xe2\xad\xa6\xed\xc6", "\x92\x4d\xdf\xe2\xad\xa6\xed\xc6\x92"} {
		checkBlock(t, makeNonce("kkkkkkkkkk"), styleHeader(StyleBase64), strings.Repeat("\x92\x49\x24", 8)+data)
	}
}

// Every literal, in every style, at every split: between two blocks, two fields
// of a record, a cut text and its fence line, a fence line and the data, and
// across an escape. Nothing of the whole prompt but its fence lines may hold one.
func TestInertSeams(t *testing.T) {
	step := 1
	if testing.Short() || raceEnabled {
		step = 9
	}
	var out []byte
	k := 0
	for _, w := range oracleLiterals {
		for at := range w {
			if k++; k%step != 0 {
				continue
			}
			head, tail := w[:at], w[at:]
			for _, s := range allStyles {
				out = out[:0]
				for i, data := range []string{
					head, tail, `{"label":"` + head + `","excerpt":"` + tail + `"}`, head + "\n" + tail, head + "\u200b" + tail,
					head + "⟦U+200B⟧" + tail, head + " " + tail, head + "\r\n" + tail,
				} {
					h := Header{N: i + 1, Kind: Note, Style: s, Cut: Cut{Shown: at, Of: at + 1}}
					out, _, _ = Seal(out, testNonce, h, ringfence.NewData(data))
				}
				text := string(out)
				if lit := literalIn(text); lit != "" {
					t.Errorf("%v, %q at %d: %q stands in %q", s, w, at, lit, text)
				}
				if lit := literalIn(oracleFold(text)); lit != "" {
					t.Errorf("%v, %q at %d: %q stands folded in %q", s, w, at, lit, text)
				}
			}
		}
	}
	if k < 2000 {
		t.Errorf("only %d splits", k)
	}
}
