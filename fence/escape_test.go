package fence

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

func TestEscapeForms(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"⟦U+0000⟧", "\x00"},
		{"⟦U+0041⟧", "A"},
		{"⟦U+200B⟧", "\u200b"},
		{"⟦U+27E6⟧", "⟦"},
		{"⟦U+FFFD⟧", "\uFFFD"},
		{"⟦U+D7FF⟧⟦U+E000⟧", "\uD7FF\uE000"},
		{"⟦U+1F600⟧", "\U0001F600"},
		{"⟦U+10000⟧", "\U00010000"},
		{"⟦U+10FFFF⟧", "\U0010FFFF"},
		{"⟦0x80⟧", "\x80"},
		{"⟦0xFF⟧⟦0xC3⟧a⟦0xA9⟧", "\xff\xc3a\xa9"},
		{"⟦0xC3⟧⟦U+0041⟧⟦0xA9⟧", "\xc3A\xa9"}, // a character between them
		{"⟦0xF0⟧⟦0x9F⟧⟦0x98⟧", "\xf0\x9f\x98"},
		{"⟦0xE2⟧⟦0xE2⟧⟦0x9F⟧⟦0xE2⟧", "\xe2\xe2\x9f\xe2"},
		{"⟦0x80⟧⟦0x80⟧⟦0x80⟧⟦0x80⟧⟦0x80⟧⟦0x80⟧", "\x80\x80\x80\x80\x80\x80"},
		{"⟧U+0041⟧", "⟧U+0041⟧"},
		{"⟦U+27E6⟧U+0041⟧", "⟦U+0041⟧"},
	} {
		if b := scanOne(t, openLine+c.in+"\n"+closeLine); b.Data.Raw() != c.want {
			t.Errorf("%s: %q, want %q", c.in, b.Data.Raw(), c.want)
		}
	}
}

func TestEscapeFormsRefused(t *testing.T) {
	for _, c := range []struct {
		in string
		at int // of the bracket, behind the first byte of the payload
	}{
		{"⟦", 0},
		{"⟦⟧", 0},
		{"⟦U+200b⟧", 0},
		{"⟦u+200B⟧", 0},
		{"⟦U+41⟧", 0},
		{"⟦U+041⟧", 0},
		{"⟦U+00041⟧", 0},
		{"⟦U+000041⟧", 0},
		{"⟦U+0200B⟧", 0},
		{"⟦U+010FFFF⟧", 0},
		{"⟦U+110000⟧", 0},
		{"⟦U+FFFFFF⟧", 0},
		{"⟦U+D800⟧", 0},
		{"⟦U+DFFF⟧", 0},
		{"⟦U+-041⟧", 0},
		{"⟦U+ 041⟧", 0},
		{"⟦U 0041⟧", 0},
		{"⟦0041⟧", 0},
		{"⟦U+０041⟧", 0},
		{"⟦0x7F⟧", 0},
		{"⟦0x00⟧", 0},
		{"⟦0xff⟧", 0},
		{"⟦0XFF⟧", 0},
		{"⟦0xF⟧", 0},
		{"⟦0x0FF⟧", 0},
		{"⟦0xG0⟧", 0},
		{"⟦ U+0041⟧", 0},
		{"⟦U+0041 ⟧", 0},
		{"⟦U+0041", 0},
		{"⟦U+0041]", 0},
		{"⟦U+⟦U+0041⟧⟧", 0},
		{"⟦⟦U+0041⟧", 0},
		{"ab⟦U+0041⟧c⟦d", 15},
		{"⟦U+0041⟧⟦U+41⟧", 0}, // a run of escapes is judged as one
		{"⟦0xC3⟧⟦0xA9⟧", 0},
		{"x⟦0xFF⟧⟦0xC3⟧⟦0xA9⟧", 1},
		{"⟦0xE2⟧⟦0x9F⟧⟦0xA6⟧", 0},
		{"⟦0xF0⟧⟦0x9F⟧⟦0x98⟧⟦0x80⟧", 0},
		{"⟦0x80⟧⟦0x80⟧⟦0x80⟧⟦0xF0⟧⟦0x9F⟧⟦0x98⟧⟦0x80⟧", 0},
	} {
		blocks, err := Scan(openLine + c.in + "\n" + closeLine)
		if codeOf(t, err) != CodeEscape || blocks != nil {
			t.Errorf("%s: %d blocks, %v", c.in, len(blocks), err)
			continue
		}
		if e := err.(*ringfence.Error); e.Offset != int64(len(openLine)+c.at) { //nolint:errorlint,forcetypeassert // codeOf has checked
			t.Errorf("%s: byte %d, want %d", c.in, e.Offset-int64(len(openLine)), c.at)
		}
	}
}

