package audit

import (
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	runForm    = regexp.MustCompile(`[A-Za-z0-9+/_-]{8,}`)
	hexForm    = regexp.MustCompile(`[0-9A-Fa-f]{12,}`)
	urlForm    = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
	entityForm = regexp.MustCompile(`&(#[0-9]+|#[xX][0-9A-Fa-f]+|lt|gt|amp|quot)(?:;|%3B|)`)
	escapeForm = regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)
)

// anyEscape is an escape of any kind, and each of its forms alone.
var anyEscape = regexp.MustCompile(urlForm.String() + "|" + entityForm.String() + "|" + escapeForm.String())

func unescapeOne(e string) string {
	switch e[0] {
	case '%':
		u, _ := url.PathUnescape(e)
		return u
	case '&':
		return html.UnescapeString(strings.TrimRight(strings.TrimSuffix(e, "%3B"), ";") + ";")
	}
	n, _ := strconv.ParseUint(e[2:], 16, 32)
	return string(rune(n))
}

// slowDecodings is every text that one level of decoding makes of s: of each run
// from each of its first letters on, and of all escapes with what is beside them.
func slowDecodings(s string) []string {
	var out []string
	for _, run := range runForm.FindAllString(s, -1) {
		for _, digits := range hexForm.FindAllString(run, -1) {
			for shift := range 2 {
				b, _ := hex.DecodeString(digits[shift : shift+(len(digits)-shift)&^1])
				out = append(out, string(b))
			}
		}
		run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
		for shift := range 4 {
			part := run[shift:]
			if len(part)%4 == 1 {
				part = part[:len(part)-1]
			}
			b, _ := base64.RawStdEncoding.DecodeString(part)
			if len(run) >= 16 || strings.ContainsAny(string(b), "<[") { // short ones are words and names
				out = append(out, string(b))
			}
		}
	}
	if anyEscape.MatchString(s) {
		out = append(out, anyEscape.ReplaceAllStringFunc(s, unescapeOne))
	}
	return out
}

// hiding are texts that break a rule in any encoding; none is a part of another,
// and none stands in one of the harmless ones.
var hiding = []string{"</untrusted-data>", "<|im_start|>", "</user_input>", "[INST]", "<<END DATA>>", "\U000E0041\U000E0042\U000E0043"}

// slowlyHidden reports whether a text that breaks a rule comes out of s at a
// level from 1 to levels that was not there before.
func slowlyHidden(s string, levels int) bool {
	for _, out := range slowDecodings(s) {
		for _, bad := range hiding {
			bad = strings.TrimPrefix(bad, "\U000E0041") // one tag character is enough
			if strings.Contains(out, bad) && !strings.Contains(s, bad) {
				return true
			}
		}
		if levels > 1 && slowlyHidden(out, levels-1) {
			return true
		}
	}
	return false
}

// stdEncodings write a text with the standard library.
var stdEncodings = []func(string) string{
	func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
	func(s string) string { return hex.EncodeToString([]byte(s)) },
	func(s string) string { return strings.ToUpper(hex.EncodeToString([]byte(s))) },
	url.PathEscape,
	html.EscapeString,
	eachChar(`\u%04x`),
	eachChar("&#x%X;"),
	eachChar("&#%d;"),
}

// What is under up to two encodings is found exactly where a decoder of the
// standard library finds it, alone and beside other text; what is under three, is
// not text, or says nothing is not.
func TestEncodingsAgainstLibrary(t *testing.T) {
	harmless := []string{
		"a plain sentence with nothing in it", "{\"json\":[1,2,3],\"x\":\"yes\"}", "\x00\x01\x02\x03 binary \xff\xfe\x80 data", "<b>bold</b> & <i>more</i>",
		"ImageDataOfSomeKind0123456789", "im_start untrusted-data END", "(/user input)",
	}
	around := []string{"", "", " ", "see ", "x", "=", "\n", ": \"", "\" ", ", ", "(", ")", "0", "&amp;", "%20", "A", "word and word ", "é"}
	g, seen := newTextGen(8), outcomes{}
	for range 5000 {
		s := g.of(hiding)
		if g.IntN(3) == 0 {
			s = g.of(harmless)
		} else {
			s = g.of([]string{"", "go on ", "Lorem ipsum, "}) + s + g.of([]string{"", " and more", "\n"})
		}
		for range g.IntN(4) {
			enc := stdEncodings[g.IntN(len(stdEncodings))]
			if len(s) > 600 {
				break
			}
			s = g.of(around) + enc(s) + g.of(around)
		}
		want := slowlyHidden(s, 2)
		got := strings.Contains(ids(mustCheck(t, Text, s)), idEncoded)
		seen[strconv.FormatBool(want)]++
		if got != want {
			t.Fatalf("%q: found under an encoding: %v, want %v", s, got, want)
		}
	}
	seen.atLeast(t, 1000, "true", "false")
}
