// Package effectlog keeps the record of a run: what was asked, what was decided
// and why, and what came of it, so that anybody can see later what happened, that
// the record is whole, and what the same requests would answer.
//
// A [Journal] is written while the run goes on; [Export] turns it into the
// published log (.gclog, version 3); [Verify] and [Check] judge both; a [Replay]
// answers requests from either, with the host unreachable; a [Store] holds
// responses that are too long for a log.
//
// # Guarantees
//
//   - Log before effect. [Journal.Intent] returns after the intent was written
//     (and, with [SyncIntents], is on the disk). If it returns an error, the
//     effect must not happen; after a failed write every later intent fails.
//   - A crash leaves a log that says what was in flight: an intent without an
//     outcome may have happened. A record cut by the crash is recognised, and
//     [Recover] keeps the log going behind it without hiding it.
//   - Chained. Every record holds the hash of the one before, over all its bytes:
//     op, payload, decision, capability, rule, approver, approval, policy and
//     provenance hash, response. With the head hash (or, for a keyed journal, the
//     key) any change to a log is found; without, any change that does not
//     rewrite all that follows. The end of a journal is a record of its own.
//   - Replay. Every field of a request that was given is compared; the first
//     divergence is an error that shows both sides. A log with an error in it is
//     not replayed.
//   - No secret of the host: a capability holds only symbols, numbers and
//     booleans; a rule, an approver or a session that holds a path is refused;
//     nothing here reads the environment. Payloads and responses are kept, since
//     a replay needs them: a log is as sensitive as they are, and its file is
//     readable by its owner alone.
//   - No clock and no randomness: equal runs of one session give equal bytes.
//   - Names of artifacts are 64 hexadecimal digits, looked up in a store that the
//     caller opened, never one that a log names. What is read is verified.
//
// What is read from a log is text from outside: [Finding.Message] and the sides
// of a [Divergence] are printable ASCII with what the log said escaped.
//
// The format of the journal is normative in docs/effect-log.md.
package effectlog
