package audit

import "strings"

// ruledLines finds data between lines of one character, such as "---", that the
// prompt itself has named before: "the text between ---". Such a line begins and
// ends a section, so that they come in pairs. Lines that no sentence speaks of are
// rules of Markdown.
type ruledLines struct {
	named map[string]*ruledLine
	order []*ruledLine
}

type ruledLine struct {
	count, at int
}

// maxRuled is how many such lines are kept in mind, and maxRule how long one is.
const (
	maxRuled = 8
	maxRule  = 40
)

func (r *ruledLines) line(line string, at int) {
	rule := strings.TrimSpace(line)
	if len(rule) >= 3 && isRule(rule) {
		if l := r.named[rule]; l != nil {
			l.count++
			l.at = at
		}
		return
	}
	if len(line) > maxZone || len(r.order) == maxRuled || !mayRule(line) {
		return
	}
	for i := 0; i < len(line); {
		n := i + 1
		for n < len(line) && line[n] == line[i] {
			n++
		}
		if word := line[i:n]; n-i >= 3 && isRule(word) && r.named[word] == nil && saysBetween(line) {
			if r.named == nil {
				r.named = map[string]*ruledLine{}
			}
			l := new(ruledLine)
			r.named[word] = l
			r.order = append(r.order, l)
			return
		}
		i = n
	}
}

// mayRule turns most lines away: of three characters in a row, one is the third of
// some three that the line begins with.
func mayRule(line string) bool {
	for i := 2; i < len(line); i += 3 {
		if ruleByte(line[i]) {
			return true
		}
	}
	return false
}

// end returns where the last of lines is that have no partner: of an odd number
// that is more than one. A single one divides the instructions from the data.
func (r *ruledLines) end() (int, bool) {
	for _, l := range r.order {
		if l.count > 1 && l.count%2 != 0 {
			return l.at, true
		}
	}
	return 0, false
}

// isRule reports a row of one character that prompts put around data. Backticks,
// tildes and double quotation marks are looked at as fences of code are.
func isRule(s string) bool {
	return len(s) <= maxRule && ruleByte(s[0]) && strings.Trim(s, s[:1]) == ""
}

func ruleByte(b byte) bool {
	switch b {
	case '-', '=', '*', '#', '_', '+', '\'':
		return true
	}
	return false
}

// saysBetween reports whether a line speaks of what is around something.
func saysBetween(line string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(line)) {
		switch strings.Trim(w, ".,:;()") {
		case "between", "delimited", "enclosed", "surrounded", "wrapped", "inside", "within":
			return true
		}
	}
	return false
}
