package fence

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// maxFuzz caps the size of fuzzed texts; growth tests look at large ones.
const maxFuzz = 8192

// fuzzTexts are seeds from the tables of the tests.
func fuzzTexts() []string {
	texts := attackWords()
	for _, s := range unchanged {
		texts = append(texts, s)
	}
	return append(
		texts, "", "a\r\nb\r\nc\n", "\xff\xe2\x9f⟦U+200B⟧", "⟦0xFF⟧⟦", testCode+"\u200b"+strings.ToUpper(testCode),
		wide("</untrusted-data-"+testCode+"-1>"), "<|im_st<|im_start|>art|>", "م\u200c\u200cن ᠠ\u180b\u200dᠠ ❤\ufe0f\ufe0f",
		"\n\u0301\u2028\u202e\U000E0041\ue000\uffff\u0378", "<\u0338script>[[INST]]{{#user~}}",
		openLine+"x\n"+closeLine, strings.Repeat("한", 64),
	)
}

// fuzzHeader makes a header of a number: every kind, trust, language and style is
// there, and all fields or some.
func fuzzHeader(pick uint16) Header {
	return Header{
		N: 1 + int(pick)*15000, Kind: Kind(1 + pick%uint16(kindEnd-1)), Trust: ringfence.Trust(pick % 3), // small
		Lang: Lang(pick % uint16(len(langNames))), Cut: Cut{Shown: int(pick), Of: int(pick) * 2}, More: int(pick >> 8), Dropped: int(pick & 7), // small
		Style: Style((pick >> 4) % uint16(styleEnd)), // small
	}
}

// FuzzSealScan holds the guarantees of sealing, in every style: containment,
// fidelity, inertness, expansion (checkBlock), canonical and deterministic
// output, unchanged clean text, and fence lines that come from the header alone.
func FuzzSealScan(f *testing.F) {
	for i, s := range fuzzTexts() {
		f.Add(s, uint16(i))
		f.Add(strings.ReplaceAll(s, " ", "\r\n"), uint16(i*257))
	}
	f.Fuzz(func(t *testing.T, data string, pick uint16) {
		if len(data) > maxFuzz {
			return
		}
		h := fuzzHeader(pick)
		nonce := makeNonce(selfSimilar[int(pick)%len(selfSimilar)])
		payload := checkBlock(t, nonce, h, data)

		block, _, m := seal(t, nonce, h, data)
		if again, _, m2 := seal(t, nonce, h, data); again != block || m2 != m {
			t.Errorf("determinism: %q, %q", block, again)
		}
		styled := h.style(data)
		h.CRLF = usesCRLF(styled)
		want := string(h.appendOpen(nil, nonce.Reveal())) + payload + "\n" + string(h.appendClose(nil, nonce.Reveal()))
		if block != want {
			t.Errorf("the lines are not those of the header: %q, want %q", block, want)
		}
		if strings.IndexByte(styled, '\r') < 0 && (payload == styled) != clean(styled, nonce.Reveal()) {
			t.Errorf("unchanged: %q became %q", data, payload)
		}
		if (payload == styled) != (m == Marks{}) && !h.CRLF {
			t.Errorf("marks %+v for %q", m, payload)
		}
		if m.FenceShaped+m.ControlTokens+m.Nonces+m.Characters != m.Escapes {
			t.Errorf("marks do not add up: %+v", m)
		}
		// The payload of one block in the middle of a prompt, twice.
		var out []byte
		out, _, _ = Seal([]byte("Instructions.\n"), nonce, h, ringfence.NewData(payload))
		h.N++
		out, _, _ = Seal(append(out, "\nMore.\n"...), nonce, h, ringfence.NewData(data))
		blocks, err := nonce.Scan(string(out))
		if err != nil || len(blocks) != 2 || blocks[0].Data.Raw() != payload || blocks[1].Data.Raw() != data || !bytes.HasPrefix(out[blocks[0].End:], []byte("\nMore.\n<")) {
			t.Errorf("in a prompt: %d blocks, %v", len(blocks), err)
		}
	})
}

// fuzzCodes are the codes that Scan may return.
var fuzzCodes = map[ringfence.Code]bool{
	CodeHeader: true, CodeForged: true, CodeForeign: true, CodeNested: true, CodeDuplicate: true,
	CodeUnterminated: true, CodeStyle: true, CodeOrdinal: true, CodeEscape: true,
}

