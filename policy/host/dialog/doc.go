// Package dialog asks a person for paths: on the desktop with zenity, on a
// terminal, or nobody.
//
// [Zenity], [Terminal] and [Headless] are dialogs. [Within] holds a path to
// folders, on the file system.
//
// # Guarantees
//
//   - What a dialog shows comes from a model. Titles, names of filters and of
//     files are text of one line without control, bidirectional and invisible
//     characters ([Request.Check] says what is refused, and the rest is shown
//     escaped), and each goes to a program as one argument --option=value, so
//     that none becomes an option or markup.
//   - A name that is offered is one element of a path.
//   - Filters and Multi hold for what is returned, whatever the program says: one
//     path where one was asked for, and to open only names that a filter takes.
//   - Nothing but a whole answer counts: a dialog that was closed, or ended with
//     its context, chose nothing.
//   - [Within] follows links itself, inside one folder that it opened, and says
//     where a path really leads. A link that leads out is an error.
//   - Errors are [ringfence.Error] values with a code of this package, and hold no
//     path. All types are safe for concurrent use.
//
// A path that was chosen is not a right to it: what is at the path can change
// before it is used, so whoever uses it opens it through os.Root again.
package dialog
