package task

import (
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Limits of inputs.
const (
	// MaxSource is the longest source of a module, in bytes: people write modules.
	MaxSource = 1 << 20
	// MaxPathBytes is the longest path, as in a policy.
	MaxPathBytes = 4096
	// MaxName is the longest symbol that is renamed or entered, in bytes.
	MaxName = 512
	// MaxArgs is the most entries of :args, :targets and :breakpoints, and
	// MaxArgBytes what they hold together, in bytes.
	MaxArgs     = 256
	MaxArgBytes = 64 << 10
	// MaxPackages and MaxPartials are the most packages that index-workspace
	// lists and the most partials of any task; the defaults are what an answer
	// holds without being long.
	MaxPackages     = 4096
	DefaultPackages = 1024
	MaxPartials     = 1024
	DefaultPartials = 16
)

// Check judges the input of a task against the contract of its kind (interop,
// "Task contracts"): keys, types, and that a module is named in one way. An error
// is a [ringfence.Error] with CodeInput or CodeField and the pointer of the key.
// The inputs of kinds that the contract does not have are their bridge's to judge.
func (c Contract) Check(input coreform.Term) error {
	if c.Outputs == nil {
		return nil
	}
	if input.Kind() != coreform.KindMap {
		return fault(CodeInput, "", "the input of this task kind is a map")
	}
	for key, value := range input.Pairs() {
		k, ok := key.Symbol()
		if !ok || !c.knows(k) {
			return fault(CodeInput, "", "the input has a key that the task kind does not know")
		}
		if message := wrong(k, value); message != "" {
			return fault(CodeInput, "/"+k, message)
		}
	}
	for _, k := range c.Required {
		if _, ok := input.Lookup(k); !ok {
			return fault(CodeField, "/"+k, "the task kind requires the key")
		}
	}
	if c.knows(":source") {
		return c.oneSource(input)
	}
	return nil
}

// oneSource demands that a module is named in exactly one way: of two, a reader
// could take the other.
func (c Contract) oneSource(input coreform.Term) error {
	given := 0
	for _, k := range []string{":input", ":path", ":source"} {
		if _, ok := input.Lookup(k); ok && c.knows(k) {
			given++
		}
	}
	switch given {
	case 0:
		return fault(CodeField, "/:source", "the module is given neither by :source nor by :path")
	case 1:
		return nil
	}
	return fault(CodeInput, "/:source", "the module is given in more than one way")
}

// wrong returns what is wrong with the value of a key, or "".
func wrong(key string, value coreform.Term) string {
	switch key {
	case ":path", ":pkg", ":root", ":out", ":caps":
		return wrongPath(value)
	case ":source":
		if text, ok := value.Text(); !ok {
			return "the key takes a string"
		} else if len(text) > MaxSource {
			return "the source is too long"
		}
	case ":from", ":to", ":entry":
		return wrongName(key, value)
	case ":input":
		if value.Kind() != coreform.KindVector {
			return "the key takes a vector of forms"
		}
	case ":args", ":targets", ":breakpoints":
		return wrongList(key, value)
	case ":max-packages":
		return wrongCount(value, MaxPackages)
	case ":max-partials":
		return wrongCount(value, MaxPartials)
	}
	return ""
}

func wrongPath(value coreform.Term) string {
	text, ok := value.Text()
	switch {
	case !ok:
		return "the key takes a string"
	case text == "" || len(text) > MaxPathBytes || strings.ContainsRune(text, 0):
		return "the path is empty, too long or holds NUL"
	}
	return ""
}

// name returns the text of a string or symbol.
func name(value coreform.Term) (string, bool) {
	if s, ok := value.Symbol(); ok {
		return s, true
	}
	return value.Text()
}

func wrongName(key string, value coreform.Term) string {
	text, ok := name(value)
	switch {
	case !ok:
		return "the key takes a string or a symbol"
	case text == "" || len(text) > MaxName || strings.ContainsRune(text, 0):
		return "the name is empty, too long or holds NUL"
	case key != ":entry" && coreform.Sym(text).Err() != nil:
		return "the name is no symbol"
	}
	return ""
}

func wrongList(key string, value coreform.Term) string {
	if value.Kind() != coreform.KindVector {
		return "the key takes a vector of strings"
	}
	if value.Len() > MaxArgs {
		return "the vector is too long"
	}
	size := 0
	for _, item := range value.Items() {
		text, ok := item.Text()
		if !ok && key != ":args" {
			text, ok = item.Symbol()
		}
		if !ok {
			return "the key takes a vector of strings"
		}
		if size += len(text); size > MaxArgBytes || strings.ContainsRune(text, 0) {
			return "the vector holds too much, or NUL"
		}
	}
	return ""
}

func wrongCount(value coreform.Term, most int64) string {
	if n, ok := value.Int64(); !ok || n < 1 || n > most {
		return "the key takes an integer from 1 to its limit"
	}
	return ""
}
