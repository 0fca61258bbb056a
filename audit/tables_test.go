package audit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// What the scan passes over without a look, the tables of package fence pass
// over too.
func TestPlainRunes(t *testing.T) {
	n := 0
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if r >= 0xD800 && r < 0xE000 || !plainRune(r) {
			continue
		}
		n++
		if got := fence.FindCharacters("a" + string(r) + "b"); len(got) > 0 {
			t.Errorf("%U is not plain: %v", r, got[0].Class)
		}
	}
	if n < 30000 {
		t.Errorf("only %d plain characters", n)
	}
}

// Every character that folds to one that begins a control token is known, and
// no token begins with a letter.
func TestTokenOpeners(t *testing.T) {
	first := map[rune]bool{}
	for _, token := range fence.Tokens() {
		r, _ := utf8.DecodeRuneInString(token.Literal)
		first[r] = true
		if ucd.IsLetter(r) {
			t.Errorf("%s begins with a letter", token.Literal)
		}
		if r < utf8.RuneSelf && classes[byte(r)] != classAngle && classes[byte(r)] != classBracket {
			t.Errorf("%s begins with a character that the scan passes over", token.Literal)
		}
	}
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		folded, changed := ucd.Fold(r)
		head := r
		if changed {
			head, _ = utf8.DecodeRuneInString(folded)
		}
		if first[head] != tokenOpener(r) {
			t.Errorf("%U: opener %v, table says %v", r, tokenOpener(r), first[head])
		}
	}
}

// The filter before the table lets every token pass, in every spelling of it.
func TestEveryTokenIsFound(t *testing.T) {
	wide := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r <= '~' {
				return r - '!' + '\uFF01'
			}
			return r
		}, s)
	}
	for _, token := range fence.Tokens() {
		for _, s := range []string{token.Literal, wide(token.Literal), "a " + token.Literal, "日本" + token.Literal + "語"} {
			if len(fence.FindControlTokens(s)) == 0 {
				continue // not one in this spelling
			}
			found := false
			for _, f := range textFindings(s) {
				found = found || f.rule == idTemplate || f.rule == idControlToken
			}
			if !found {
				t.Errorf("%q: not found", s)
			}
		}
	}
	for _, token := range fence.Tokens() {
		delete(ambiguousLeft, token.Literal)
	}
	for s := range ambiguousLeft {
		t.Errorf("%q is listed as ambiguous and in no table", s)
	}
}

var ambiguousLeft = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range ambiguous {
		m[s] = true
	}
	return m
}()

// The filter before the names of delimiters lets them all pass, and "untrusted", and
// nothing else.
func TestDelimiterHeads(t *testing.T) {
	heads := map[string]bool{"un": true}
	for name := range strings.FieldsSeq(`assistant browserstate context content data document documents example file
		functionresults important input instructions page prompt query question result retrieveddocument searchresults source
		system systemprompt systemwarning tool toolresult toolresponse user userinput userquery`) {
		heads[name[:2]] = true
		if !isDelimiter(name) || len(name) >= maxDelimiter {
			t.Errorf("%q is no delimiter", name)
		}
		if f := textFindings("a </" + name + "> b"); len(f) == 0 || f[0].rule != idBreakout {
			t.Errorf("%q is not found: %v", name, f)
		}
	}
	for name := range strings.FieldsSeq("browserstate documentcontent externaldata filecontents functionresult pagecontent retrievedcontext searchresult tooloutput userdata webpage websearchresults") {
		heads[name[:2]] = true
		if f := textFindings("a </" + name + "> b"); !holdsData(name) || len(f) == 0 || f[0].rule != idBreakout {
			t.Errorf("%q is not found: %v", name, f)
		}
	}
	for a := range 256 {
		for b := range 256 {
			if strings.IndexByte(firstLetters, byte(a)) < 0 && mayOpen(byte(a), byte(b)) {
				t.Errorf("%q begins a name", byte(a))
			}
			if got, want := mayOpen(byte(a), byte(b)), heads[string([]byte{byte(a), byte(b)})]; got != want {
				t.Errorf("%q %q: %v, want %v", byte(a), byte(b), got, want)
			}
		}
	}
}

// The scan judges the characters of a long text as the table does of the whole.
func TestCharactersOfLongTexts(t *testing.T) {
	for _, unit := range []string{
		"a\u200b\u202e", "é\u0301❤️ 👩‍👩‍👧 \u2066x", "日本\u200b語\ue000", "\x00\x01", "\xff\xfe", "می‌خواهم \u200d", strings.Repeat("x", 30) + "\u00ad\n\u0301",
	} {
		long := strings.Repeat(unit, 3000/len(unit))
		want := 0
		for _, m := range fence.FindCharacters(long) {
			if groupOf(m.Class) != groupNone {
				want++
			}
		}
		scan := &textScan{s: long, put: &listed{}}
		got := 0
		for i := 0; i < len(long); {
			if c := classes[long[i]]; c != classControl && c != classWide {
				i++
				continue
			}
			i = scan.segment(i)
		}
		scan.flush()
		for _, f := range scan.put.(*listed).list {
			if f.rule != idMarked || f.message != "letters that are written over with combining marks" {
				got += max(1, f.end-f.at)
			}
		}
		if got == 0 && want > 0 || want == 0 && got > 0 {
			t.Errorf("%q: %d places, %d characters by the table", unit, got, want)
		}
	}
}
