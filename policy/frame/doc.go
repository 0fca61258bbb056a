// Package frame writes and reads the frames in which capability requests,
// responses and the records of a journal travel: the decimal length of the
// payload in bytes, a line feed, the payload.
//
// # Guarantees
//
//   - Strict: a header is 0 or one to nine digits without a leading zero, then
//     LF; exactly that many bytes follow, and they are UTF-8. There is one
//     writing of every frame.
//   - A length over the limit is an error before anything is allocated for it,
//     and memory follows what was received, never what was announced.
//   - Errors are [ringfence.Error] values with a code of this package and the
//     offset of the byte they are about; the payload beside an error is nil.
//
// The example in the published protocol, "17\n{:ok true :id \"x\"}", announces a
// byte too few and is an error here.
package frame
