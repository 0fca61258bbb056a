package contract

import (
	"strings"

	"github.com/ringfence/ringfence"
)

// idPrefix starts every synthesized id.
const idPrefix = "viv:"

// Synthesized reports whether the whole id matches the pattern of synthesized
// ids, `viv:[a-z0-9\[\]/@.-]+` (edit context §3.3). Every other id holds text
// that an author chose, also one that only starts like a synthesized one. An
// id that matches is still data: it can spell a sentence.
func Synthesized(id ringfence.Data) bool { return synthesized(id.Raw()) }

func synthesized(id string) bool {
	rest, ok := strings.CutPrefix(id, idPrefix)
	if !ok || rest == "" {
		return false
	}
	for i := range len(rest) {
		switch c := rest[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case strings.IndexByte("[]/@.-", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// idNote returns the note that an id deserves, or an empty code.
func idNote(id string) (ringfence.Code, string) {
	switch {
	case synthesized(id):
		return "", ""
	case strings.HasPrefix(id, idPrefix):
		return NoteIDPattern, "the id starts like a synthesized one and holds author-controlled text"
	}
	return NoteIDAuthored, "the id is author-controlled text"
}
