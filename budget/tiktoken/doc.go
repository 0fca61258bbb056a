// Package tiktoken counts tokens with github.com/pkoukk/tiktoken-go, over
// vocabularies that are linked in: it never opens a file or a connection.
//
// It is slower than the engine in budget/bpe and shares no code with it, which
// is its use: as a second opinion in tests, and where that engine is not
// wanted. Three faults of the library are kept away from callers:
//
//   - Text that looks like a special token counts as ordinary text. Only
//     EncodeOrdinary of the library is called; Encode can panic or corrupt.
//   - Its merge is quadratic in the length of a piece. A piece of more than
//     [MaxPiece] bytes counts as its bytes, which is never below the truth: so
//     a count is an upper bound, and [Encoding.Measure] says when it is exact.
//   - Its regular expression is quadratic in a run of white space. White space
//     is divided by hand, by the same rules.
//
// Each invalid byte counts as U+FFFD, which is what it becomes in a request.
// Counting is linear in the length of the text, on hostile text too. Loading a
// vocabulary takes some tenths of a second, once for each encoding.
package tiktoken
