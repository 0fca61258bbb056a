package audit

import (
	"slices"
	"strings"
)

// marks says which bytes of a decoded text were escaped in the text that it
// came from, so that what stands there unescaped is not found once more.
type marks struct {
	raw   string // what was decoded
	at    []int  // twice where each escaped character begins in the decoded text, in order, and 1 more if its escape ends like base64
	tries int
}

// maxTries is how many escaped pieces are looked for in the raw text. Who writes
// more of them both ways is told of the next one.
const maxTries = 64

func (m *marks) add(at int, joins bool) {
	at *= 2
	if joins {
		at++
	}
	m.at = append(m.at, at)
}

// within reports whether a character from start to end was escaped.
func (m *marks) within(start, end int) bool {
	k, _ := slices.BinarySearch(m.at, 2*start)
	return k < len(m.at) && m.at[k] < 2*end
}

// letter reports whether a letter of text from start to end was escaped. Other
// characters between words are, in addresses and web pages.
func (m *marks) letter(text string, start, end int) bool {
	for k, _ := slices.BinarySearch(m.at, 2*start); k < len(m.at) && m.at[k] < 2*end; k++ {
		if at := m.at[k] / 2; at < len(text) && isLetter(text[at]) {
			return true
		}
	}
	return false
}

// hidden reports whether the piece of text from start to end was escaped, in
// whole or in part, and does not stand in the raw text anyway.
func (m *marks) hidden(text string, start, end int) bool {
	if !m.within(start, end) {
		return false
	}
	if m.tries >= maxTries {
		return true
	}
	m.tries++
	return !strings.Contains(m.raw, text[start:end])
}

// alone reports whether a run from start to end of the decoded text is one in
// the raw text, too. Letters and digits of an escape beside it make another run
// of it there.
func (m *marks) alone(start, end int) bool {
	if m.within(start, end) {
		return false
	}
	k, _ := slices.BinarySearch(m.at, 2*start)
	return k == 0 || m.at[k-1] != 2*(start-1)+1
}
