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
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// CodeUnknown: no entry of the table fits the name of a model.
const CodeUnknown ringfence.Code = "model-unknown"

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
	// on top: see Framing.
	Exactness budget.Exactness
	// Margin is a suggestion for Limit.Margin with Encoding: 0 when exact. For
	// an estimate it covers prose and code in European languages; it is no
	// bound, and text made to be expensive exceeds it.
	Margin float64
	// Pattern is the family name under which bpe.Load makes an exact counter
	// from the model's own rank file; empty where that cannot be done.
	Pattern string
	// Framing is what messages of text cost beside their texts, for
	// budget.Limit.Framed. Where FramingNote is empty it is not known, and zero:
	// leave a reserve, or ask the provider. It is never exact: a template may
	// add a system message of its own, and tools come on top.
	Framing budget.Framing
	// FramingNote says where Framing comes from; empty where nothing is known.
	FramingNote string
	// Note says where the knowledge comes from and what to mind.
	Note string
}

// Known reports whether the count can be exact: with Encoding, or with the
// model's own file under Pattern.
func (i Info) Known() bool { return i.Exactness == budget.Exact || i.Pattern != "" }

// maxName bounds the names looked at, in bytes: no model has a longer one.
const maxName = 256

// Lookup returns what is known of a model. The name may carry a vendor path, as
// in "openai/gpt-4o", the mark of a model tuned from another, as in
// "ft:gpt-4o:shop", and a version, as in "gpt-4o-2024-05-13"; ASCII case does
// not matter. The longest entry that is a whole part of the name wins. It
// returns false for a name that no entry fits: not knowing is not a reason to
// guess. See [Find] for an error with a hint.
func Lookup(name string) (Info, bool) {
	if len(name) > maxName {
		return Info{}, false
	}
	name = lower(name)
	name = name[strings.LastIndexByte(name, '/')+1:]
	name = strings.TrimPrefix(name, tuned)
	var best Info
	for _, info := range table() {
		if len(info.Prefix) > len(best.Prefix) && begins(name, info.Prefix) {
			best = info
		}
	}
	return best, best.Prefix != ""
}

// tuned begins the name of a model that a customer tuned at OpenAI.
const tuned = "ft:"

// Find is [Lookup] with a *ringfence.Error of [CodeUnknown] for a name that no
// entry fits, whose hint says how to count all the same. The error quotes the
// name, shortened and in printable ASCII.
func Find(name string) (Info, error) {
	if info, ok := Lookup(name); ok {
		return info, nil
	}
	quoted := strconv.QuoteToASCII(name[:min(len(name), shownName)])
	return Info{}, &ringfence.Error{
		Code: CodeUnknown, Message: "nothing is known of a model named " + quoted, Offset: ringfence.NoOffset,
		Hint: "count with budget.Bytes{} as an upper bound, with an estimate and a margin, or by budget.Confirm with the provider's own count",
	}
}

// shownName is how much of a name an error quotes, in bytes.
const shownName = 64

// All returns a copy of the table, in the order of vendors and entries.
func All() []Info { return append([]Info(nil), table()...) }

// begins reports whether name is prefix, or continues it with a version: "gpt-4"
// begins "gpt-4-32k" and not "gpt-4o" or "gpt-4.1". A prefix that ends in a dot
// goes on with a digit: "gpt-5." begins "gpt-5.1-mini".
func begins(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if strings.HasSuffix(prefix, ".") {
		return ok && rest != "" && '0' <= rest[0] && rest[0] <= '9'
	}
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
