// Package html writes what an audit found as one page that needs nothing else:
// the prompt with a colour for each region of trust, the findings beside it,
// what the budget was used for, and what changed since the turn before.
//
// # Guarantees
//
//   - The page asks for nothing: a policy in its head (see [Policy]) forbids
//     every request, every frame and form, and every style and script but the
//     two that are in it, which are named by their hash.
//   - Everything from outside stands on the page as escaped text. No element and
//     no attribute depends on data: both are closed sets of the template. The
//     page is well-formed XML as well as HTML, so that any parser sees the same
//     elements.
//   - Control, bidirectional, invisible and other characters that must not stand
//     raw in a payload are written as their code point in a marked element,
//     where they have no effect.
//   - Unless [Page.Show] is set, no text of a file and no payload is on the page:
//     only lengths, line structure and the code points of what is invisible, and
//     hashes that are keyed with the nonce, or none where the nonce is no secret
//     (see [Prompt.Unkeyed]). The nonce is masked always.
//   - Of windows that are withheld there is a count, and no way to pass more.
//   - The same input gives the same bytes. There is no clock and no random value.
//   - Time, memory and the size of the page grow linearly with the input, up to
//     the limits below; what a limit leaves out is counted in a line that says so.
//
// The page works without its script, with a keyboard alone, in a dark scheme and
// on paper.
//
// All functions are safe for concurrent use.
package html
