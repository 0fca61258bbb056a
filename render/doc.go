// Package render makes prompts: it takes instructions and data as parts, seals
// the data into fences, fits everything to a token budget and returns a
// [Prompt] with its messages, a span map, a report and the provenance.
//
// # Guarantees
//
//   - Instructions are constants of the program: [Text] does not compile with a
//     variable. What is not UTF-8 is refused. Their bytes depend on the parts and
//     the configuration, never on data, on what was empty or on what fitted.
//   - No byte of data stands outside a block, and [fence.Nonce.Scan] finds
//     exactly the blocks that were sealed.
//   - The text, counted as a whole, never exceeds the limit; that of a [Session]
//     is all its turns, also after it was stored and read back. What is mandatory
//     (instructions, the request) is there whole, or there is an error.
//   - A larger limit never drops a block that a smaller one kept.
//   - A withheld window leaves no trace; the kind and id of a context item are
//     never rendered.
//   - Same parts, configuration and nonce: same bytes.
//
// # Messages
//
// Instructions before the first data part make the system message, after
// [fence.Guide]; everything else is one user message in the order given.
//
// A [Renderer] and a [Prompt] are safe for concurrent use.
package render
