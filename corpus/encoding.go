package corpus

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"
)

// base64Line is the length of a line of base64, that of RFC 2045.
const base64Line = 76

// plain reports whether c stands for itself in escaped text. Quoted text, in a
// repeat, has no line to break and ends at a double quote.
func plain(c byte, quoted bool) bool {
	switch c {
	case '\\':
		return false
	case '"':
		return !quoted
	case '\n', '\t':
		return !quoted
	}
	return c >= ' ' && c <= '~'
}

// escape writes s in the one escaped form.
func escape(s string, quoted bool) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		c := s[i]
		if plain(c, quoted) {
			b.WriteByte(c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '\\' || c == '"':
			b.WriteByte('\\')
			b.WriteByte(c)
		case r == utf8.RuneError && n == 1:
			b.WriteString(`\x` + hex(rune(c)))
		default:
			b.WriteString(`\u{` + hex(r) + `}`)
		}
		i += n
	}
	return b.String()
}

func hex(r rune) string { return strings.ToUpper(strconv.FormatInt(int64(r), 16)) }

// unescape is the inverse of escape and refuses every other spelling. Offsets
// in errors are of s plus at.
func unescape(s string, at int, quoted bool) (string, error) {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if plain(s[i], quoted) {
			b.WriteByte(s[i])
			i++
			continue
		}
		text, n := escapeAt(s[i:], quoted)
		if n == 0 {
			return "", fail(CodeBody, at+i, "byte that has to be escaped, or an escape that is not in the grammar", "")
		}
		b.WriteString(text)
		i += n
	}
	out := b.String()
	// \xE2\x82\xAC would be a second way to write a character.
	if escape(out, quoted) != s {
		return "", fail(CodeBody, at, "escape that is not the shortest, or bytes that make a character", "")
	}
	return out, nil
}

// escapeAt decodes the escape at the start of s; n is 0 when there is none.
func escapeAt(s string, quoted bool) (text string, n int) {
	switch {
	case strings.HasPrefix(s, `\\`):
		return `\`, 2
	case quoted && strings.HasPrefix(s, `\"`):
		return `"`, 2
	case strings.HasPrefix(s, `\x`) && len(s) >= 4:
		c, err := strconv.ParseUint(s[2:4], 16, 8)
		if err != nil || c < utf8.RuneSelf {
			return "", 0
		}
		return string([]byte{byte(c)}), 4
	case strings.HasPrefix(s, `\u{`):
		const longest = len(`\u{10FFFF}`)
		end := strings.IndexByte(s[:min(len(s), longest)], '}')
		if end < 0 {
			return "", 0
		}
		r, err := strconv.ParseInt(s[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(r)) {
			return "", 0
		}
		return string(rune(r)), end + 1
	}
	return "", 0
}

// encodeBase64 writes s in lines, without a line feed at the end.
func encodeBase64(s string) string {
	text := base64.StdEncoding.EncodeToString([]byte(s))
	var b strings.Builder
	for len(text) > base64Line {
		b.WriteString(text[:base64Line])
		b.WriteByte('\n')
		text = text[base64Line:]
	}
	b.WriteString(text)
	return b.String()
}

// decodeBase64 is the inverse of encodeBase64 and refuses every other spelling.
func decodeBase64(s string, at int) (string, error) {
	raw, err := base64.StdEncoding.Strict().DecodeString(strings.ReplaceAll(s, "\n", ""))
	if err != nil || encodeBase64(string(raw)) != s {
		return "", fail(CodeBody, at, "base64 that is not padded standard base64 in lines of 76", "")
	}
	return string(raw), nil
}
