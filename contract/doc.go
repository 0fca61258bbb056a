// Package contract decodes what producers send: edit contexts (versions 0.1
// and 0.2) and the context of a chat turn. It holds wire types and strict
// decoding, and nothing that renders.
//
// # Guarantees
//
//   - A body is one JSON value and nothing else. Duplicate names, trailing
//     text, nesting over a cap and lists over a cap are typed errors that name
//     the place; nothing is shortened.
//   - Names are matched exactly. A name that differs from a known one only in
//     case or by look-alike letters is unknown, except in a window entry, where
//     it is an error: a misspelled "withheld" would show what the user hid.
//   - Every text is [ringfence.Data] and every identifier that must never be
//     shown is a [ringfence.Key]. Nothing that this package returns holds the
//     title or the id of a withheld window.
//   - What is unusual and still readable is a [Note], never a silent change:
//     unknown fields, invalid UTF-8, over-long texts, author-controlled ids.
//   - An error is always a *[ringfence.Error] and the value beside it is nil.
//     Errors and notes hold no text of the body, except names of members in a
//     JSON pointer.
//   - Time and memory grow linearly with the body, which is capped, whatever
//     the body holds. No input panics.
//
// # Order of judgement
//
// The size comes first, then JSON syntax over the whole body: half a value,
// trailing text, depth and duplicate names. Only a body that is unambiguous
// JSON has a version, so a duplicate name is reported before an unsupported
// version, and an unsupported version ([ErrVersion]) before anything else.
package contract
