package tiktoken

import "unicode"

// pieces divides a text as the pattern does and hands over each piece. visit
// returns false to stop.
//
// Two neighbouring characters of white space are divided by hand: there only
// the white-space alternatives of the pattern can match, and those backtrack
// over the run at each of its characters. Everywhere else the expression runs
// from where the last piece ended, and what it reads it takes, up to a constant
// factor.
func (e *Encoding) pieces(text []rune, visit func(piece []rune) bool) {
	for at := 0; at < len(text); {
		var end int
		if at+1 < len(text) && unicode.IsSpace(text[at]) && unicode.IsSpace(text[at+1]) {
			end = e.space(text, at)
		} else {
			end = e.match(text, at)
		}
		if !visit(text[at:end]) {
			return
		}
		at = end
	}
}

// match returns the end of the piece that the expression finds at a position.
// Every character is in some alternative, so that it finds one there; if it
// did not, the character would be a piece by itself.
func (e *Encoding) match(text []rune, at int) int {
	m, err := e.pattern.FindRunesMatchStartingAt(text, at)
	if err != nil || m == nil || m.Index != at || m.Length == 0 {
		return at + 1
	}
	return at + m.Length
}

// space returns the end of the piece at a run of white space of two characters
// or more: \s*[\r\n]+ ends after the last CR or LF of the run, where the
// pattern has it; \s+(?!\S) takes the run at the end of the text, and else all
// but its last character, which may open the next piece.
func (e *Encoding) space(text []rune, at int) int {
	end, line := at, -1
	for end < len(text) && unicode.IsSpace(text[end]) {
		if text[end] == '\r' || text[end] == '\n' {
			line = end + 1
		}
		end++
	}
	switch {
	case e.family.lines && line > at:
		return line
	case end == len(text):
		return end
	}
	return end - 1
}
