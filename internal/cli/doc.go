// Package cli is the command promptcheck, as a type that takes its streams and
// arguments as values.
//
// # What holds for every command
//
//   - The result goes to standard output (or to the file that -o names), what
//     there is to say about it to standard error, as "promptcheck: …" and
//     "hint: …".
//   - Exit status: [ExitClean], [ExitFindings], [ExitUnchecked], the highest that
//     applies, whatever the output format. A result that could not be written is
//     [ExitUnchecked].
//   - Files are read up to a limit (--max-bytes) and never further. A folder is
//     walked in the order of names, without following symbolic links. What is not
//     a regular file is not opened.
//   - A file that is written replaces the old one whole, or not at all. A check
//     that a signal ends leaves nothing beside it. A device, or a pipe of this
//     user, that -o names is written as it is.
//   - Nothing is read but what the arguments name: no configuration file, no
//     network but the address that serve listens on, and no environment variable
//     but TMPDIR, where a report with many findings is put together, and where host
//     is: what its clipboard and dialogs need to find the desktop, and what a policy
//     gives to bridges and tasks.
//
// # Untrusted text in output
//
// Names of files, texts and titles come from outside. In reports and messages
// they are shown by visible: printable text as it is, everything that could
// move a cursor, hide or reorder text as an escape, and "##" broken. A line of
// data in text output begins with "| ", so that no line of a report begins as a
// CI system's command does ("::command::"). JSON escapes the same characters.
// The one exception is the result of render, which is the prompt byte for byte;
// its data was escaped when it was sealed.
package cli
