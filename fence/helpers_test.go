package fence

import (
	"encoding/base64"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// testCode is the nonce of most tests; testNonce is its Nonce.
const testCode = "k3f4q2m7xa"

var testNonce = makeNonce(testCode)

// noteHeader is the smallest header that can be sealed.
var noteHeader = Header{N: 1, Kind: Note}

// seal returns the block, its payload and its marks.
func seal(t testing.TB, nonce Nonce, h Header, data string) (block, payload string, m Marks) {
	t.Helper()
	out, m, err := Seal(nil, nonce, h, ringfence.NewData(data))
	if err != nil {
		t.Fatalf("Seal: %v", err)
	}
	block = string(out)
	_, payload = cutBlock(t, block)
	return block, payload, m
}

// cutBlock cuts a block by the grammar and not by Scan: a payload starts after
// the first line feed and ends before the last line but one.
func cutBlock(t testing.TB, block string) (open, payload string) {
	t.Helper()
	open, rest, ok := strings.Cut(block, "\n")
	end := strings.LastIndex(strings.TrimSuffix(rest, "\n"), "\n")
	if !ok || end < 0 {
		t.Fatalf("no three lines in %q", block)
	}
	return open, rest[:end]
}

// styleMark bounds the mark that a style puts in front of the first character,
// or the padding of its end.
var styleMark = [styleEnd]int{StylePrefix: 2, StyleDatamark: 3, StyleBase64: 4}

var oracleWord = regexp.MustCompile(`[^ \t\n\x{A0}\x{1680}\x{2000}-\x{200A}\x{202F}\x{205F}\x{3000}]+`)

// oracleStyle writes data in a style by other means than package spotlight.
func oracleStyle(t testing.TB, style Style, marker uint8, data string) string {
	t.Helper()
	switch style {
	case StylePrefix:
		return "| " + strings.ReplaceAll(data, "\n", "\n| ")
	case StyleBase64:
		return base64.StdEncoding.EncodeToString([]byte(data))
	case StyleDatamark:
		m := []string{"ˆ", "ˆ", "¦", "‡", "◊"}[marker]
		if (marker == 0) != (strings.Contains(data, "ˆ") && strings.Contains(data, "¦") && strings.Contains(data, "‡") && strings.Contains(data, "◊")) ||
			marker > 0 && strings.Contains(data, m) {
			t.Errorf("marker %d for %q", marker, data)
		}
		var out strings.Builder
		inWord := false
		for i := 0; i < len(data); {
			_, n := utf8.DecodeRuneInString(data[i:])
			c := data[i : i+n]
			space := !oracleWord.MatchString(c) || strings.HasPrefix(data[i:], "\r\n")
			if !space && !inWord {
				out.WriteString(m)
			}
			inWord = !space
			out.WriteString(c)
			i += n
		}
		return out.String()
	}
	return data
}

// payloadOf seals data as a note and returns the payload.
func payloadOf(t testing.TB, data string) string {
	t.Helper()
	_, p, _ := seal(t, testNonce, noteHeader, data)
	return p
}

// scanOne scans a text that holds one block.
func scanOne(t testing.TB, text string) Block {
	t.Helper()
	blocks, err := Scan(text)
	if err != nil {
		t.Fatalf("Scan(%.200q): %v", text, err)
	}
	if len(blocks) != 1 {
		t.Fatalf("Scan(%.200q): %d blocks", text, len(blocks))
	}
	return blocks[0]
}

// codeOf returns the code of a *ringfence.Error and "" for nil.
func codeOf(t testing.TB, err error) ringfence.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*ringfence.Error](err)
	if !ok {
		t.Fatalf("error of type %T", err)
	}
	return e.Code
}

// oracleFold is NFKD without marks and ignorable characters, made with another
// implementation than the one under test.
func oracleFold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) || ucd.Ignorable(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}

var (
	oracleShape = regexp.MustCompile(`<\|[\p{L}\p{Nd}_\-.▁]{1,64}\|>|\[\|[\p{L}\p{Nd}_\-.▁]{1,64}\|\]`)
	oracleRaw   = regexp.MustCompile(oracleShape.String() + `|<｜[\p{L}\p{Nd}_\-.▁]{1,64}｜>`)
	oracleFence = regexp.MustCompile(`(?i)</?(?:untrusted|derived|request)-data`)
	oracleUnit  = regexp.MustCompile(`(?s)⟦[^⟧]*⟧|.`)
)

// oracleLiterals are the literals as they stand, and as they stand after NFKC.
var oracleLiterals = func() []string {
	seen := map[string]bool{}
	var out []string
	for _, tok := range Tokens() {
		for _, lit := range []string{tok.Literal, norm.NFKC.String(tok.Literal)} {
			if !seen[lit] {
				seen[lit] = true
				out = append(out, lit)
			}
		}
	}
	return out
}()

// literalsByHead sorts the literals by their first two bytes.
var literalsByHead = func() map[string][]string {
	m := map[string][]string{}
	for _, lit := range oracleLiterals {
		m[lit[:2]] = append(m[lit[:2]], lit)
	}
	return m
}()

// literalHeads are the first bytes of the literals.
var literalHeads = func() (heads [256]bool) {
	for _, lit := range oracleLiterals {
		heads[lit[0]] = true
	}
	return heads
}()

