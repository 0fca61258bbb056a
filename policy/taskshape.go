package policy

import (
	"slices"

	"github.com/ringfence/ringfence/policy/coreform"
)

// taskShape judges the input of a task against the contract of its kind, and
// learns from the kind how far the request reaches.
func (e *evaluation) taskShape() bool {
	kindTerm, _ := e.r.Payload.Lookup(":task-kind")
	name, ok := kindTerm.Symbol()
	if !ok {
		return false // said already
	}
	kind := taskKindOf(name)
	if kind == nil {
		return false // a bridge knows its input
	}
	input, ok := e.r.Payload.Lookup(":input")
	if !ok {
		return false
	}
	if input.Kind() != coreform.KindMap {
		return e.deny(CodeTaskInput, schemaRule, "/:input", "the input of this task kind is a map")
	}
	good := true
	for key, value := range input.Pairs() {
		k, isSym := key.Symbol()
		known := isSym && (slices.Contains(kind.required, k) || slices.Contains(kind.optional, k))
		switch {
		case !known:
			good = false
			if e.deny(CodeTaskInput, schemaRule, "/:input", "the input has a key that the task kind does not know") {
				return true
			}
		case !inputType(k).is(value):
			good = false
			if e.deny(CodeTaskInput, schemaRule, "/:input/"+k, "the key takes "+inputType(k).takes()) {
				return true
			}
		}
	}
	for _, k := range kind.required {
		if _, ok := input.Lookup(k); !ok {
			good = false
			if e.deny(CodeTaskField, schemaRule, "/:input/"+k, "the task kind requires the key") {
				return true
			}
		}
	}
	if good {
		e.class = kind.class
	}
	return false
}

// inputType is the type of a key of inputs. The contract names only the keys: what
// holds a path or a source must be text, since the gate reads it; the rest is
// the worker's to judge. It is 0 for no key.
func inputType(key string) fieldType {
	switch key {
	case ":path", ":out", ":pkg", ":root", ":caps", ":source":
		return strField
	case ":input", ":targets", ":args", ":entry", ":breakpoints", ":from", ":to", ":max-packages", ":max-partials":
		return termField
	}
	return 0
}
