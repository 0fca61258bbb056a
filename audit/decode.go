package audit

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// maxDepth is how many levels of encoding are taken off. Who reads more of them
// needs a program for it.
const maxDepth = 2

// sample is how many characters are decoded to see whether a run is text.
const sample = 16

// fromHex decodes the longest row of hexadecimal digits in a run, which may go
// on into a word beside it; false unless text comes out.
func fromHex(run string) (string, bool) {
	best, start := "", 0
	for i := 0; i <= len(run); i++ {
		if i < len(run) && hexByte(run[i]) {
			continue
		}
		if i-start > len(best) {
			best = run[start:i]
		}
		start = i + 1
	}
	run = best[:len(best)&^1]
	if len(run) < 2*sample {
		return "", false
	}
	b, err := hex.DecodeString(run)
	if err != nil || !legible(b) {
		return "", false
	}
	return string(b), true
}

func hexByte(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'f'
}

// fromBase64 decodes a run of either alphabet, padded or not; false unless text
// comes out.
func fromBase64(run string) (string, bool) {
	if head := decode64(nil, run[:sample]); !legible(head) {
		return "", false
	}
	b := decode64(nil, run)
	if !legible(b) {
		return "", false
	}
	return string(b), true
}

// legible reports whether b is text: UTF-8 with hardly any control character.
// The end may be cut in the middle of a character.
func legible(b []byte) bool {
	most := len(b) / 16 // that may be bad
	if len(b) <= sample {
		most = 0
	}
	for i, bad := 0, 0; i < len(b); {
		r, n := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			if r, n = utf8.DecodeRune(b[i:]); r == utf8.RuneError && len(b)-i >= utf8.UTFMax {
				bad++
			}
		} else if r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			bad++
		}
		if bad > most {
			return false
		}
		i += n
	}
	return true
}

// textual reports whether s is written for a reader: words with spaces between
// them. Documents of data formats are not.
func textual(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || s[0] == '<' && !strings.HasPrefix(s, "<|") || s[0] == '{' {
		return false
	}
	letters, words := 0, 0
	word, latin := 0, 0 // letters of the word, and how many of them are Latin
	end := func() {
		// Names of programs decode to short words of several scripts each.
		if word >= 2 && (latin == 0 || latin == word || len(s) >= longPiece) {
			words++
		}
		word, latin = 0, 0
	}
	for _, r := range s {
		switch {
		case r == utf8.RuneError:
		case r < utf8.RuneSelf && isLetter(byte(r)), r >= 0xC0:
			letters++
			word++
			if r < 0x250 {
				latin++
			}
			continue
		case r == ' ' || r == '\n':
			letters++
		}
		end()
	}
	end()
	return words >= 2 && letters*3 >= utf8.RuneCountInString(s)*2 && strings.Contains(s, " ")
}

// inner is a sink that keeps the worst of what stands in decoded text.
type inner struct {
	text  string
	marks *marks // nil where all of it was encoded
	worst *Rule
	chain string // of a deeper level
	what  string // that was found, as its rule says it

	escapes bool   // what was decoded are the escapes of programs
	hidden  string // the first of what only hides something, with what goes before it
}

func (n *inner) full(rule string, start, end int) bool {
	return !carries(rule) && !(hides(rule) && n.conceals(rule, start, end))
}

// hides reports whether a rule is of characters that do something once they are decoded for
// display. Escapes are what they are ordinarily written with, so that there is a
// note at most.
func hides(rule string) bool {
	switch rule {
	case idBidi, idInvisibleRun, idTerminal, idTerminalLink, idEncodedChar:
		return true
	}
	return false
}

// conceals reports what hides something, if it is the first. Marks of direction are not
// meant: they are written as entities in ordinary pages. Colours are written as escapes
// wherever a program that has some is described.
func (n *inner) conceals(rule string, start, end int) bool {
	switch {
	case n.hidden != "", n.marks != nil && !n.marks.within(start, end):
		return false
	case rule == idBidi:
		return strings.IndexFunc(n.text[start:end], reorders) >= 0
	case rule == idTerminal:
		return !n.escapes || !colours(n.text[start:])
	}
	return true
}

