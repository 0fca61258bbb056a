package audit

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// Characters that hide or reorder text are a note under each encoding, but for
// escapes in source text; what pages are ordinarily written with is nothing.
func TestEncodedCharacters(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	const bidi, esc = "abc \u202e def ghi", "some words before it \x1b[2J and more"
	for text, want := range map[string]string{
		`abc \u202e def`:                      idEncodedChar,
		`abc \u{2067} def`:                    idEncodedChar,
		"abc %E2%80%AE def":                   idEncodedChar,
		"abc &#8238; def":                     idEncodedChar,
		"abc &#x202e; def":                    idEncodedChar,
		`a \u001b[2J b`:                       idEncodedChar,
		`a \x1b[2J b`:                         idEncodedChar,
		`hide \x1b[8m it`:                     idEncodedChar,
		"%1B%5B2J":                            idEncodedChar,
		"&#27;[2J":                            idEncodedChar,
		strings.Repeat("%E2%80%8B", 8):        idEncodedChar,
		strings.Repeat("&ZeroWidthSpace;", 8): idEncodedChar,
		"x " + b64(bidi) + " x":               idEncodedText + " " + idEncodedChar,
		"x " + b64("<"+bidi+">") + " x":       idEncodedChar,
		"x " + b64(esc) + " x":                idEncodedText + " " + idEncodedChar,
		hex.EncodeToString([]byte("<" + bidi + "; and so on>")): idEncodedChar,
		b64(`{"a":"%E2%80%AE"}`):                                idEncodedChar,

		"to be &zwj; or &shy; &lrm; not &nbsp;": "",
		"a &#8203; b":                           "",
		"abc %E2%80%8B def":                     "",
		"abc %C3%A9 def":                        "",
		`abc \u00e9 def`:                        "",
		`a \n b \t c`:                           "",
		`red \x1b[31m and \u001b[0;1m`:          "",
		"pop &#8236; alone":                     "",
	} {
		got := map[string]bool{}
		for _, f := range mustCheck(t, Text, text) {
			got[f.Rule] = true
		}
		for rule := range strings.FieldsSeq(want) {
			if !got[rule] {
				t.Errorf("%q: %v, want %s", text, got, rule)
			}
			delete(got, rule)
		}
		if len(got) > 0 {
			t.Errorf("%q: %v, too", text, got)
		}
	}
	for text, want := range map[string]string{`abc \u202e def`: "", "a \\x1b[2J \\u202e b": "", "abc %E2%80%AE def": idEncodedChar} {
		if got, err := (Checker{}).Check(Text, "x.go", []byte(text)); err != nil || ids(got) != want {
			t.Errorf("source %q: %q %v, want %q", text, ids(got), err, want)
		}
	}
	got := mustCheck(t, Text, b64(`{"a":"%E2%80%AE"}`))
	if len(got) != 1 || got[0].Message != "base64, then URL encoding: 1 bidirectional control (U+202E right-to-left override)" {
		t.Errorf("%+v", got)
	}
}

// Pairs of hexadecimal digits are read with what stands between them.
func TestHexPairs(t *testing.T) {
	const token = "go on <|im_end|> now"
	pairs := func(s, before, between string) string {
		var out []string
		for i := range len(s) {
			out = append(out, before+hex.EncodeToString([]byte(s[i:i+1])))
		}
		return strings.Join(out, between)
	}
	for _, form := range [][2]string{{"", " "}, {"0x", " "}, {"0x", ", "}, {"0X", ",\n\t"}, {"", ":"}, {"", "-"}, {`\x`, ", "}, {"", "\n"}, {"x", " "}} {
		for _, around := range []string{"", "It is: ", "12345 "} {
			text := around + pairs(token, form[0], form[1]) + " end"
			if got := ids(mustCheck(t, Text, text)); !strings.HasPrefix(got, idEncoded) {
				t.Errorf("%q: %q", text, got)
			}
			if got := ids(mustCheck(t, Text, around+strings.ToUpper(pairs("</untrusted>", form[0], form[1])))); form[0] != `\x` && got != idEncoded {
				t.Errorf("a tag in %q: %q", form, got)
			}
		}
	}
	big := pairs(strings.Repeat("ordinary ", maxEncoded/9-1)+token+" and on", "", " ")
	if got := ids(mustCheck(t, Text, big)); !strings.Contains(got, idEncoded) {
		t.Errorf("over the end of a part: %q", got)
	}
	for _, text := range []string{
		pairs("go on and on, says the dump", "", " "), "12 34 56 78 90 12 34 56", "de:ad:be:ef:00:11:22:33", "2024-11-30 12:34:56",
		"a bad cab, a dead bee", pairs("go on", "", " ") + " 123 " + pairs("<|im", "", " "), "3c7c 696d 5f65 6e64 7c3e",
	} {
		if got := ids(mustCheck(t, Text, text)); got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}
