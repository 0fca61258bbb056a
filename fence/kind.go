package fence

import (
	"slices"

	"github.com/ringfence/ringfence"
)

// Kind says what a block holds. It is a closed set: the word in the fence line
// is one of ours and never from data. The zero value is none.
type Kind uint8

// The kinds of block.
const (
	NoKind    Kind = iota
	Selection      // what the user points at on a screen
	Screen         // what is around the selection
	Source         // the source text behind the screen
	Items          // what the user attached to the conversation
	Windows        // the windows that are open
	Changes        // what changed among the windows since the last turn
	Request        // the user's own words
	Derived        // a model's earlier words
	Tool           // the result of a tool, bridge or task
	Note           // any other outside text, such as an error message
	kindEnd
)

var kindNames = [kindEnd]string{
	"", "selection", "screen", "source", "items", "windows", "changes",
	"request", "derived", "tool", "note",
}

// String returns the word that stands in a fence line; empty for NoKind.
func (k Kind) String() string {
	if k < kindEnd {
		return kindNames[k]
	}
	return ""
}

// ParseKind is the inverse of String for the kinds that have a word.
func ParseKind(s string) (Kind, bool) {
	i := slices.Index(kindNames[1:], s)
	if i < 0 {
		return NoKind, false
	}
	return Kind(i + 1), true
}

// fence words, by trust.
var words = [...]string{
	ringfence.Untrusted: "untrusted-data",
	ringfence.Derived:   "derived-data",
	ringfence.Request:   "request-data",
}

func wordOf(t ringfence.Trust) (string, bool) {
	if int(t) < len(words) {
		return words[t], true
	}
	return "", false
}