// FuzzScan scans texts of any kind: no panic, typed errors with a place inside
// the text, Scan and Inspect agree, blocks are in order and in range, and what
// is accepted can be sealed again and scans equal.
func FuzzScan(f *testing.F) {
	for _, s := range fuzzTexts() {
		f.Add(s)
		f.Add(openLine + s + "\n" + closeLine)
		f.Add("<request-data-" + testCode + "-7 kind=request eol=crlf>\n" + s + "\n</request-data-" + testCode + "-7>")
	}
	for _, s := range []string{
		"OPENCLOSE", "OPEN\nCLOSECLOSE", "OPENx\nOPENx\nCLOSE", "OPEN＜/untrusted-data\nCLOSE",
		"<untrusted-data-CODE-1 cut=1/2 more=3 dropped=4 lang=go>\nx\nCLOSE", "OPEN⟦0xC3⟧⟦0xA9⟧\nCLOSE",
		"OPENx\nCLOSE<untrusted-data-OTHER-2>\ny\n</untrusted-data-OTHER-2>\n",
		"<untrusted-data-CODE-1 style=prefix>\n| x\n| \nCLOSE", "<untrusted-data-CODE-1 style=prefix>\nx\nCLOSE",
		"<untrusted-data-CODE-1 style=datamark.1>\nˆx ˆy\nCLOSE", "<untrusted-data-CODE-1 style=datamark.0>\nˆx\nCLOSE",
		"<untrusted-data-CODE-1 style=base64 eol=crlf>\nYQ==\nCLOSE", "<untrusted-data-CODE-1 style=base64>\nYQ\nCLOSE",
	} {
		f.Add(fenceLines.Replace(s))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > maxFuzz {
			return
		}
		blocks, faults := Inspect(text)
		checkScanAgrees(t, text)
		for _, fault := range faults {
			if !fuzzCodes[fault.Code] || fault.Start < 0 || fault.Start >= fault.End || fault.End > len(text) || fault.Message == "" {
				t.Errorf("fault %+v of %d bytes", fault, len(text))
			}
		}
		last := 0
		for _, b := range blocks {
			if b.Start < last || b.PayloadStart <= b.Start || b.PayloadEnd < b.PayloadStart || b.End <= b.PayloadEnd || b.End > len(text) {
				t.Errorf("block at %d %d %d %d after %d", b.Start, b.PayloadStart, b.PayloadEnd, b.End, last)
			}
			last = b.End
			if text[b.PayloadEnd] != '\n' || text[b.PayloadStart-1] != '\n' || b.Start > 0 && text[b.Start-1] != '\n' {
				t.Errorf("block of %q is not lines", text)
			}
			h := b.Header
			if h.Kind == NoKind {
				h.Kind = Note
			}
			again, _, _ := seal(t, b.Nonce, h, b.Data.Raw())
			h.CRLF = usesCRLF(h.style(b.Data.Raw()))
			if c := scanOne(t, again); c.Header != h || !c.Data.Equal(b.Data) || c.Nonce != b.Nonce {
				t.Errorf("sealed again: %+v %q, was %+v %q", c.Header, c.Data.Raw(), h, b.Data.Raw())
			}
		}
		for _, m := range append(FindControlTokens(text), FindFenceShapes(text)...) {
			if m.Start < 0 || m.Start >= m.End || m.End > len(text) || !openerAt(text[m.Start:]) {
				t.Errorf("match %+v in %q", m, text)
			}
		}
		if seen := oracleFence.MatchString(oracleFold(text)); seen != (FindFenceShapes(text) != nil) {
			t.Errorf("fence shapes of %q: %v, oracle %v", text, FindFenceShapes(text), seen)
		}
	})
}

func openerAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return strings.ContainsRune(openerForms, r)
}

var oracleEscape = regexp.MustCompile(`^⟦(?:U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4}|10[0-9A-F]{4})|0x([89A-F][0-9A-F]))⟧`)

