// Package approval asks a person before an effect that a policy lets through
// only with one.
//
// A [Gate] puts a [Question] to an [Approver] and turns a yes into a [Grant]; the
// host spends the grant when it acts. [Terminal] asks on the terminal device, or
// on another descriptor, and never on standard input, which belongs to the agent.
//
// # Guarantees
//
//   - A grant is for one request: it binds the request hash (op, payload, session
//     and sequence number are in it), the session, the sequence number and the
//     hash of the provenance. For anything else it is refused, and then spent.
//   - A grant is used once, also by concurrent callers, and not after its expiry.
//     The zero Grant, and a nil one, allow nothing.
//   - No answer is no: a timeout, an error, an approver that does not come back,
//     and everything but the exact answer deny.
//   - The whole payload is shown, escaped so that nothing in it can move the
//     cursor, hide, reorder, or look like the question itself. A payload that is
//     too long to be read by a person is denied and not shortened.
//   - Every question leaves a [Record], also when the answer was no.
//   - Nothing here reads a clock: the gate is given one.
package approval
