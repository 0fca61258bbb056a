//go:build mutants

package main

// A fault is what is wrong with the fence of the model. The comment says what
// a fence with it does.
type fault string

const (
	noFault fault = sound

	// The fence lines.
	markerOfLength  fault = "marker-from-length"  // the nonce is made from the length of the text
	markerOfContent fault = "marker-from-content" // the nonce is a hash of the text
	markerRedrawn   fault = "marker-redrawn"      // every block has a new nonce, from a counter
	ordinalMissing  fault = "ordinal-missing"     // every block has the number 1
	ordinalSkipped  fault = "ordinal-not-closed"  // the closing line has another ordinal
	headerData      fault = "header-with-data"    // the first word of the text is in the fence line
	headerLength    fault = "header-with-length"  // its length is
	closeNoLF       fault = "close-joins-text"    // a text that ends in LF gets no other
	emptyNoLF       fault = "empty-without-lf"    // an empty text has no line

	// What is escaped.
	shapesKept       fault = "shapes-kept"          // fence-shaped text stands raw
	shapesCase       fault = "shapes-case"          // only in lower case
	shapesASCII      fault = "shapes-fullwidth"     // only in ASCII: fullwidth is ignored
	shapesCloseOnly  fault = "shapes-close-only"    // only closing lines
	shapesOneWord    fault = "shapes-one-word"      // only the word of untrusted data
	shapesLineStart  fault = "shapes-line-start"    // only at the start of a line
	shapesOwnNonce   fault = "shapes-with-nonce"    // only with the nonce of the conversation
	nonceKept        fault = "nonce-kept"           // the nonce stands raw
	nonceCase        fault = "nonce-case"           // only in lower case
	nonceRaw         fault = "nonce-raw-only"       // only when nothing is between its characters
	nonceOnce        fault = "nonce-once"           // only the first time
	tokensKept       fault = "tokens-kept"          // control tokens stand raw
	tokensASCII      fault = "tokens-fullwidth"     // only in ASCII
	tokensDeleted    fault = "tokens-deleted-once"  // deleted, and not looked for again
	tokensOnce       fault = "tokens-first-only"    // only the first one
	tokensNoOverlap  fault = "tokens-no-overlap"    // not those that begin inside of another
	tokensNoShapes   fault = "tokens-list-only"     // not the shapes that no list has
	tokensTail       fault = "tokens-last-char"     // the last character is escaped, not the first
	controlsKept     fault = "controls-kept"        // C0, C1 and DEL stand raw
	crKept           fault = "cr-ignored"           // a CR stands raw
	crDropped        fault = "cr-dropped"           // CR LF becomes LF and nothing says so
	crlfAny          fault = "crlf-any"             // one CR LF makes all line feeds CR LF
	bidiKept         fault = "bidi-kept"            // bidi controls stand raw
	tagsKept         fault = "tags-kept"            // tag characters stand raw
	invisibleKept    fault = "invisible-kept"       // zero-width characters stand raw
	variationKept    fault = "variation-kept"       // variation selectors stand raw
	separatorKept    fault = "separator-kept"       // line and paragraph separators stand raw
	privateKept      fault = "private-use-kept"     // private use stands raw
	unassignedKept   fault = "unassigned-kept"      // characters of no meaning yet stand raw
	nonCharacterKept fault = "noncharacter-kept"    // noncharacters stand raw
	markKept         fault = "opening-mark-kept"    // a mark that opens a line stands raw
	joinersEscaped   fault = "joiners-escaped"      // emoji sequences fall apart
	wideEscaped      fault = "non-ascii-escaped"    // everything that is not ASCII is escaped
	bracketsEscaped  fault = "angle-escaped"        // every < is escaped
	bytesReplaced    fault = "bytes-replaced"       // a byte that is not UTF-8 becomes U+FFFD
	bracketKept      fault = "escape-not-injective" // the bracket of the escape stands raw
	escapeLower      fault = "escape-lower-case"    // escapes have lower-case digits
	escapeShort      fault = "escape-short"         // escapes have as few digits as can be
	escapeEntity     fault = "escape-entity"        // escapes are entities, and & stands raw
	escapeDropped    fault = "escape-dropped"       // what may not stand raw is left out
	escapeDoubled    fault = "escape-doubled"       // an escape is written twice

	// Where a text is cut.
	cutAfter   fault = "cut-after-escape" // the payload is cut and not the text
	cutFence   fault = "cut-after-fence"  // the block is cut with its closing line
	cutBytes   fault = "cut-in-character" // a character is cut in two
	cutTrimmed fault = "text-trimmed"     // white space at the ends is lost

	// What is read.
	readAnyNonce     fault = "read-any-nonce"     // the nonce is not checked
	readSecondNonce  fault = "read-second-nonce"  // a second nonce in a message is accepted
	readAnyOrdinal   fault = "read-any-ordinal"   // ordinals need not rise
	readSameOrdinal  fault = "read-same-ordinal"  // an ordinal can come twice
	readNested       fault = "read-nested"        // a block in a block is text
	readUnterminated fault = "read-unterminated"  // a block may end with the message
	readClosedTwice  fault = "read-closed-twice"  // a closing line without a block is text
	readAnyKey       fault = "read-any-key"       // an unknown field is passed over
	readAnyKind      fault = "read-any-kind"      // an unknown kind is
	readShapeInside  fault = "read-shape-inside"  // fence-shaped text in a payload is text
	readAnyBracket   fault = "read-any-bracket"   // a bracket that starts no escape is text
	readLowerCase    fault = "read-lower-case"    // lower-case digits are read
	readZeros        fault = "read-zeros"         // leading zeros are read
	readSurrogates   fault = "read-surrogates"    // surrogates become U+FFFD
	readASCIIBytes   fault = "read-ascii-bytes"   // byte escapes below 80 are read
	readNoLine       fault = "read-no-line"       // a close may follow its open directly
	readOrdinalZero  fault = "read-ordinal-zeros" // an ordinal may be or begin with zero
	readTrimmed      fault = "read-trimmed"       // a line feed at the end of a text is lost
	readCRLF         fault = "read-crlf-ignored"  // eol=crlf is passed over
	readPartly       fault = "read-partly"        // blocks before a fault are returned
	readOtherClose   fault = "read-other-close"   // any closing line closes
)

