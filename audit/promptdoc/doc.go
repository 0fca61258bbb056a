// Package promptdoc reads prompts as they are written to files: plain text, the
// JSON of "promptcheck render", the array of role and content that chat interfaces
// take, their requests, and the results of tools. It says where each text stands in the file, so that whoever
// finds something in a text can point at its bytes.
//
// # Guarantees
//
//   - Nothing that looks like one of the JSON forms is ever read as plain text.
//   - JSON is strict: duplicate names, trailing text, nesting over the limit,
//     invalid UTF-8 and half surrogate pairs are errors.
//   - What is in a message and is not text is listed, never passed over; the
//     strings in it, and all others of the file, are there for whoever asks.
//   - An error is a *ringfence.Error that holds no text of the file but names of
//     members, in its pointer.
//   - Reading takes time and memory linear in the file.
//
// All functions are safe for concurrent use.
package promptdoc
