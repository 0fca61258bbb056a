// Package bpe counts and encodes text with byte-pair encodings: exactly, and in
// time linear in the text.
//
// Properties:
//
//   - Exact. Ids and counts are those of the reference implementation for
//     o200k_base, cl100k_base, p50k_base and r50k_base, of which the packages
//     beside this one hold the vocabularies. [Load] reads others.
//   - Linear. Time and memory grow with the length of the text and with nothing
//     else, whatever the text is made of: no run of one character, no random
//     letters, no cut tokens make a count take longer than its length allows.
//   - Literal. The text of a special token, such as <|endoftext|>, is text. No
//     input makes a control token.
//   - Total. Every string has a count. A byte that is not valid UTF-8 counts as
//     U+FFFD, each on its own; no character is dropped.
//   - Stable. The character classes are those of Unicode 16, from tables of the
//     project's own, so that a new Go release does not change a count.
//   - Concurrent. An [Encoding] may be used by any number of goroutines.
//
// Counting works in two steps. A splitter, written by hand for each [Family] and
// equal to the pattern published with the models, divides the text into pieces.
// Each piece is then looked up whole; one that is no token is merged: small ones
// by the definition, on the stack, and long ones by a search that goes from
// token to token and steps back where it must.
package bpe

//go:generate go run ./gen -classes classes_tables.go