// faults are all of them, the fence without one first.
var faults = []fault{
	noFault,
	markerOfLength, markerOfContent, markerRedrawn, ordinalMissing, ordinalSkipped, headerData, headerLength, closeNoLF, emptyNoLF,
	shapesKept, shapesCase, shapesASCII, shapesCloseOnly, shapesOneWord, shapesLineStart, shapesOwnNonce,
	nonceKept, nonceCase, nonceRaw, nonceOnce,
	tokensKept, tokensASCII, tokensDeleted, tokensOnce, tokensNoOverlap, tokensNoShapes, tokensTail,
	controlsKept, crKept, crDropped, crlfAny, bidiKept, tagsKept, invisibleKept, variationKept, separatorKept, privateKept,
	unassignedKept, nonCharacterKept, markKept, joinersEscaped, wideEscaped, bracketsEscaped, bytesReplaced,
	bracketKept, escapeLower, escapeShort, escapeEntity, escapeDropped, escapeDoubled,
	cutAfter, cutFence, cutBytes, cutTrimmed,
	readAnyNonce, readSecondNonce, readAnyOrdinal, readSameOrdinal, readNested, readUnterminated, readClosedTwice, readAnyKey,
	readAnyKind, readShapeInside, readAnyBracket, readLowerCase, readZeros, readSurrogates, readASCIIBytes, readNoLine,
	readOrdinalZero, readTrimmed, readCRLF, readPartly, readOtherClose,
}
