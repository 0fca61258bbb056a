package spotlight

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// style is a transform with its inverse and its bound.
type style struct {
	name        string
	apply       func(s string) (string, int)
	undo        func(s string, marker int) (string, bool)
	times, plus int
}

var styles = []style{
	{
		"prefix", func(s string) (string, int) { return string(AppendPrefix(nil, s)), 0 },
		func(s string, _ int) (string, bool) { return TrimPrefix(s) }, MaxPrefix, len(LinePrefix),
	},
	{
		"datamark", func(s string) (string, int) { out, m := AppendDatamark(nil, s); return string(out), m },
		TrimDatamark, MaxDatamark, 3,
	},
	{
		"base64", func(s string) (string, int) { return string(AppendBase64(nil, s)), 0 },
		func(s string, _ int) (string, bool) { return TrimBase64(s) }, MaxBase64, 3,
	},
}

// check holds what every style promises of one text.
func check(t testing.TB, s string) {
	t.Helper()
	for _, st := range styles {
		out, marker := st.apply(s)
		if back, ok := st.undo(out, marker); !ok || back != s {
			t.Errorf("%s: %q, written %q, came back as %q, %v", st.name, s, out, back, ok)
		}
		if len(out) > st.times*len(s)+st.plus {
			t.Errorf("%s: %d bytes of %d", st.name, len(out), len(s))
		}
		if again, m := st.apply(s); again != out || m != marker {
			t.Errorf("%s: %q, then %q", st.name, out, again)
		}
		// Whatever the inverse accepts is what the transform writes.
		for m := -1; m <= Markers+1; m++ {
			if text, ok := st.undo(s, m); ok {
				if again, marker := st.apply(text); again != s || st.name == "datamark" && marker != m {
					t.Errorf("%s: %q is read as %q, which is written %q", st.name, s, text, again)
				}
			}
		}
	}
	if out, _ := AppendDatamark(nil, s); !sameSpaces(s, string(out)) {
		t.Errorf("datamark: white space of %q is not that of %q", s, out)
	}
}

// sameSpaces reports whether a and b have the same white space characters.
func sameSpaces(a, b string) bool {
	keep := func(r rune) rune {
		if unicode.IsSpace(r) {
			return r
		}
		return -1
	}
	return strings.Map(keep, a) == strings.Map(keep, b)
}

var texts = []string{
	"", "a", "\n", "a\n", "\na", "a b", "  a  b  ", "a\t\tb\n\n c", "a\r\nb\r", "\r\r\n", "| a", "| ", "|", "\n| \n",
	"ˆ", "ˆa ˆb", "a ˆ b", "ˆ¦‡", "ˆ¦‡◊", "ˆ ¦ ‡ ◊", "\xc2", "\xc2\xa0a", "a\u3000b\u00a0c\u2003d", "\xff \xfe", "\xe2\x80",
	"日本語 テキスト", "a\u0301 \u0301b", "func main() {\n\treturn\n}\n", "YQ==", "YR==", "YQ", "\v\f\x1c\u0085\u2028", strings.Repeat("a b\n", 50),
}

func TestRoundTrip(t *testing.T) {
	for _, s := range texts {
		check(t, s)
	}
}

// Every text over one character of each kind, up to a length at which every two
// of them meet.
func TestEveryShortText(t *testing.T) {
	alphabet := []string{"a", " ", "\n", "\r", "ˆ", "¦", "|", "\u3000", "\xcb"}
	var walk func(s string, left int)
	n := 0
	walk = func(s string, left int) {
		n++
		check(t, s)
		if left > 0 {
			for _, c := range alphabet {
				walk(s+c, left-1)
			}
		}
	}
	walk("", 4)
	if n < 5000 {
		t.Errorf("only %d texts", n)
	}
}

func TestExamples(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{string(AppendPrefix([]byte("x"), "a\n\nb")), "x| a\n| \n| b"},
		{string(AppendPrefix(nil, "")), "| "},
		{string(AppendPrefix(nil, "a\n")), "| a\n| "},
		{string(first(AppendDatamark([]byte("x"), "if  x:\n\treturn y"))), "xˆif  ˆx:\n\tˆreturn ˆy"},
		{string(first(AppendDatamark(nil, "ˆ x"))), "¦ˆ ¦x"},
		{string(first(AppendDatamark(nil, "ˆ ¦ ‡ ◊"))), "ˆˆ ˆ¦ ˆ‡ ˆ◊"},
		{string(first(AppendDatamark(nil, " \n "))), " \n "},
		{string(AppendBase64([]byte("x"), "\xff\n")), "x/wo="},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func first(b []byte, _ int) []byte { return b }

func TestRefused(t *testing.T) {
	for _, s := range []string{"", "a", "|a", "| a\nb", "| a\n|b", "| a\n", " | a", "\u200b| a"} {
		if text, ok := TrimPrefix(s); ok {
			t.Errorf("prefix: %q is read as %q", s, text)
		}
	}
	for _, c := range []struct {
		s      string
		marker int
	}{
		{"a", 1},
		{"ˆa b", 1},
		{"ˆ", 1},
		{"ˆ a", 1},
		{"¦a", 2}, // the first marker was free
		{"ˆa", 0},
		{"ˆa", 2},
		{"ˆˆ", 1}, // the text holds the first marker
		{"ˆa", 5},
		{"ˆa", -1},
		{"", 0},
		{"", 2},
	} {
		if text, ok := TrimDatamark(c.s, c.marker); ok {
			t.Errorf("datamark %d: %q is read as %q", c.marker, c.s, text)
		}
	}
	for _, s := range []string{"YQ", "YQ=", "YR==", "YQ==\n", "Y Q=", "Y\r\nQ==", "_w==", "=", "YQ==YQ=="} {
		if text, ok := TrimBase64(s); ok {
			t.Errorf("base64: %q is read as %q", s, text)
		}
	}
}

// Markers can be seen, survive every normalization, and are the base of nothing.
func TestMarkers(t *testing.T) {
	if Marker(SharedMarker) != Marker(1) || Marker(-1) != "" || Marker(Markers+1) != "" {
		t.Error("numbers of markers")
	}
	for k := 1; k <= Markers; k++ {
		m := Marker(k)
		r, n := utf8.DecodeRuneInString(m)
		if n != len(m) || n > 3 || !unicode.IsPrint(r) || unicode.IsSpace(r) {
			t.Errorf("%q", m)
		}
		for _, f := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
			if f.String(m) != m {
				t.Errorf("%q is normalized to %q", m, f.String(m))
			}
		}
		for mark := rune(0x300); mark < 0x20000; mark++ {
			if !unicode.Is(unicode.M, mark) {
				continue
			}
			if s := m + string(mark); !bytes.HasPrefix(norm.NFKC.AppendString(nil, s), []byte(m)) {
				t.Errorf("%q composes with %U", m, mark)
			}
		}
	}
}

func FuzzSpotlight(f *testing.F) {
	for _, s := range texts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) <= 8192 {
			check(t, s)
		}
	})
}
