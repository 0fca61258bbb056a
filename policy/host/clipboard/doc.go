// Package clipboard reads and writes the clipboard of the system, or one in
// memory.
//
// [System] finds the clipboard of the desktop: xclip on X11, wl-clipboard on
// Wayland, pbcopy and pbpaste on macOS, PowerShell on Windows. [NewMemory] is a
// clipboard that nobody else sees, for hosts without a desktop; it is chosen by
// name and never fallen back to.
//
// # Guarantees
//
//   - A content is text or bytes, with its MIME type, exactly as it was put there:
//     nothing is trimmed, and no line end is changed, where the system's tool
//     leaves it alone (see the table).
//   - Get takes at most the bytes it is allowed, also of a clipboard of a gigabyte:
//     the program that hands them over is ended there, and [CodeTooLong] says so.
//   - Set returns when a reader gets what was set.
//   - Programs get their input on standard input, never as arguments, and end with
//     the context. What holds the selection of X11 or Wayland runs until the
//     content is replaced or the clipboard is closed.
//   - Errors are [ringfence.Error] values with a code of this package, and hold
//     nothing of the content. All types are safe for concurrent use.
//
// # What a system holds
//
//	            bytes that are no text    an empty text    held by
//	memory      yes                       yes              this process
//	X11         yes                       yes              xclip, until Close
//	Wayland     yes                       yes              wl-copy, until Close
//	macOS       no                        yes              the system
//	Windows     no                        no               the system
package clipboard
