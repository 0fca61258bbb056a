package console_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/ringfence/ringfence/policy/internal/console"
)

func TestReadLine(t *testing.T) {
	const most = 4
	for _, tt := range []struct {
		name, in, want, rest string
		err                  error
	}{
		{"a line", "yes\nno\n", "yes", "no\n", nil},
		{"an empty line", "\nno\n", "", "no\n", nil},
		{"of Windows", "yes\r\nno", "yes", "no", nil},
		{"a return within", "y\re\rs\n", "yes", "", nil},
		{"the longest", "1234\n5", "1234", "5", nil},
		{"too long", "12345\n6", "", "\n6", console.ErrLong},
		{"without an end", "yes", "", "", io.EOF},
		{"nothing", "", "", "", io.EOF},
		{"a zero", "a\x00\n", "a\x00", "", nil},
	} {
		for kind, reader := range map[string]func(io.Reader) io.Reader{
			"at once": func(r io.Reader) io.Reader { return r }, "by bytes": iotest.OneByteReader, "with the error": iotest.DataErrReader,
		} {
			in := strings.NewReader(tt.in)
			got, err := console.ReadLine(reader(in), most)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%s %s: %q, %v, want %q, %v", tt.name, kind, got, err, tt.want, tt.err)
			}
			if rest, _ := io.ReadAll(in); kind != "with the error" && string(rest) != tt.rest {
				t.Errorf("%s %s: %q is left, want %q", tt.name, kind, rest, tt.rest)
			}
		}
	}
	broken := errors.New("broken")
	if got, err := console.ReadLine(iotest.ErrReader(broken), most); got != "" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ in, plain, marked string }{
		{"plain ~text!", "plain ~text!", "plain ~text!"},
		{"é漢7\u0663", "é漢7\u0663", "é漢7\u0663"},
		{"a\x1b[2J\r\n\t", `a\u{1B}[2J\u{D}\u{A}\u{9}`, `a\u{1B}[2J\u{D}\u{A}\u{9}`},
		{"\u202e\u200b\u2028\u3164\u2800\u00a0\x7f", `\u{202E}\u{200B}\u{2028}\u{3164}\u{2800}\u{A0}\u{7F}`, `\u{202E}\u{200B}\u{2028}\u{3164}\u{2800}\u{A0}\u{7F}`},
		{"a\xffb\xe2\x82", `a\xffb\xe2\x82`, `a\xffb\xe2\x82`},
		{"\ufffd", `\u{FFFD}`, `\u{FFFD}`}, // a real one is no fault of encoding
		{"a\u0301", `a\u{301}`, "a\u0301"},
		{"\u0301a", `\u{301}a`, `\u{301}a`}, // it would stand on what is before the text
		{"a\ufe0f\U000e0041", `a\u{FE0F}\u{E0041}`, `a\u{FE0F}\u{E0041}`},
		{"\u0915\u094d\u0937", "\u0915\\u{94D}\u0937", "\u0915\u094d\u0937"},
		{"", "", ""},
	} {
		if got := console.Visible(tt.in, false); got != tt.plain {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.plain)
		}
		if got := console.Visible(tt.in, true); got != tt.marked {
			t.Errorf("%q with marks: %q, want %q", tt.in, got, tt.marked)
		}
	}
}

// FuzzVisible: whatever is shown is on one line and printable, and ordinary text is
// not changed.
func FuzzVisible(f *testing.F) {
	for _, s := range []string{"plain", "a\x1b[2J\r\n", "\u202e\u3164\u0301", "a\u0301\xff", `\u{41}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, marks := range []bool{false, true} {
			shown := console.Visible(s, marks)
			plain := true
			for _, r := range s {
				plain = plain && ' ' <= r && r <= '~'
			}
			if plain && shown != s {
				t.Errorf("%q became %q", s, shown)
			}
			for _, r := range shown {
				if r < ' ' || r == 0x7F || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Zl, unicode.Zp) && r != ' ' || !marks && unicode.Is(unicode.M, r) {
					t.Errorf("%q shows %U (marks %v)", s, r, marks)
				}
			}
		}
	})
}
