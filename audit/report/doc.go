// Package report writes what an audit found: one stream of findings, many
// sinks.
//
// # Guarantees
//
//   - No sink prints text of a body, unless a finding has a [Snippet]; a run makes
//     none by default. Names of files and snippets are escaped for the format and
//     for terminals, and no line of a report begins as a command of a CI system
//     does.
//   - The same stream gives the same bytes. No clock, no map order.
//   - Text, JSON Lines, JSON, SARIF, JUnit and Markdown need memory that does not
//     grow with the number of findings; what has to come after something else is
//     spooled to a temporary file.
//   - JSON and JSON Lines can be read back, see [Read], and give every other
//     format as if it had been written at once. A report that breaks off is an
//     error, never a shorter report.
//   - Fingerprints identify a finding by what was found and not by where. They are
//     hashes: whoever can guess the text can confirm the guess, and nobody can
//     read it from them. Nothing of a withheld window or of the kind and the id
//     of an item goes into one.
package report
