package audit

import "github.com/ringfence/ringfence/fence"

// group is what a character of a text means to an audit.
type group uint8

const (
	groupNone group = iota
	groupControl
	groupBidi
	groupTag
	groupInvisible
	groupUnusual
)

// groupOf sorts the classes of characters that a fence escapes. The escape
// bracket is an ordinary character outside a fence.
func groupOf(c fence.Class) group {
	switch c {
	case fence.Control:
		return groupControl
	case fence.Bidi:
		return groupBidi
	case fence.Tag:
		return groupTag
	case fence.Invisible, fence.Variation:
		return groupInvisible
	case fence.Separator, fence.Noncharacter, fence.PrivateUse, fence.Unassigned,
		fence.OpeningMark, fence.NotUTF8:
		return groupUnusual
	case fence.Plain, fence.Bracket:
	}
	return groupNone
}

// run is a row of characters of one group, one right after the other.
type run struct {
	group        group
	start, count int
	first        rune        // the first character
	class        fence.Class // of the first
	// What is true of any of them, so that nothing set beside a character makes
	// it milder.
	mixed   bool        // not all are the first one
	odd     bool        // an invisible character that nobody types
	foreign fence.Class // of the first separator or character of no text, or Plain
}

// add takes the next character of the run.
func (r *run) add(m fence.CharMatch) {
	r.count++
	r.mixed = r.mixed || m.Rune != r.first
	r.odd = r.odd || oddInvisible(m.Rune)
	if r.foreign == fence.Plain && (m.Class == fence.Separator || m.Class == fence.Noncharacter || m.Class == fence.Unassigned) {
		r.foreign = m.Class
	}
}

// hiddenRun is how many invisible characters in a row no writing system needs:
// enough for one hidden letter, where each character stands for a bit.
const hiddenRun = 8

// ruleOfRun returns the rule that a run breaks.
func ruleOfRun(r run) string {
	switch r.group {
	case groupControl:
		return idControl
	case groupBidi:
		return idBidi
	case groupTag:
		return idTags
	case groupInvisible:
		if r.count >= hiddenRun {
			return idInvisibleRun
		}
		return idInvisible
	case groupUnusual:
		return idUnusual
	case groupNone:
	}
	return ""
}

// message counts the characters of a run, and says which the first is.
func (r run) message() string {
	switch r.group {
	case groupControl:
		return plural(r.count, "control character", "control characters in a row") + r.codePoint() + ", which on a terminal or in a log hides, moves or ends text"
	case groupBidi:
		return plural(r.count, "bidirectional control", "bidirectional controls in a row") + r.codePoint()
	case groupTag:
		return plural(r.count, "tag character", "tag characters in a row") + ": text that a reader does not see and a model can read"
	case groupInvisible:
		text := plural(r.count, "invisible character", "invisible characters in a row") + r.codePoint()
		if r.count >= hiddenRun {
			text += ", more than any writing system needs: enough for hidden text"
		}
		return text
	case groupUnusual:
		text := plural(r.count, "character", "characters in a row") + " of a kind that does not belong in text: " + r.kind()
		if r.mixed {
			text += " among them"
		}
		return text + r.codePoint()
	case groupNone:
	}
	return ""
}

// kind names the worst character of a run of groupUnusual.
func (r run) kind() string {
	class := r.class
	if r.foreign != fence.Plain {
		class = r.foreign
	}
	switch class {
	case fence.Control:
		return "a page break"
	case fence.Separator:
		return "a line or paragraph separator"
	case fence.Noncharacter:
		return "a noncharacter"
	case fence.PrivateUse:
		return "a private-use character"
	case fence.Unassigned:
		return "an unassigned code point"
	case fence.OpeningMark:
		return "a combining mark that opens a line"
	case fence.NotUTF8:
		return "a byte that is not UTF-8"
	case fence.Plain, fence.Bracket, fence.Bidi, fence.Tag, fence.Invisible, fence.Variation:
	}
	return ""
}
