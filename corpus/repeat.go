package corpus

import (
	"strconv"
	"strings"
)

const repeatWord = `repeat "`

// parseRepeats reads the value of gen.
func parseRepeats(v value) ([]Repeat, error) {
	var out []Repeat
	s, at := v.text, v.offset
	bad := func(message string) ([]Repeat, error) {
		return nil, fail(CodeValue, at+len(v.text)-len(s), message, `write repeat "text" count`)
	}
	for {
		if !strings.HasPrefix(s, repeatWord) {
			return bad("gen that is not a list of repeats")
		}
		s = s[len(repeatWord):]
		end := closingQuote(s)
		if end < 0 {
			return bad("repeat without its closing quote")
		}
		text, err := unescape(s[:end], at+len(v.text)-len(s), true)
		if err != nil {
			return nil, err
		}
		if text == "" {
			return bad("repeat of nothing")
		}
		s = s[end+1:]
		digits, rest, more := strings.Cut(strings.TrimPrefix(s, " "), " ")
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > MaxPayload || !strings.HasPrefix(s, " ") || strconv.Itoa(n) != digits {
			return bad("repeat without a count from 1 to the limit")
		}
		out = append(out, Repeat{text, n})
		s = rest
		if !more {
			return out, nil
		}
	}
}

// closingQuote returns the offset of the first quote that no backslash escapes.
func closingQuote(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// formatRepeats writes the value of gen, empty when there are no repeats.
func formatRepeats(repeats []Repeat) string {
	parts := make([]string, len(repeats))
	for i, r := range repeats {
		parts[i] = repeatWord + escape(r.Text, true) + `" ` + strconv.Itoa(r.Count)
	}
	return strings.Join(parts, " ")
}

// expandedSize returns how many bytes the repeats make, and false when that is
// over the limit or a count is not positive.
func expandedSize(repeats []Repeat) (int, bool) {
	total := 0
	for _, r := range repeats {
		if r.Count < 1 || len(r.Text) > MaxPayload/r.Count {
			return 0, false
		}
		total += len(r.Text) * r.Count
		if total > MaxPayload {
			return 0, false
		}
	}
	return total, true
}

// expand returns the text that the repeats stand for; size is what
// expandedSize returned.
func expand(repeats []Repeat, size int) string {
	var b strings.Builder
	b.Grow(size)
	for _, r := range repeats {
		b.WriteString(strings.Repeat(r.Text, r.Count))
	}
	return b.String()
}
