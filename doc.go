// Package ringfence stands between an application and a language model, in
// both directions.
//
// Inbound, anything that came from a screen, a record, a file, a tool or a
// model is data. It reaches a prompt only inside a fence that it cannot close,
// exact or visibly escaped, within a token budget that is proved. Outbound,
// what a model asks for is an effect, and happens only if a policy allows it,
// knowing what data was in the prompt.
//
// This package holds the few types that every other package shares: [Data]
// (untrusted text), [Key] (an identifier that may be compared and never
// shown), [Trust] and [Provenance] (who is behind the words of a prompt) and
// [Error] (what was wrong with an input, and where).
//
// # Packages
//
//   - contract decodes edit contexts and ask bodies, strictly.
//   - fence seals data into blocks and scans them back.
//   - budget counts tokens and decides what fits.
//   - render puts the three together: parts in, a Prompt out.
//   - policy decides what a model may do, and logs what was done.
//   - audit finds what is wrong with payloads and prompts.
//   - corpus holds adversarial vectors for testing this and other fences.
//
// # Guarantees
//
// Each is a named test, a fuzz property and a numbered section of SPEC.md.
//
//  1. Non-interference: instruction bytes, the nonce masked, depend on the
//     parts passed and the configuration, never on data.
//  2. Containment: scanning a rendered prompt finds exactly the blocks that
//     were sealed; no byte of data lies outside a block.
//  3. Fidelity: scanned data equals sealed data, byte for byte.
//  4. Inertness: inside a fence no control token of a model family and no
//     invisible character stands unescaped.
//  5. Budget: the rendered text, counted as a whole, never exceeds the limit.
//  6. Withholding: a window that was withheld and never shown leaves no trace.
//  7. Determinism: same input, configuration and nonce, same bytes.
//  8. Linear cost, on hostile input too.
//
// What is not claimed: a fence does not stop a model from obeying well-fenced
// plain language. Fences are provenance cues and not a security boundary; what
// an agent may do has to be bounded where it acts. See SECURITY.md.
package ringfence
