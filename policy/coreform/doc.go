// Package coreform reads, prints, orders and hashes CoreForm, the term language
// in which capability payloads, responses and effect logs are published.
//
// A [Term] is nil, a boolean, an unbounded integer, a string, bytes, a symbol,
// a list, a vector or a map. [Parse] reads one term and [ParseModule] a
// sequence of them; [Term.Append] and [AppendModule] print them in the one
// canonical layout; [Compare] orders all terms; [Hash] and [HashModule] are the
// published BLAKE3 hashes; [Marshal] and [Unmarshal] map terms to Go structs.
//
// # Guarantees
//
// Each is a property of the fuzz targets in this package.
//
//   - One reading. Parsing is strict: a repeated key, a leading zero, text
//     after the term, nesting or size over a named limit are errors, and so is
//     an integer that runs into a symbol. There is no lenient mode.
//   - One writing. Equal terms print to equal bytes. Parsing what was printed
//     gives the same term (if it is not too long to be read again), and
//     printing it again gives the same bytes.
//   - One order. Compare is total, and Compare is 0 exactly for terms that
//     print alike. Maps hold and print their keys in this order.
//   - Errors are [ringfence.Error] values with a code of this package and, when
//     they come from a source, a byte offset inside it (at most its length).
//     The result beside an error is empty.
//   - No input makes a function panic. Time and memory of parsing, printing and
//     hashing grow linearly with the source, with the depth of nesting (at most
//     [MaxDepth]) as a factor of indentation; sorting the keys of a map that
//     is not in order adds the usual logarithm.
//   - Terms are immutable and safe for concurrent use, and nothing here keeps
//     state between calls.
//
// # Terms that cannot exist
//
// [Str] cannot hold text that is not UTF-8, [Sym] cannot hold text that reads
// as something else, and no term nests deeper than MaxDepth. The constructors
// answer such arguments with an invalid term ([KindInvalid]), which makes every
// container it enters invalid too. [Term.Err] and Marshal report it, and it
// prints as a lone ")", which no reader of CoreForm accepts: a mistake ends as
// an error at the receiver, never as other data.
//
// # Layout
//
// Indentation is two spaces and lines are measured in bytes against a width of
// 100. These stand on one line where they fit: atoms, vectors of up to three
// atoms, maps of up to two pairs of atoms, and lists whose parts stand on one
// line. Any other vector or map opens a line with its bracket and gives each
// element or pair a line of its own; a pair that does not fit has its value on
// the next line, two deeper. Any other list keeps its head, and the element
// after it where it fits, beside the parenthesis, as the published printer
// does. Closing brackets are glued to the last element and not measured.
//
// Symbols and strings print their text as it is, apart from control characters
// of strings: escape a printed term before it goes to a terminal.
package coreform
