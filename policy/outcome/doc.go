// Package outcome holds what an effect came to: data, or a sealed ERROR.
//
// # Guarantees
//
//   - An ERROR is sealed: it is another kind of [Outcome] and never a shape of
//     data. A bridge, a task or a clipboard whose answer looks like an ERROR map
//     has answered with data, and stays that, in the log and in a replay.
//   - The zero Outcome is neither: it cannot be logged, and whoever asks it for
//     data or a failure gets none.
//   - [Outcome.Hash] is the published hash of the value (interop, "Hashes"), so
//     that data and an ERROR of the same print have different hashes.
//   - Messages of an [Error] are written by this module. What came from outside
//     is in the context, if anywhere, and is data wherever it is shown.
//
// All functions are pure and safe for concurrent use.
package outcome
