// Package audit finds what is wrong with payloads and prompts: breaches of the
// contracts in edit contexts and ask bodies, faults in the structure of
// rendered prompts, what in data is there to deceive (characters, control tokens,
// delimiters, carriers, encodings), tool definitions and changes of them, answers
// that give away what their prompt held, policies, and logs of effects. Each rule
// has a stable id and is a documented value, see [Rules].
//
// # Guarantees
//
//   - A [Checker] either checks a body or says why it could not, in a
//     *ringfence.Error. A body that is not readable has no findings: "could not
//     be checked" is never "clean".
//   - Findings hold rule, place and a message that is written here. No message
//     holds text of the body. A JSON pointer can hold names of members and is
//     printed through ringfence.PrintablePointer.
//   - Nothing is reported of the title or the id of a withheld window, beyond
//     that a title was sent, and nothing of the kind and the id of an item.
//   - No text in a body can switch a rule off or make it milder. Source text, in
//     which tokens are notes, is told by its place or the name of its file.
//   - What stands under an encoding is reported with the chain that led to it, and
//     never shown.
//   - The same body gives the same findings in the same order: by byte offset,
//     then by rule. There are at most [MaxPerRule] of a rule, and one more that
//     says how many were left out.
//   - Time and memory grow linearly with the body, which is capped. No input
//     panics.
//
// What is certain is an error or a warning. What is a guess, such as wording
// that sounds like an instruction, is a note: ordinary text is full of it.
package audit
