package cli

import (
	"errors"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// knownKeys begins the hint of a key that is unknown; the keys of the table follow.
const knownKeys = "known keys: "

// nearKey adds to the error about an unknown key of a policy which one may have
// been meant. A policy with such a key does not load, so this is no finding of lint.
func nearKey(err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != policy.CodeUnknownKey {
		return err
	}
	list, ok := strings.CutPrefix(e.Hint, knownKeys)
	key := e.Pointer[strings.LastIndexByte(e.Pointer, '/')+1:]
	near := nearest(strings.NewReplacer("~1", "/", "~0", "~").Replace(key), strings.Split(list, ", "))
	if !ok || near == "" {
		return err
	}
	with := *e
	with.Hint = "did you mean " + near + "? " + e.Hint
	return &with
}
