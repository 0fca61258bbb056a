// Package spotlight holds transforms that keep quoted text visibly quoted on
// every line or at every word: a prefix, a datamark, an encoding. They are
// layered under the escape of a fence, which is what contains the text; a
// transform claims no more than the fence does.
//
// Guarantees:
//   - Each transform is lossless and has one result for a text; its inverse
//     accepts that result alone, so different texts never look the same.
//   - White space is never dropped, joined or replaced.
//   - Time and output are linear: see [MaxPrefix], [MaxDatamark], [MaxBase64].
//
// The package works on any bytes, invalid UTF-8 included, imports nothing of
// this module and is safe for concurrent use.
package spotlight
