package effectlog

import "github.com/ringfence/ringfence/policy/coreform"

// entryRoom is what an intent holds beside op and payload, at most: names, hashes,
// what is used and how an approval ended.
const entryRoom = 1 << 20

// Fits reports whether a request fits into a record, whatever else its entry
// holds. A print is longer than what was read, since nesting indents: a request
// that is short enough to be read may be too long to be logged. It takes time and
// memory linear in the print, up to [MaxRecord].
func Fits(op string, payload coreform.Term) bool {
	t, err := coreform.Map(coreform.Sym(":op"), coreform.Sym(op), coreform.Sym(":payload"), payload)
	if err != nil {
		return false
	}
	_, err = t.AppendMax(nil, MaxRecord-entryRoom)
	return err == nil
}