// openerForms are the characters that fold to what a pattern begins with.
const openerForms = "<[]{≮﹤＜﹇［﹈］︷﹛｛◁"

// literalIn returns a literal that s holds, or "".
func literalIn(s string) string {
	for i := range len(s) - 1 {
		if !literalHeads[s[i]] {
			continue
		}
		for _, lit := range literalsByHead[s[i:i+2]] {
			if strings.HasPrefix(s[i:], lit) {
				return lit
			}
		}
	}
	return ""
}

// alive returns a control token or a fence shape that stands in a payload in
// one of the forms a consumer may bring it to, or "".
func alive(payload string) string {
	if strings.IndexByte(payload, '<') < 0 && !strings.ContainsAny(payload, openerForms) {
		return ""
	}
	views := [...]string{payload, norm.NFKC.String(payload), oracleFold(payload)}
	for _, v := range views {
		if lit := literalIn(v); lit != "" {
			return lit
		}
		if strings.Contains(v, "<|") || strings.Contains(v, "[|") || strings.Contains(v, "<｜") {
			if m := oracleRaw.FindString(v); m != "" {
				return m
			}
		}
		if m := oracleFence.FindString(v); m != "" {
			return m
		}
	}
	return ""
}

// oracleHasNonce reports whether the fold of s holds the nonce in any case.
func oracleHasNonce(s, nonce string) bool {
	return strings.Contains(strings.ToLower(oracleFold(s)), nonce)
}

// decodeUnits decodes a payload unit by unit, a unit being an escape or one
// character. It returns the units and what each stands for.
func decodeUnits(t testing.TB, payload string, crlf bool) (units, data []string) {
	t.Helper()
	if !utf8.ValidString(payload) {
		t.Fatalf("a payload that is not UTF-8: %q", payload)
	}
	units = oracleUnit.FindAllString(payload, -1)
	for _, u := range units {
		switch {
		case strings.HasPrefix(u, "⟦U+"):
			v, err := strconv.ParseUint(u[len("⟦U+"):len(u)-len("⟧")], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, string(rune(v)))
		case strings.HasPrefix(u, "⟦0x"):
			v, err := strconv.ParseUint(u[len("⟦0x"):len(u)-len("⟧")], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, string([]byte{byte(v)}))
		case u == "\n" && crlf:
			data = append(data, "\r\n")
		default:
			data = append(data, u)
		}
	}
	return units, data
}

// checkBlock checks everything a sealed block promises, by means that do not
// rest on the code under test where that is possible.
func checkBlock(t testing.TB, nonce Nonce, h Header, data string) (payload string) {
	t.Helper()
	return checkBlockIn(t, nil, nonce, h, data)
}

// checkBlockIn is checkBlock for a table.
func checkBlockIn(t testing.TB, table *Table, nonce Nonce, h Header, data string) (payload string) {
	t.Helper()
	out, m, err := table.Seal(nil, nonce, h, ringfence.NewData(data))
	if err != nil {
		t.Fatalf("Seal: %v", err)
	}
	block := string(out)
	b := scanOne(t, block)
	payload = block[b.PayloadStart:b.PayloadEnd]
	styled := oracleStyle(t, h.Style, b.Marker, data)
	h.CRLF, h.Marker = b.CRLF, b.Marker
	if b.Header != h || b.Nonce != nonce {
		t.Errorf("header %+v became %+v", h, b.Header)
	}
	if b.Data.Raw() != data {
		t.Errorf("fidelity: %q came back as %q", data, b.Data.Raw())
	}
	if _, cut := cutBlock(t, block); b.Start != 0 || b.End != len(block) || cut != payload {
		t.Errorf("containment: offsets %d %d %d %d of %q", b.Start, b.PayloadStart, b.PayloadEnd, b.End, block)
	}
	if _, parts := decodeUnits(t, payload, b.CRLF); strings.Join(parts, "") != styled {
		t.Errorf("the oracle decodes %q to %q, not %q", payload, strings.Join(parts, ""), styled)
	}
	if lit := alive(payload); lit != "" {
		t.Errorf("inertness: %q stands in %q, sealed from %q", lit, payload, data)
	}
	if found := table.FindControlTokens(payload); found != nil {
		t.Errorf("FindControlTokens(%q) = %v", payload, found)
	}
	if found := FindFenceShapes(payload); found != nil {
		t.Errorf("FindFenceShapes(%q) = %v", payload, found)
	}
	for _, c := range FindCharacters(payload) {
		if c.Class != Bracket {
			t.Errorf("%v %U stands raw in %q, sealed from %q", c.Class, c.Rune, payload, data)
		}
	}
	if oracleHasNonce(payload, nonce.Reveal()) {
		t.Errorf("the nonce stands in %q", payload)
	}
	bound := MaxExpansion*len(data) + styleMark[h.Style]
	if table != nil {
		bound = MaxExpansion * len(styled)
	}
	if len(payload) > bound {
		t.Errorf("expansion: %d bytes of %d", len(payload), len(data))
	}
	if n := strings.Count(payload, escOpen); n != m.Escapes {
		t.Errorf("%d escapes in %q, reported %d", n, payload, m.Escapes)
	}
	return payload
}
