package bpe

import (
	"fmt"

	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package.
const (
	// CodeRankFile: a .tiktoken file is not one; the message names the line.
	CodeRankFile ringfence.Code = "rank-file"
	// CodeVocabulary: a packed vocabulary is damaged, or a vocabulary cannot be
	// packed.
	CodeVocabulary ringfence.Code = "vocabulary-damaged"
	// CodeFamily: there is no such pattern family.
	CodeFamily ringfence.Code = "family-unknown"
	// CodeToken: there is no token with an id.
	CodeToken ringfence.Code = "token-unknown"
)

// failure makes an error of this package. The arguments are numbers and texts of
// the package, never of an input.
func failure(code ringfence.Code, format string, args ...any) error {
	return &ringfence.Error{Code: code, Message: fmt.Sprintf(format, args...), Offset: ringfence.NoOffset}
}
