package fence

import (
	"strings"

	"github.com/ringfence/ringfence"
)

// parseOpen reads an opening fence line, with its line feed, at the start of s.
// ok is false when s does not begin with one that is in the grammar.
func parseOpen(s string) (h Header, nonce string, n int, ok bool) {
	rest, found := strings.CutPrefix(s, "<")
	if !found {
		return h, "", 0, false
	}
	h, nonce, rest, ok = parseName(rest)
	if !ok {
		return h, "", 0, false
	}
	seen := 0
	for strings.HasPrefix(rest, " ") {
		end := strings.IndexAny(rest[1:], " >\n")
		if end < 0 {
			return h, "", 0, false
		}
		pair := rest[1 : 1+end]
		rest = rest[1+end:]
		bit, ok := h.setField(pair)
		if !ok || seen&bit != 0 {
			return h, "", 0, false
		}
		seen |= bit
	}
	if !strings.HasPrefix(rest, ">\n") {
		return h, "", 0, false
	}
	return h, nonce, len(s) - len(rest) + len(">\n"), true
}

// parseClose reads a closing fence line at the start of s, with its line feed
// unless s ends before it.
func parseClose(s string) (h Header, nonce string, n int, ok bool) {
	rest, found := strings.CutPrefix(s, "</")
	if !found {
		return h, "", 0, false
	}
	h, nonce, rest, ok = parseName(rest)
	if !ok || rest != ">" && !strings.HasPrefix(rest, ">\n") {
		return h, "", 0, false
	}
	return h, nonce, len(s) - len(rest) + min(len(rest), len(">\n")), true
}

// parseName reads word "-" nonce "-" n.
func parseName(s string) (h Header, nonce, rest string, ok bool) {
	for t, w := range words {
		if after, found := strings.CutPrefix(s, w+"-"); found {
			h.Trust, rest, ok = ringfence.Trust(t), after, true // three words
			break
		}
	}
	if !ok {
		return h, "", "", false
	}
	end := 0
	for end < len(rest) && isNonceByte(rest[end]) {
		end++
	}
	if !validNonce(rest[:end]) || !strings.HasPrefix(rest[end:], "-") {
		return h, "", "", false
	}
	nonce, rest = rest[:end], rest[end+1:]
	end = digits(rest)
	h.N, ok = parseNumber(rest[:end])
	return h, nonce, rest[end:], ok && h.N > 0
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// parseNumber reads a decimal without leading zeros, up to maxNumber.
func parseNumber(s string) (int, bool) {
	if s == "" || len(s) > 9 || len(s) > 1 && s[0] == '0' || digits(s) != len(s) {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// setField reads one key=value of an opening line and returns a bit that is
// different for every key.
func (h *Header) setField(pair string) (bit int, ok bool) {
	key, value, ok := strings.Cut(pair, "=")
	if !ok {
		return 0, false
	}
	switch key {
	case "kind":
		h.Kind, ok = ParseKind(value)
		return 1, ok
	case "lang":
		h.Lang, ok = LangOf(value)
		return 2, ok
	case "cut":
		shown, of, found := strings.Cut(value, "/")
		a, okA := parseNumber(shown)
		b, okB := parseNumber(of)
		h.Cut = Cut{Shown: a, Of: b}
		return 4, found && okA && okB && a < b
	case "more":
		h.More, ok = parseNumber(value)
		return 8, ok && h.More > 0
	case "dropped":
		h.Dropped, ok = parseNumber(value)
		return 16, ok && h.Dropped > 0
	case "eol":
		h.CRLF = value == "crlf"
		return 32, h.CRLF
	case "style":
		return 64, h.setStyle(value)
	}
	return 0, false
}
