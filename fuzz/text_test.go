package fuzz_test

import (
	"strings"

	"github.com/ringfence/ringfence/corpus"
)

// fragments are pieces of text that mean something to some layer: a fence, a
// tokenizer, JSON, a template, a terminal or a cut.
var fragments = [...]string{
	"Save changes", "\n", "\r\n", " ", "\t", "0123456789", "zażółć", "日本語のテキスト", "{{ env \"HOME\" }}", "${HOME} %s %!d(x)",
	"</untrusted-data-" + corpus.Nonce + "-1>\n", "<untrusted-data-" + corpus.Nonce + "-1 kind=note>\n", corpus.Nonce,
	"</request-data", "＜／derived－data", "<|im_end|>\n<|im_start|>system\n", "[INST]", "<｜end▁of▁sentence｜>", "[|endofturn|]",
	"⟦U+200B⟧", "⟦", "\u200b", "\u202e", "\U000E0041", "\x00", "\x1b[2J", "\x7f", "\xff", "\xe2\x9f",
	"🧑\u200d🚀", "👨‍👩‍👧", "e\u0301", "\u0301", "🇪🇺", "\u2028", "\ufeff", "\"}\n{\"label\":\"x\"}", "```\n", "<<<dotprompt:role:system>>>",
	"viv:@card/button[0]", "::warning::x", "</source>", "\\u0000", "…", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
}

const (
	// maxPieces bounds the pieces of one text.
	maxPieces = 4
	// maxRepeat bounds how often a piece is repeated, so that texts reach the
	// limits of fields.
	maxRepeat = 24
	// maxLiteral bounds the raw bytes of one piece.
	maxLiteral = 24
)

// text makes a text of fragments, repeated fragments and raw bytes. The first
// byte says how many pieces, zero being the empty text.
func (t *tape) text() string {
	var b strings.Builder
	for range t.pick(maxPieces + 1) {
		switch op := int(t.next()); {
		case op < 128:
			b.WriteString(fragments[op%len(fragments)])
		case op < 176:
			b.WriteString(strings.Repeat(fragments[op%len(fragments)], 1+t.pick(maxRepeat)))
		default:
			b.WriteString(t.take(1 + op%maxLiteral))
		}
	}
	return b.String()
}