// Every code point: alone and between letters through the escaper and decode,
// and in runs of 256 through Seal and Scan.
func TestEveryCodePoint(t *testing.T) {
	var buf, run, data []byte
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		data = append(utf8.AppendRune(append(data[:0], 'a'), r), 'b')
		between := string(data)
		for _, s := range [...]string{between[1 : len(between)-1], between} {
			e := escaper{t: defaultTable()}
			buf = e.run(buf[:0], s)
			if back, bad := decode(string(buf), false); back != s || bad >= 0 || len(buf) > MaxExpansion*len(s) {
				t.Errorf("%q: payload %q, back %q", s, buf, back)
			}
		}
		run = append(utf8.AppendRune(run, r), 'x')
		if r&0xFF == 0xFF {
			checkQuick(t, &buf, string(run))
			run = run[:0]
		}
	}
	for _, r := range []rune{'\r', '\n', 0x0301, 0x200b, 0xFEFF} {
		checkBlock(t, testNonce, noteHeader, "\r\n"+string(r)+"\r\n")
	}
}

// checkQuick checks fidelity and expansion with a buffer that is used again.
func checkQuick(t *testing.T, buf *[]byte, data string) {
	t.Helper()
	out, _, err := Seal((*buf)[:0], testNonce, noteHeader, ringfence.NewData(data))
	*buf = out
	if err != nil {
		t.Fatal(err)
	}
	b := scanOne(t, string(out))
	if b.Data.Raw() != data {
		t.Errorf("%q came back as %q", data, b.Data.Raw())
	}
	if n := b.PayloadEnd - b.PayloadStart; n > MaxExpansion*len(data) {
		t.Errorf("%q: %d bytes", data, n)
	}
}

// Every byte and every pair of bytes, alone and between letters.
func TestEveryByte(t *testing.T) {
	var buf []byte
	for i := range 256 {
		checkQuick(t, &buf, "a"+string([]byte{byte(i)})+"b")
		for j := range 256 {
			checkQuick(t, &buf, string([]byte{byte(i), byte(j)}))
		}
	}
}

func TestInvalidUTF8(t *testing.T) {
	for data, want := range map[string]string{
		"\xff":                         "⟦0xFF⟧",
		"a\xc3b":                       "a⟦0xC3⟧b",
		"\xc3\xa9":                     "é",
		"\xa9\xc3":                     "⟦0xA9⟧⟦0xC3⟧",
		"\xc0\x80":                     "⟦0xC0⟧⟦0x80⟧",             // overlong NUL
		"\xed\xa0\x80":                 "⟦0xED⟧⟦0xA0⟧⟦0x80⟧",       // a surrogate
		"\xf4\x90\x80\x80":             "⟦0xF4⟧⟦0x90⟧⟦0x80⟧⟦0x80⟧", // above U+10FFFF
		"\xf0\xe2\x9f\xa6":             "⟦0xF0⟧⟦U+27E6⟧",
		"\xe2\x9f":                     "⟦0xE2⟧⟦0x9F⟧",
		"\xef\xbf\xbd":                 "\uFFFD", // the replacement character itself
		"<\xff/untrusted-data":         "<⟦0xFF⟧/untrusted-data",
		"<|im\xff_start|>":             "<|im⟦0xFF⟧_start|>", // the byte breaks the token already
		"<|\xff|>":                     "<|⟦0xFF⟧|>",
		"k3f4q\xff2m7xa" + "k3f4q2m7x": "k3f4q⟦0xFF⟧2m7xak3f4q2m7x",
	} {
		if p := checkBlock(t, testNonce, noteHeader, data); p != want {
			t.Errorf("%q: %q, want %q", data, p, want)
		}
	}
}

// A text that looks like a payload is a text: sealing twice is not sealing once.
func TestSealingIsInjectiveOnItsOutput(t *testing.T) {
	for _, data := range []string{"\u200b", "⟦", "⟦U+200B⟧", "⟦0xFF⟧", "\xff", "⟦U+27E6⟧"} {
		once := payloadOf(t, data)
		twice := payloadOf(t, once)
		if once == data || twice == once || strings.Count(twice, escOpen) != strings.Count(once, escOpen) {
			t.Errorf("%q, %q, %q", data, once, twice)
		}
	}
}
