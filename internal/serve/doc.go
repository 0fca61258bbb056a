// Package serve answers over HTTP what promptcheck answers on a command line, so
// that programs in other languages use the same engine: it renders prompts,
// checks bodies, and is the guardrail that model gateways call before a request
// and after a response.
//
// # Guarantees
//
//   - What could not be checked is never reported as clean. A guardrail hook whose
//     body cannot be read, is too long, comes too late or without the token is
//     answered with a rejection, not with an error that a gateway may be
//     configured to ignore. [Observe] is the one mode that never blocks.
//   - Nothing of a body is kept, logged or exported. Spans and metrics hold the
//     ids of rules, severities, counts, sizes and times.
//   - The server is stateless. A prompt has a fresh nonce unless the caller, who
//     keeps the conversation, sends the one of an earlier answer.
//   - A page in a browser cannot use the server: requests with an Origin are
//     refused, and so is a Host that is no loopback name unless [Config.Exposed].
//   - Bodies, headers, connections and work in progress have limits. Reading,
//     working and writing have deadlines. A panic costs one request.
//   - What a mask changes can be undone: it is the escape of package fence.
//
// A Server is safe for concurrent use.
package serve
