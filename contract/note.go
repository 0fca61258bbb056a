package contract

import "github.com/ringfence/ringfence"

// Note says what was unusual in a body that was read all the same. Places of
// one class (any element of one list, any member of one object) share a note
// for each code, so the number of notes is bounded by the contracts and not by
// the body.
type Note struct {
	Code    ringfence.Code
	Pointer string // JSON pointer (RFC 6901) of the first place
	Offset  int64  // byte offset of the first place, or ringfence.NoOffset
	Count   int    // how many places, at least 1
	Detail  string // one line, never text of the body
}
