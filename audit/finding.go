package audit

// Finding is one breach of a rule, at one place.
type Finding struct {
	Rule     string // id, see RuleByID
	Severity Severity
	File     string // as given to Check
	// Offset is the byte offset in the file, or ringfence.NoOffset. Line and
	// Column say the same, from 1, a column being a byte; both are 0 without an
	// offset. They are places in the file and move with the length of whatever
	// stands before them, hidden text included; nothing else here depends on it.
	Offset       int64
	Line, Column int
	// End is the byte offset in the file just behind what was found, for a
	// caret line; ringfence.NoOffset where only the beginning is known. It is
	// never before Offset, and not part of what identifies a finding.
	End int64
	// Pointer is a JSON pointer, where the file is JSON; print it with
	// ringfence.PrintablePointer. Nonces in it are masked, and one of more than
	// 2 KiB has a digest in place of its middle.
	Pointer string
	Message string // one line of printable ASCII, never text of the file
	// Evidence is a digest of all that the finding stands for: of each hit where
	// it stands for several, and of all that are left out where it counts those.
	// It changes when a hit is added, altered or removed, and not with places. It
	// is "" where nothing but the place is known and of what no report may hold:
	// a window of an ask body. Whoever can guess the text can confirm the guess.
	Evidence string
}

// MaxPerRule is how many findings of one rule are listed for one file. Whoever
// has read these knows the rest; a hostile file could have one for every byte.
const MaxPerRule = 20
