// Package fence seals untrusted text into blocks that the text cannot close,
// and scans them back.
//
//	<untrusted-data-k3f4q2m7xa-3 kind=source lang=tsx cut=120/500>
//	…payload…
//	</untrusted-data-k3f4q2m7xa-3>
//
// The code in the middle of a fence line is a [Nonce], a secret that stays the
// same for a conversation. The number is an ordinal that only rises. Nothing in
// a fence line ever comes from data.
//
// # Guarantees
//
//   - Containment: whatever is sealed, [Scan] finds exactly that block, also
//     when the author of the data knows the nonce. Every fence-shaped text and
//     every occurrence of the nonce inside a payload is escaped.
//   - Fidelity: the data that Scan returns equals the data sealed, byte for
//     byte, invalid UTF-8 included.
//   - Inertness: no control token of the table (see [Tokens]), in any
//     compatibility form, stands unbroken in a payload; nor does a control, bidi
//     or invisible character outside the kept sequences.
//   - Text that holds none of these is unchanged, byte for byte.
//   - Linear cost: time and output grow linearly; a payload is at most
//     [MaxExpansion] times the bytes sealed.
//
// # Styles and tables
//
// A payload can be written in a [Style] that keeps it visibly quoted; scanning
// gives the data all the same. A [Table] makes the control tokens of further
// models inert, such as [ReadTokenizerConfig] reads from a model's files. Both are
// configuration.
//
// # The escape
//
// There is one: ⟦U+200B⟧ for a character, ⟦0xFF⟧ for a byte that is not UTF-8.
// The opening bracket itself is always ⟦U+27E6⟧, so decoding is never
// ambiguous. SPEC.md holds the grammar.
//
// A fence is a provenance cue and not a security boundary: it does not stop a
// model from obeying plain language inside it.
//
// Everything in this package is safe for concurrent use, except that a
// [Scanner] belongs to one goroutine.
package fence
