package contract

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// foldText returns s in compatibility decomposition without marks and invisible
// characters, in one letter case: what a person would take for the same word.
// Bytes that are not UTF-8 fold to U+FFFD. It is idempotent.
func foldText(s string) string {
	b := make([]byte, 0, len(s))
	var piece []byte
	for _, r := range s {
		if r < utf8.RuneSelf { // most identifiers are all ASCII
			b = append(b, byte(ucd.FoldCase(r)))
			continue
		}
		piece = ucd.AppendFold(piece[:0], r)
		for _, f := range string(piece) {
			b = utf8.AppendRune(b, ucd.FoldCase(f))
		}
	}
	return string(b)
}

// foldID folds a window id. Ids that fold equal name one window when one of
// them is withheld: hiding too much is the safe mistake.
func foldID(id string) string {
	return strings.TrimFunc(foldText(id), ucd.IsWhiteSpace)
}