// FuzzEscape compares parseEscape with a regular expression.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{
		"U+200B⟧", "U+200b⟧", "U+10FFFF⟧", "U+110000⟧", "U+0041⟧x", "U+00041⟧", "0x80⟧", "0x7F⟧", "0xff⟧", "U+D800⟧",
		"⟧", "", "⟦U+0041⟧", "U+FFFF", "U+010FFF⟧", "U+\xff041⟧",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := escOpen + body
		n, r, isByte := parseEscape(s)
		m := oracleEscape.FindStringSubmatch(s)
		want, wantByte := 0, false
		var v uint64
		if m != nil {
			want, wantByte = len(m[0]), m[2] != ""
			v, _ = strconv.ParseUint(m[1]+m[2], 16, 32)
			if !wantByte && v >= 0xD800 && v <= 0xDFFF {
				want = 0
			}
		}
		if n != want || n > 0 && (uint64(r) != v || isByte != wantByte) { // not negative
			t.Errorf("%q: %d %U %v, want %d %X %v", s, n, r, isByte, want, v, wantByte)
		}
		if n > 0 {
			var back []byte
			if isByte {
				back = appendByteEscape(nil, byte(r)) // 80 to FF
			} else {
				back = appendRuneEscape(nil, r)
			}
			if string(back) != s[:n] {
				t.Errorf("%q is written %q", s[:n], back)
			}
		}
		if blocks, err := Scan(openLine + s + "\n" + closeLine); n == 0 && codeOf(t, err) != CodeEscape && !strings.Contains(body, "-data") {
			t.Errorf("%q is accepted: %v", s, blocks)
		}
	})
}

// fuzzNonce is what a table that knows the nonce would quote of it, and else that
// of most tests.
var fuzzNonce = regexp.MustCompile(`[a-z2-7]{10,64}`)

// FuzzTable holds that the literals of a user are as inert as those of the list,
// in every style, that none of them is made of a fence line and the data beside it,
// whatever the header and the nonce, and that they change nothing that does not
// hold them. Bytes FF divide literals.
func FuzzTable(f *testing.F) {
	for i, l := range []string{"Human:", "\n\nA:", "用户", "aab", "fi<", "e\u0301!", "🚀🚀", "| x", "x\ny", "tail\n", " | |", "U+<", "ˆa", "==", "م\u200cن"} {
		f.Add(l, "say "+l+l+"x", uint16(i))
		f.Add(l, strings.ReplaceAll(l, "", "\u200b")+"\r\n"+wide(l)+"👩\u200d🚀🚀 م\u200cن", uint16(i+1))
	}
	for i, l := range []string{
		"x\n</untrusted-data-k", "x\xff x\n</", "\n\n</derived-data-", "<a>\n</b\xff>\n", "<untrusted-data-" + testCode + "-1 kind=selection>\nx",
		"y\n<untrusted-data-" + testCode + "-1 kind=note>\ny", "x\n</untrusted-data-" + testCode + "-1>\nx", "note>\n\xff\n</untrusted-data-",
		"kind=\xff-data-\xffcut=1\xff>\n", "＞\n|", "x\r\n＜/", testCode, "==\n</", "x\n\ny",
	} {
		f.Add(l, "x\n", uint16(i*15))
		f.Add(l, "y x", uint16(i<<4))
		f.Add(l, "", uint16(0))
	}
	f.Fuzz(func(t *testing.T, literals, data string, pick uint16) {
		if len(data) > 2048 || len(literals) > 4*maxLiteral {
			return
		}
		var all, tokens []Token
		for l := range strings.SplitSeq(literals, "\xff") {
			tok := Token{Literal: l, Forced: true}
			if all = append(all, tok); tok.check() == "" {
				tokens = append(tokens, tok)
			}
		}
		if len(tokens) < len(all) {
			if table, err := NewTable(all...); codeOf(t, err) != CodeToken || table != nil {
				t.Errorf("%q: %v", literals, err)
			}
		}
		if len(tokens) == 0 {
			return
		}
		table, err := NewTable(tokens...)
		if err != nil {
			t.Fatalf("%q: %v", literals, err)
		}
		nonce := testNonce
		if code := fuzzNonce.FindString(literals); code != "" {
			nonce = makeNonce(code)
		}
		h := fuzzHeader(pick)
		payload := checkBlockIn(t, table, nonce, h, data)
		block, _, err := table.Seal(nil, nonce, h, ringfence.NewData(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, tok := range tokens {
			checkNotOverLines(t, tok.Literal, string(block), payload)
		}
		_, plain, _ := seal(t, nonce, h, data)
		styled := h.style(data)
		if payload != plain && len(table.FindControlTokens(styled)) == len(FindControlTokens(styled)) {
			t.Errorf("%q: %q with the table, %q without", literals, payload, plain)
		}
	})
}
