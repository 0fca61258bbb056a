// Package patch makes, reads and applies unified diffs.
//
// [Diff] makes one from files before and after, [Parse] reads one, [File.Apply]
// applies the part about one file to text, and [Target.Apply] a whole one to a
// folder.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - Exact. A hunk applies at the line that it names and where every line of it
//     is what is there, byte for byte, line ends included; nothing is moved or
//     guessed. Applying what Diff made gives the new text, and its reverse the old
//     one, for any bytes.
//   - Strict. What is not in the grammar of docs/agent-actions.md is an error with
//     a byte offset: text between files, counts that do not add up, a file twice,
//     renames, modes and binary parts.
//   - All or nothing. A patch that cannot be applied to every file changes none.
//     Each file is written beside its place and renamed into it.
//   - A crash leaves no half: an undo record is on the disk before the first file
//     changes, and [Recover] puts back what a record says.
//   - Nothing of others is lost: a file that somebody changed since is not
//     overwritten when a patch is undone. It is reported, and its former content
//     stays in the record.
//   - Confined. Files are reached through os.Root, without symbolic links. Hard
//     links, files with special modes and files that nobody may write are refused,
//     as is every path that the caller does not allow; the zero Target allows none.
//   - Linear. A diff takes time linear in the texts: where the shortest one would
//     take longer, a longer one is made.
//
// Functions are safe for concurrent use; of one folder only one patch is applied
// at a time, and the caller sees to that. [Lock] keeps other processes out of a
// folder of undo records.
package patch
