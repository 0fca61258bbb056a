package fence

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence/internal/ucd"
)

// classAlone is the class of a character that follows a letter.
func classAlone(s string) Class {
	for _, c := range FindCharacters("a" + s) {
		return c.Class
	}
	return Plain
}

func TestCharacterClasses(t *testing.T) {
	for _, c := range []struct {
		class Class
		chars string
	}{
		{Plain, "\t\n aZ~é中あ한अ؀٠\u00a0\u3000\u2003\u1680\uFFFD⟧‐–“·\u0301\u20E3😀🇦©"},
		{Bracket, "⟦"},
		{Control, "\x00\x01\x08\x0b\x0c\r\x0e\x1b\x1f\x7f\u0080\u0085\u009f"},
		{Separator, "\u2028\u2029"},
		{Bidi, "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"},
		{Tag, "\U000E0001\U000E0020\U000E0041\U000E007F"},
		{Invisible, "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064" +
			"\u206a\u206f\u3164\ufeff\uffa0\ufff9\ufffb\u2800\U0001D159\U0001D173\U0001BCA0\U00013430"},
		{Variation, "\u180b\u180f\ufe00\ufe0e\ufe0f\U000E0100\U000E01EF"},
		{Noncharacter, "\uFFFE\uFFFF\uFDD0\uFDEF\U0001FFFE\U0010FFFF"},
		{PrivateUse, "\ue000\uf8ff\U000F0000\U0010FFFD"},
		{Unassigned, "\u0378\u2065\uffef\U0003FFF0\U000E0002\U000E0080\U000E0FFF"},
		{NotUTF8, "\xff\x80\xc3"},
	} {
		for i := 0; i < len(c.chars); {
			_, n := utf8.DecodeRuneInString(c.chars[i:])
			if s := c.chars[i : i+n]; classAlone(s) != c.class {
				t.Errorf("%+q is %v, want %v", s, classAlone(s), c.class)
			}
			i += n
		}
	}
	if got := FindCharacters("\u0301\n\u0903a\u0301"); len(got) != 2 || got[0].Class != OpeningMark || got[1].Class != OpeningMark || got[1].Start != 3 {
		t.Errorf("opening marks: %+v", got)
	}
}

// Compared with the tables of the standard library: a character with ink, or a
// space, is plain, and nothing that is invisible or unassigned is.
func TestCharacterClassesAgainstUnicode(t *testing.T) {
	n := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		graphic := unicode.IsGraphic(r) && r != '⟦' && r != brlBlk && r != nullNt &&
			!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) && !unicode.Is(unicode.Variation_Selector, r)
		want := graphic || unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		newer := ucd.CategoryOf(r) != ucd.Cn && unicode.Is(unicode.Cn, r)
		if newer {
			n++
			continue // assigned later than the library's version
		}
		if got := classAlone(string(r)) == Plain; got != want {
			t.Errorf("%U plain: %v, want %v (%v)", r, got, want, classAlone(string(r)))
		}
	}
	if n > 20000 {
		t.Errorf("%d characters not compared", n)
	}
}

