// Package watch reports what changed in a folder: the difference of two
// snapshots, taken when somebody asks.
//
// [New] subscribes, [Watch.Poll] returns what changed since the last poll,
// [Watch.Wait] waits until there is something to poll.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - The snapshot is the truth. A poll finds every change, whether the system
//     told of it or not; notifications only wake a Wait. There is no event
//     without a difference.
//   - Nothing is lost. Where a poll has more events than fit, the others come
//     with the next ones; a change that was undone in between is none.
//   - Order is fixed: creates and modifies together by path, bytewise, then
//     deletes by path.
//   - A change counts also when size and times stay the same: identity and
//     change time are compared, and the content of files that were written so
//     shortly before a snapshot that their time cannot tell.
//   - Only what lies below the root is read. Symbolic links are neither followed
//     nor reported; folders are entered by what they are and not by their name,
//     so that a folder that is exchanged for a link during a snapshot is left out.
//   - Only regular files are reported. A pipe or a device is not opened.
//   - Limits are errors and never a shorter answer: a snapshot that is not whole
//     is not compared.
//   - A root that is deleted, moved or exchanged gives a delete for every file.
//     After these every poll is an error with [CodeGone].
//
// A Watch is safe for concurrent use. It runs nothing until Wait is first called,
// and nothing after Close.
package watch
