package fence

import (
	"encoding/base64"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
)

// hostile are texts made to be slow for some part of the package, of about n
// bytes.
var hostile = []struct {
	name string
	text func(n int) string
}{
	{"openers", fill("<")},
	{"opener and letters", after("<|", "a")},
	{"opener and marks", after("<", "\u0301")},
	{"shape and marks", after("<|", "\u0301")},
	{"opener and mark", fill("<\u0338")},
	{"openers a mark apart", fill("<<\u0301")},
	{"square brackets", fill("[")},
	{"square brackets and bars", fill("[|a|")},
	{"braces", fill("{")},
	{"half shapes", fill("<|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")},
	{"half literals", fill("<|im_start|<role>HUMAN</role")},
	{"half fence words", fill("</untrusted-dat")},
	{"jamo in a shape", after("<|", "\u1161")},
	{"fence lines", fill("\n<untrusted-data-" + testCode + "-1 kind=note")},
	{"one long fence line", after("\n<untrusted-data-"+testCode+"-1", " kind=")},
	{"fence shapes, folded", fill("≮untrusted\u200b-data")},
	{"one letter", fill("a")},
	{"half nonces", fill(testCode[:9])},
	{"nonces", fill(testCode)},
	{"bad bytes", fill("\xff")},
	{"continuation bytes", fill("\xe2\x9f")},
	{"zero width", fill("\u200b")},
	{"brackets", fill("⟦")},
	{"escapes", fill("⟦U+200B⟧")},
	{"crlf", fill("\r\n")},
	{"cr", fill("\r")},
	{"mixed line ends", fill("\r\n\r\n\n")},
	{"families", fill("👩\u200d👩\u200d👧\u200d👦")},
	{"joiners", fill("👩\u200d")},
	{"regional indicators", fill("🇦")},
	{"tags", after("🏴", "\U000E0067")},
	{"selectors", fill("❤\ufe0f\ufe0f")},
	{"joined letters", fill("م\u200c")},
	{"ligatures", fill("ﷺ")},
	{"syllables", fill("한")},
}

func fill(s string) func(int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)+1) }
}

func after(head, s string) func(int) string {
	return func(n int) string { return head + strings.Repeat(s, n/len(s)+1) }
}

// growthNonces are the nonce of most tests and one that each letter begins.
var growthNonces = []Nonce{testNonce, makeNonce(strings.Repeat("a", 63) + "b"), makeNonce("b" + strings.Repeat("a", 63))}

// growthTable has long literals that the hostile texts begin at every place.
var growthTable = sync.OnceValue(func() *Table {
	table, err := NewTable(
		Token{Literal: strings.Repeat("a", 127) + "!", Forced: true}, Token{Literal: strings.Repeat("한", 40) + "!", Forced: true},
		Token{Literal: strings.Repeat("\u200b|", 30)}, Token{Literal: "👩👩!"},
	)
	if err != nil {
		panic(err)
	}
	return table
})

// work is a thing to do with a text, its block and the payload of that.
type work struct {
	name string
	do   func(in *sealed)
}

type sealed struct {
	text, block, payload string
	b                    Block
	buf                  []byte
}

var works = []work{
	{"seal", func(in *sealed) {
		for _, nonce := range growthNonces {
			in.buf, _, _ = Seal(in.buf[:0], nonce, noteHeader, ringfence.NewData(in.text))
		}
	}},
	{"seal in every style", func(in *sealed) {
		for _, style := range allStyles[1:] {
			in.buf, _, _ = Seal(in.buf[:0], testNonce, styleHeader(style), ringfence.NewData(in.text))
			_, _ = Scan(string(in.buf))
		}
	}},
	{"seal with a table", func(in *sealed) {
		in.buf, _, _ = growthTable().Seal(in.buf[:0], testNonce, noteHeader, ringfence.NewData(in.text))
	}},
	{"scan", func(in *sealed) { _, _ = Scan(in.block) }},
	{"inspect raw", func(in *sealed) { Inspect(in.text) }},
	{"find tokens", func(in *sealed) { FindControlTokens(in.text) }},
	{"find characters", func(in *sealed) { FindCharacters(in.text) }},
	{"unescape", func(in *sealed) { _, _ = Unescape(in.b, in.payload[len(in.payload)/2:], in.text) }},
	{"unescape from inside an escape", func(in *sealed) {
		_, _ = Unescape(in.b, strings.TrimPrefix(in.payload[:len(in.payload)/4], escOpen), "")
	}},
}