// colours reports a sequence that sets a colour or the like, but for 8, which hides.
func colours(s string) bool {
	s = strings.TrimPrefix(s, "\x1b[")
	k := strings.IndexFunc(s, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	return k >= 0 && s[k] == 'm' && !strings.Contains(";"+s[:k]+";", ";8;")
}

// reorders reports embeddings, overrides and isolates.
func reorders(r rune) bool {
	return r == 0x202A || r == 0x202B || r == 0x202D || r == 0x202E || r >= 0x2066 && r <= 0x2068
}

// carries reports whether a rule is of what is worth hiding. An escape of a control or
// invisible character is what escapes are for.
func carries(rule string) bool {
	switch rule {
	case idTemplate, idBreakout, idRoleForged, idTags, idTemplatedLink, idEncoded, idEncodedText:
		return true
	}
	return false
}

func (n *inner) add(rule string, start, end int, message string) {
	if hides(rule) && n.conceals(rule, start, end) {
		if n.hidden = ": " + message; rule == idEncodedChar {
			n.hidden = ", then " + message
		}
	}
	r, ok := RuleByID(rule)
	if !ok || !carries(rule) {
		return
	}
	level := rule == idEncoded || rule == idEncodedText
	if n.marks != nil && end > start && end <= len(n.text) && n.stands(rule, start, end) {
		return
	}
	if n.worst == nil || r.Severity > n.worst.Severity {
		n.worst, n.chain, n.what = &r, "", lowerFirst(r.Title)
		if level {
			n.chain, n.what, _ = strings.Cut(message, ": ")
		}
	}
}

// stands reports whether what was found at start to end stands there as it is,
// or was read so.
func (n *inner) stands(rule string, start, end int) bool {
	switch rule {
	case idEncodedText:
		return n.marks.alone(start, end)
	case idEncoded:
		return !n.marks.within(start, end)
	case idTemplatedLink:
		// The place to fill in is found in URL encoding, too.
		if !n.marks.within(start, start+len("https://")) && strings.ContainsAny(n.marks.raw, "%") {
			return true
		}
	}
	return !n.marks.hidden(n.text, start, end)
}

// decoded looks at what came out of s[lo:hi]. readable is true where the text
// alone is worth a finding: nobody has a reason to encode it. It reports whether
// there was one.
func (t *textScan) decoded(how string, lo, hi int, out string, m *marks, readable bool) bool {
	readable = readable && !(how == "base64" && credentials(t.s[t.lineOf(lo):lo], out))
	n := &inner{text: out, marks: m, escapes: how == unitMixed || strings.HasPrefix(how, unitEscape)}
	if t.below == nil {
		t.below = new(textScan)
	}
	t.below.scan(out, setting{code: t.in.code, depth: t.in.depth + 1, answer: t.in.answer, marks: m}, n)
	if !t.in.answer {
		roleObjects(out, t.in.code, n)
	}
	eachPhrase(out, func(rule string, at, end int) {
		if m != nil && !m.letter(out, at, end) {
			return // it was not encoded: a note says it
		}
		if n.worst == nil || n.worst.Severity < Warning {
			r, _ := RuleByID(rule)
			r.Severity, n.worst, n.chain, n.what = Warning, &r, "", lowerFirst(r.Title)
		}
	})
	concealed := n.hidden != "" && !t.in.answer && !(t.in.code && n.escapes)
	if concealed && !t.put.full(idEncodedChar, lo, hi) {
		t.put.add(idEncodedChar, lo, hi, how+n.hidden)
	}
	id := idEncodedText
	switch {
	case n.worst != nil && n.worst.ID != idEncodedText:
		id = idEncoded
	case n.worst == nil && !readable:
		return concealed
	}
	switch {
	case t.put.full(id, lo, hi):
	case n.worst != nil:
		chain := how
		if n.chain != "" {
			chain += ", then " + n.chain
		}
		t.put.add(id, lo, hi, chain+": "+n.what)
	default:
		t.put.add(id, lo, hi, how+": readable text, "+plural(len(out), "byte", "bytes")+" of it")
	}
	return true
}

// lineOf returns where the line begins that a run stands in, or what of it counts.
func (t *textScan) lineOf(lo int) int { return max(0, lo-len("Authorization: Basic ")) }

// credentials reports a name and a secret as HTTP writes them behind "Basic", and
// what proxies take for the same behind "Bearer".
func credentials(before, decoded string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	name, _, ok := strings.Cut(decoded, ":")
	return ok && (strings.HasSuffix(before, "basic") || strings.HasSuffix(before, "bearer")) &&
		len(decoded) <= maxCredentials && name != "" && !strings.ContainsAny(name, " \t") && !strings.ContainsAny(decoded, "\r\n")
}

// maxCredentials is longer than a name and a secret, in bytes: more of it is text.
const maxCredentials = 80

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
