package audit

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// jsonText writes s as a JSON string in one of a few ways, and where each byte
// of it went: the first byte of a character is where its writing begins.
func (g textGen) jsonText(s string) (written string, at []int) {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		for range utf8.RuneLen(r) {
			at = append(at, b.Len())
		}
		switch {
		case r < ' ' || r == '"' || r == '\\' || g.IntN(8) == 0:
			for _, u := range utf16Units(r) {
				b.WriteString(`\u`)
				b.WriteString(strconv.FormatInt(0x10000+int64(u), 16)[1:])
			}
		default:
			b.WriteRune(r)
		}
	}
	at = append(at, b.Len())
	return b.String() + `"`, at
}

func utf16Units(r rune) []rune {
	if r > 0xFFFF {
		return []rune{0xD800 + (r-0x10000)>>10, 0xDC00 + (r-0x10000)&0x3FF}
	}
	return []rune{r}
}

// placedIn are findings as they are placed in a file that holds the text at
// base, byte k of it at base+at[k]; within one rule in order.
func placedIn(list []Finding, base int, at []int) []string {
	var out []string
	for _, f := range list {
		place := f.Rule + " "
		if at == nil {
			place += strconv.Itoa(int(f.Offset))
		} else {
			place += strconv.Itoa(base + at[f.Offset])
		}
		out = append(out, place+" "+f.Message)
	}
	slices.Sort(out)
	return out
}

// A text breaks the same rules about data as a file of its own, as the text of an
// element, as an item of an ask body and as a description of a tool; places map
// back through the escapes of the JSON around it.
func TestOneTextInEveryBody(t *testing.T) {
	bodies := []struct {
		kind         Kind
		before, tail string
	}{
		{EditContext, contextHead + `"text":`, contextTail},
		{Ask, `{"contextItems":[{"label":"x","excerpt":`, `}]}`},
		{Ask, `{"contextItems":[],"message":`, `}`},
		{Tools, `[{"name":"x","description":`, `}]`},
	}
	g, hits := newTextGen(20), 0
	for range 1200 {
		s := g.text(7, metaFragments)
		plain := mustCheck(t, Text, s)
		hits += len(plain)
		for _, body := range bodies {
			written, at := g.jsonText(s)
			var back string
			if err := json.Unmarshal([]byte(written), &back); err != nil || back != s {
				t.Fatalf("%s does not read back: %v", written, err)
			}
			var found []Finding
			for _, f := range mustCheck(t, body.kind, body.before+written+body.tail) {
				if !strings.HasPrefix(f.Rule, contractFamily) {
					found = append(found, f)
				}
			}
			if got, want := placedIn(found, 0, nil), placedIn(plain, len(body.before), at); !slices.Equal(got, want) {
				t.Fatalf("%q as %v:\n got %q\nwant %q", s, body.kind, got, want)
			}
		}
	}
	if hits < 1000 {
		t.Errorf("only %d findings", hits)
	}
}

// A token is found in whatever width it is written, in part or in whole, and a
// delimiter in either case.
func TestWidthAndCaseAreFolded(t *testing.T) {
	g := newTextGen(21)
	for token, want := range map[string]string{
		"<|im_start|>": idTemplate, "[INST]": idTemplate, "<start_of_turn>": idTemplate, "{{#system~}}": idTemplate, "</untrusted-data>": idBreakout, "<<SYS>>": idTemplate,
	} {
		for range 60 {
			s := "a " + g.mixed(token, want == idBreakout) + " b"
			if got := ids(mustCheck(t, Text, s)); !strings.Contains(got, want) {
				t.Errorf("%q: %q, want %s", s, got, want)
			}
		}
	}
}

// mixed writes some characters of s wide, and some letters in the other case.
func (g textGen) mixed(s string, anyCase bool) string {
	return strings.Map(func(r rune) rune {
		if anyCase && g.IntN(2) == 0 && r >= 'a' && r <= 'z' {
			r -= 'a' - 'A'
		}
		if g.IntN(3) == 0 && r > ' ' {
			r += 0xFEE0
		}
		return r
	}, s)
}
