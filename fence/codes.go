package fence

import "github.com/ringfence/ringfence"

// Codes of the errors and faults of this package.
const (
	// CodeNonce: text that should be a nonce is not 10 or more of [a-z2-7].
	CodeNonce ringfence.Code = "nonce-invalid"
	// CodeHeader: a header asks for a fence line that the grammar cannot say, or
	// a line that begins as a fence line does not go on as one.
	CodeHeader ringfence.Code = "fence-header"
	// CodeForged: fence-shaped text that is no fence line of an open block.
	CodeForged ringfence.Code = "fence-forged"
	// CodeForeign: a fence line with a second nonce, or not with the expected one.
	CodeForeign ringfence.Code = "nonce-foreign"
	// CodeNested: a block opens before the one before it has closed.
	CodeNested ringfence.Code = "block-nested"
	// CodeDuplicate: a block closes again after it has closed.
	CodeDuplicate ringfence.Code = "block-duplicate"
	// CodeUnterminated: a block does not close before the end of its message.
	CodeUnterminated ringfence.Code = "block-unterminated"
	// CodeOrdinal: an ordinal does not rise.
	CodeOrdinal ringfence.Code = "ordinal-order"
	// CodeEscape: an escape bracket in a payload starts no canonical escape.
	CodeEscape ringfence.Code = "escape-invalid"
	// CodeStyle: a payload is not what the style of its fence line writes, or a
	// block of another style than the block style is quoted from.
	CodeStyle ringfence.Code = "style-invalid"
	// CodeToken: a literal that cannot be made inert, or a tokenizer file that
	// cannot be read.
	CodeToken ringfence.Code = "token-invalid"
	// CodeFindAbsent: the text to find is not in the payload as whole escapes.
	CodeFindAbsent ringfence.Code = "find-absent"
	// CodeFindAmbiguous: the text to find is in the payload more than once.
	CodeFindAmbiguous ringfence.Code = "find-ambiguous"
	// CodeReplaceEscape: the replacement holds an escape that the text it
	// replaces does not hold, or escapes of bytes that it would join, with each
	// other or with bytes beside it, into a character.
	CodeReplaceEscape ringfence.Code = "replace-escape"
	// CodeReplaceCharacter: the replacement holds an invisible, bidirectional or
	// control character that the text it replaces does not hold.
	CodeReplaceCharacter ringfence.Code = "replace-character"
)
