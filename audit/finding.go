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
	End     int64
	Pointer string // JSON pointer, where the file is JSON; print it with ringfence.PrintablePointer
	Message string // one line of printable ASCII, never text of the file
}

// MaxPerRule is how many findings of one rule are listed for one file. Whoever
// has read these knows the rest; a hostile file could have one for every byte.
const MaxPerRule = 20
