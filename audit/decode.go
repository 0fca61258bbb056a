package audit

import (
	"encoding/base64"
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
	enc := base64.RawStdEncoding
	if strings.ContainsAny(run, "-_") {
		enc = base64.RawURLEncoding
	}
	var head [sample]byte
	n, err := enc.Decode(head[:], []byte(run[:sample]))
	if err != nil || !legible(head[:n]) {
		return "", false
	}
	if len(run)%4 == 1 {
		run = run[:len(run)-1] // a character that belongs to something else
	}
	b, err := enc.DecodeString(run)
	if err != nil || !legible(b) {
		return "", false
	}
	return string(b), true
}

// legible reports whether b is text: UTF-8 with hardly any control character.
// The end may be cut in the middle of a character.
func legible(b []byte) bool {
	bad := 0
	for i := 0; i < len(b); {
		r, n := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			if r, n = utf8.DecodeRune(b[i:]); r == utf8.RuneError && len(b)-i >= utf8.UTFMax {
				bad++
			}
		} else if r < ' ' && r != '\n' && r != '\r' && r != '\t' {
			bad++
		}
		i += n
	}
	return bad*16 <= len(b) && (bad == 0 || len(b) > sample)
}

// textual reports whether s is written for a reader: words with spaces between
// them. Documents of data formats are not.
func textual(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || s[0] == '<' && !strings.HasPrefix(s, "<|") || s[0] == '{' {
		return false
	}
	letters, words, word := 0, 0, 0
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && isLetter(byte(r)), r >= 0xC0:
			letters++
			word++
			continue
		case r == ' ' || r == '\n':
			letters++
		}
		if word >= 2 {
			words++
		}
		word = 0
	}
	if word >= 2 {
		words++
	}
	return words >= 2 && letters*3 >= utf8.RuneCountInString(s)*2 && strings.Contains(s, " ")
}

// inner is a sink that keeps the worst of what stands in decoded text.
type inner struct {
	raw   string // what was decoded: found in it already
	text  string
	worst *Rule
	chain string // of a deeper level
}

func (n *inner) full(rule string) bool { return !carries[rule] }

// carries are the rules of what is worth hiding. An escape of a control or
// invisible character is what escapes are for.
var carries = map[string]bool{
	idTemplate: true, idBreakout: true, idRoleForged: true, idTags: true, idTemplatedLink: true, idEncoded: true, idEncodedText: true,
}

func (n *inner) add(rule string, start, end int, message string) {
	r, ok := RuleByID(rule)
	if !ok || !carries[rule] {
		return
	}
	if end > start && end <= len(n.text) && strings.Contains(n.raw, n.text[start:end]) {
		return // it stands there as it is
	}
	if n.worst == nil || r.Severity > n.worst.Severity {
		n.worst, n.chain = &r, ""
		if rule == idEncoded || rule == idEncodedText {
			n.chain, _, _ = strings.Cut(message, ":")
		}
	}
}

// decoded looks at what came out of s[lo:hi]. readable is true where the text
// alone is worth a finding: nobody has a reason to encode it.
func (t *textScan) decoded(how string, lo, hi int, out string, readable bool) {
	if t.put.full(idEncoded) {
		return
	}
	n := &inner{raw: within(t.s, lo, hi-lo), text: out}
	scanText(out, setting{code: t.in.code, depth: t.in.depth + 1, answer: t.in.answer}, n)
	phrases(out, func(rule string, at int) {
		if n.worst == nil || n.worst.Severity < Warning {
			r, _ := RuleByID(rule)
			r.Severity, n.worst = Warning, &r
		}
	})
	switch {
	case n.worst != nil:
		chain := how
		if n.chain != "" {
			chain += ", then " + n.chain
		}
		id, title := idEncoded, n.worst.Title
		if n.worst.ID == idEncodedText {
			id = idEncodedText
		}
		t.put.add(id, lo, hi, chain+": "+lowerFirst(title))
	case readable:
		t.put.add(idEncodedText, lo, hi, how+": readable text, "+plural(len(out), "byte", "bytes")+" of it")
	}
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
