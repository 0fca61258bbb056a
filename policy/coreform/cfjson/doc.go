// Package cfjson writes CoreForm terms as JSON and reads them back, for programs
// that have JSON and no reader of CoreForm.
//
// # Mapping
//
//	nil, true, false       null, true, false
//	integer                a number, when its absolute value is at most 2^53-1;
//	                       else {"$int": "digits"}
//	string                 a string
//	bytes                  {"$bytes": "standard base64 with padding"}
//	symbol                 {"$sym": "name"}
//	list                   {"$list": [item, …]}
//	vector                 [item, …]
//	map                    an object, when every key is a symbol that does not
//	                       begin with "$": names of keys are those of the symbols,
//	                       the colon included; else {"$map": [[key, value], …]}
//
// # Guarantees
//
//   - Lossless: [Parse] of what [Append] wrote is the same term.
//   - One writing: Append writes one line of JSON without white space,
//     objects in the order of terms, and Parse takes no other writing of a term
//     than a reordering, white space, or other escapes: a map that could be an
//     object is not taken as "$map", nor a small integer as "$int".
//   - Strict: one value and nothing behind it, UTF-8, no name twice, no fraction,
//     no exponent, no minus zero, nesting at most [coreform.MaxDepth].
//   - Errors are [ringfence.Error] values with a code of this package, the byte
//     offset, and no text of the input. Cost is linear.
package cfjson