func (w work) seconds(in *sealed) float64 {
	best := time.Duration(1 << 62)
	for range 3 {
		start := time.Now()
		w.do(in)
		best = min(best, time.Since(start))
	}
	return best.Seconds()
}

// Ten times the text takes about ten times as long. The slack is wide, times
// below the floor count as the floor, and a busy machine has six chances: a
// quadratic step takes a hundred times as long in each.
func TestLinearGrowth(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("measures time")
	}
	const small, large, slack, floor = 50_000, 500_000, 40, 0.001
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			var in [2]sealed
			for i, n := range [2]int{small, large} {
				text := h.text(n)
				block, payload, _ := seal(t, testNonce, noteHeader, text)
				in[i] = sealed{text: text, block: block, payload: payload, b: scanOne(t, block)}
			}
			for _, w := range works {
				var before, now float64
				for try := 0; try == 0 || try < 6 && now > slack*before; try++ {
					before = max(floor, w.seconds(&in[0]))
					now = w.seconds(&in[1])
				}
				if now > slack*before {
					t.Errorf("%s: %.4f s for %d bytes, %.4f s for %d", w.name, before, small, now, large)
				}
			}
		})
	}
}

// The output grows no faster than the bound, for the texts that grow it most.
func TestExpansionBound(t *testing.T) {
	for _, h := range hostile {
		text := h.text(10_000)
		for _, nonce := range growthNonces {
			_, p, _ := seal(t, nonce, noteHeader, text)
			if len(p) > MaxExpansion*len(text) {
				t.Errorf("%s: %d bytes of %d", h.name, len(p), len(text))
			}
		}
	}
	if p := payloadOf(t, "\x00\x00"); len(p) != MaxExpansion*2 {
		t.Errorf("the bound is not reached: %q", p)
	}
}

// A nonce that begins at every character of a styled text makes the most of it: the
// bound is that of the styled text then.
func TestExpansionOfStyledText(t *testing.T) {
	const n = 3000
	nonce, err := ParseNonce(strings.Repeat("a", NonceLen))
	if err != nil {
		t.Fatal(err)
	}
	h := noteHeader
	h.Style = StyleBase64
	_, p, _ := seal(t, nonce, h, strings.Repeat("\x00", n))
	if styled := base64.StdEncoding.EncodedLen(n); len(p) > MaxExpansion*styled+4 || len(p) <= MaxExpansion*n {
		t.Errorf("%d bytes of %d", len(p), n)
	}
}

// Sealing clean text into room that is there allocates a constant number of
// times, whatever the number of lines; so does scanning.
func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, lines := range []int{1, 100, 10_000} {
		for name, line := range map[string]string{
			"code": "\tif a[i] < b { return x }\n", "crlf": "one\r\n", "cjk": "中文字符 <b>é</b>\n", "escapes": "a\u200b<|im_end|>\n",
		} {
			text := strings.Repeat(line, lines)
			d := ringfence.NewData(text)
			dst := make([]byte, 0, 5*len(text)+200)
			if n := testing.AllocsPerRun(5, func() {
				if _, _, err := Seal(dst, testNonce, noteHeader, d); err != nil {
					t.Fatal(err)
				}
			}); n > 2 {
				t.Errorf("Seal, %d lines of %s: %v allocations", lines, name, n)
			}
			block, _, _ := seal(t, testNonce, noteHeader, text)
			if n := testing.AllocsPerRun(5, func() {
				if _, err := Scan(block); err != nil {
					t.Fatal(err)
				}
			}); n > 12 {
				t.Errorf("Scan, %d lines of %s: %v allocations", lines, name, n)
			}
		}
	}
}
