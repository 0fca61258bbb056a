// Package corpus holds adversarial vectors for fences: small files, each with
// one payload that has broken a prompt fence somewhere, or must pass one
// unharmed, and what has to hold when the payload goes through yours.
//
// The vectors are an embedded file system ([FS]), read by [Vectors]. They do
// not depend on the fence of this module: a project in any language can read
// the files, and the field expect says what to check in terms that every fence
// has. Payloads are [ringfence.Data]: they are attacks, and must not slip into
// a log.
//
// # What a vector expects
//
// Put the payload where the field carrier says, render your prompt, and check:
//
//   - contained: the payload stands in exactly one data block, and no byte of
//     it, the canary above all, stands outside.
//   - inert: contained, and inside the block no control token of a model family
//     and no invisible or control character stands as it was sent.
//   - roundtrip: contained, and what a reader takes out of the block equals the
//     payload byte for byte.
//   - verbatim: roundtrip, and the payload stands in the block unaltered. These
//     are benign texts that a sanitiser breaks.
//   - absent: the canary is nowhere in the output, reports included.
//   - error CODE: the input is refused with this code.
//   - finding RULE: contained, and an audit of the input reports this rule. The
//     names of rules are those of this module.
//
// Where the carrier is prompt, the payload is a whole rendered prompt in the
// fence grammar of this module, to be read and not to be wrapped. Where it is
// body, the payload is a whole edit context or ask body in JSON.
//
// Payloads that forge the fence of this module know its nonce: they use
// [Nonce]. Seal with that nonce to test against an attacker who has learned
// the secret.
//
// # Testing another fence
//
// A project tests its own fence with the vectors in four steps; the example of
// the package is the program.
//
//  1. Take [Vectors], and as many of [Generate] as there is time for. Leave out
//     those whose carrier is [Prompt] or [Body]: they are about this module's
//     grammar and contracts.
//  2. Put each payload through the fence, between two instructions, the way the
//     application does: with its cut, its templates and its truncation.
//  3. Read the prompt back with the reader that the application trusts. There
//     must be one block, where it was put, with the payload in it byte for byte,
//     and the canary must not stand outside. For inert, look for the payload as
//     it was sent; for verbatim, it has to be there.
//  4. Do it again with the marks of the fence in the hands of the author: write
//     the closing mark into payloads in the forms that the family fence-close
//     has, since the vectors cannot know other marks than common ones.
//
// To see whether such a test would notice, break the fence on purpose: leave one
// escape out, and the test has to fail. The command internal/cmd/mutants of this
// module does so for its own. docs/scoreboard.md has what the vectors find in
// twelve fences.
//
// A project in another language reads the files, whose format follows. Names and
// payloads of vectors do not change; new ones are added in any release.
//
// # File format
//
// One vector a file, named vectors/FAMILY/SLUG.vec. In ABNF, with the core
// rules of RFC 5234, text in quotes being case-sensitive, LF alone ending lines:
//
//	file      = expect family source carrier [canary] [note] encoding [gen] [final] LF body
//	expect    = "expect: " expectation LF
//	expectation = "contained" / "inert" / "roundtrip" / "verbatim" / "absent"
//	            / ("error " / "finding ") name
//	family    = "family: " name LF            ; equals the folder's name
//	source    = "source: " line LF            ; public reference of the fault or standard
//	carrier   = "carrier: " ("text" / "attribute" / "id" / "label" / "excerpt" / "title"
//	            / "code" / "tool" / "clipboard" / "filename" / "prompt" / "body") LF
//	canary    = "canary: " line LF            ; occurs in the payload
//	note      = "note: " line LF              ; what goes wrong in a fence that fails
//	encoding  = "encoding: " ("raw" / "escaped" / "base64") LF
//	gen       = "gen: " repeat *(SP repeat) LF
//	repeat    = "repeat " DQUOTE escaped-text DQUOTE SP count
//	count     = %x31-39 *DIGIT                ; at most MaxPayload
//	final     = "final-newline: keep" LF
//	name      = 1*(%x61-7A / DIGIT / "-")
//	line      = VCHAR *(*SP VCHAR)            ; printable ASCII, no space at the ends
//	body      = *OCTET                        ; the payload's first part, encoded
//
// Fields stand in this order and at most once; there is no other white space
// and there are no comments. The payload is the decoded body followed by the
// repeats in order, each its text count times.
//
// The last LF of the body belongs to the format. A raw or escaped payload part
// that itself ends in LF has "final-newline: keep", and then its own last LF is
// the file's last; without the field, the part does not end in LF. So each
// part has one spelling.
//
// Raw bodies are any bytes. Escaped bodies are ASCII: LF, TAB and printable
// characters stand for themselves, except the backslash, which is `\\`; any
// other character is `\u{X}` in upper-case hexadecimal without leading zeros,
// and a byte that is not part of valid UTF-8 is `\xNN`, 80 to FF. In a repeat,
// the double quote is `\"`, and LF is `\u{A}`. Base64 is that of RFC 4648 with padding,
// in lines of 76 characters.
//
// The format is not malleable: whatever [Parse] accepts, [Vector.Format] writes
// back to the same bytes.
//
// # Public collections
//
// [ReadPurpleLlama], [ReadNotInject], [ReadGarak], [ReadStrings],
// [ReadJSONLines], [ReadLines] and [ReadCSV] turn public collections of
// prompts into vectors. The collections themselves are not part of the module.
package corpus
