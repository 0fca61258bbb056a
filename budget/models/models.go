// Package models says how the tokens of a model can be counted, by the model's
// name: with which vocabulary, and what the count is then worth.
//
// It is honest about what nobody outside can know. A model whose tokenizer is
// not public gets an estimate and a margin, never a number that looks exact; a
// name that is not in the table gets nothing. The table is a convenience:
// providers change models under their names, so a limit that must hold is held
// with an upper bound (budget.Bytes) or a provider's own count.
//
// The package links no vocabulary. The name of the encoding is what
// budget/tiktoken's New takes, and budget/o200k and its neighbours implement.
package models

import (
	"strings"

	"github.com/ringfence/ringfence/budget"
)

// Info says how to count for one family of models.
type Info struct {
	// Prefix is the entry of the table that matched.
	Prefix string
	// Vendor is who publishes the model: OpenAI, Anthropic, Google, Meta,
	// Mistral, Qwen or DeepSeek.
	Vendor string
	// Encoding is the built-in vocabulary to count with: o200k_base,
	// cl100k_base, p50k_base, r50k_base. For an estimate it stands in for one
	// that is not built in.
	Encoding string
	// Exactness is what a count with Encoding is worth for the text of one
	// message. The tokens with which a provider frames messages and tools come
	// on top: give them as Limit.Reserve.
	Exactness budget.Exactness
	// Margin is a suggestion for Limit.Margin with Encoding: 0 when exact. For
	// an estimate it covers prose and code in European languages; it is no
	// bound, and text made to be expensive exceeds it.
	Margin float64
	// Pattern is the family name under which bpe.Load makes an exact counter
	// from the model's own rank file; empty where that cannot be done.
	Pattern string
	// Note says where the knowledge comes from and what to mind.
	Note string
}

// Known reports whether the count can be exact: with Encoding, or with the
// model's own file under Pattern.
func (i Info) Known() bool { return i.Exactness == budget.Exact || i.Pattern != "" }

// maxName bounds the names looked at, in bytes: no model has a longer one.
const maxName = 256

// Lookup returns what is known of a model. The name may carry a vendor path, as
// in "openai/gpt-4o", and a version, as in "gpt-4o-2024-05-13"; ASCII case does
// not matter. The longest entry that is a whole part of the name wins. It
// returns false for a name that no entry fits: not knowing is not a reason to
// guess.
func Lookup(name string) (Info, bool) {
	if len(name) > maxName {
		return Info{}, false
	}
	name = lower(name)
	name = name[strings.LastIndexByte(name, '/')+1:]
	var best Info
	for _, info := range table {
		if len(info.Prefix) > len(best.Prefix) && begins(name, info.Prefix) {
			best = info
		}
	}
	return best, best.Prefix != ""
}

// All returns a copy of the table, in the order of vendors and entries.
func All() []Info { return append([]Info(nil), table...) }

// begins reports whether name is prefix, or continues it with a version: "gpt-4"
// begins "gpt-4-32k" and not "gpt-4o" or "gpt-4.1".
func begins(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (rest == "" || strings.ContainsRune("-:@_", rune(rest[0])))
}

// lower folds ASCII letters alone: other folds could make two names one.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