// unchanged are texts in which nothing may be escaped.
var unchanged = map[string]string{
	"arabic":      "السلام عليكم، كيف حالك؟ ١٢٣",
	"persian":     "می‌خواهم کتاب‌ها را بخوانم. نمی‌دانم",
	"hindi":       "क्‍ष हिन्दी में लिखना आसान है। र्‍क क्‌ष",
	"bengali":     "বাংলা র‍্যাব",
	"malayalam":   "മലയാളം അവന്‍മാർ",
	"sinhala":     "ශ්‍රී ලංකාව",
	"thai":        "สวัสดีครับ ภาษาไทย",
	"tibetan":     "བོད་སྐད་",
	"khmer":       "ភាសាខ្មែរ",
	"hebrew":      "שָׁלוֹם עוֹלָם",
	"yiddish":     "ייִדיש",
	"mongolian":   "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ᠌",
	"chinese":     "中文字符測試，全角標點：（「」）ＡＢＣ",
	"japanese":    "日本語テキスト、かな・カナ ﾊﾝｶｸ が゙",
	"korean":      "한국어 텍스트 " + norm.NFD.String("한국어"),
	"vietnamese":  "Tiếng Việt " + norm.NFD.String("Tiếng Việt"),
	"greek":       "Ελληνικά ἀρχή",
	"russian":     "Приве́т, мир",
	"ethiopic":    "አማርኛ",
	"math":        "∑ᵢ xᵢ² ≤ 𝒜 ∪︀ ⟨a⟩ ≮ ⋛︀",
	"families":    "👨‍👩‍👧‍👦 👩‍❤️‍💋‍👨 🏳️‍🌈 🏴‍☠️ 👩🏽‍🚀 🧑🏻‍🤝‍🧑🏿",
	"flags":       "🇩🇪🇯🇵🇺🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴󠁧󠁢󠁷󠁬󠁳󠁿",
	"keycaps":     "1️⃣2️⃣#️⃣*️⃣",
	"selectors":   "❤️ ☎︎ ™️ ©️ 〰️",
	"skin tones":  "👍🏿 ✋🏼 ☝🏽",
	"code":        "if a < b && c[i] > d { return <-ch } // <div class=\"x\">{{ .Name }}</div>",
	"markdown":    "# Title\n\n- [ ] item [link](http://x) ![img](y)\n\t| a | b |\n```go\nx<<2\n```\n",
	"almost":      "<|> <||> <| x |> [|a b|] < untrusted-data <untrusted data [inst] <|a|] im_start system: user:",
	"other words": "</data> <untrusted> <data-untrusted> untrusted-data- <-untrusted-data <underived-data",
}

func TestUnchanged(t *testing.T) {
	for name, s := range unchanged {
		if p := checkBlock(t, testNonce, noteHeader, s); p != s {
			t.Errorf("%s: %q became %q", name, s, p)
		}
		lines := strings.ReplaceAll(s, " ", "\n")
		if p := checkBlock(t, testNonce, noteHeader, lines); p != lines {
			t.Errorf("%s: in lines %q became %q", name, lines, p)
		}
	}
}

// What is kept only in company: each case names the payload.
func TestNeighbours(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"a\u200db", "a⟦U+200D⟧b"},
		{"م\u200c", "م⟦U+200C⟧"},
		{"\u200cم", "⟦U+200C⟧م"},
		{"م\u200c ن", "م⟦U+200C⟧ ن"},
		{"م\u200c\u200cن", "م⟦U+200C⟧⟦U+200C⟧ن"},
		{"م\u200b\u200cن", "م⟦U+200B⟧⟦U+200C⟧ن"}, // what is escaped is no neighbour
		{"م\u200c\u200bن", "م⟦U+200C⟧⟦U+200B⟧ن"},
		{"ក\u200c\u17b4", "ក⟦U+200C⟧⟦U+17B4⟧"}, // nor is an invisible mark
		{"ᠠ\u200d\u180bᠠ", "ᠠ⟦U+200D⟧⟦U+180B⟧ᠠ"},
		{"ᠠ\u180b\u200dᠠ", "ᠠ\u180b⟦U+200D⟧ᠠ"}, // one invisible a base
		{"❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"},
		{"x\ufe0f", "x⟦U+FE0F⟧"},
		{"⟦\ufe0f", "⟦U+27E6⟧⟦U+FE0F⟧"},
		{"中\ufe00", "中⟦U+FE00⟧"},
		{"👩\u200d👩", "👩⟦U+200D⟧👩"},
		{"👩\u200d🚀\u200d🚀", "👩\u200d🚀⟦U+200D⟧🚀"},
		{"🏴\U000E0075\U000E0073\U000E0063\U000E0061\U000E007F", "🏴⟦U+E0075⟧⟦U+E0073⟧⟦U+E0063⟧⟦U+E0061⟧⟦U+E007F⟧"}, // a flag that is not listed
		{"\n\u0301\u0302", "\n⟦U+0301⟧\u0302"},
		{"\u20e3", "⟦U+20E3⟧"},
		{"ന്\u200d ", "ന്⟦U+200D⟧ "}, // no letter after it: a letter of older Malayalam spelling
		{"a\u2028\u0301", "a⟦U+2028⟧\u0301"},
	} {
		if p := checkBlock(t, testNonce, noteHeader, c.data); p != c.want {
			t.Errorf("%+q: %+q, want %+q", c.data, p, c.want)
		}
	}
}
