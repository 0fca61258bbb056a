package effectlog

import (
	"fmt"

	"github.com/ringfence/ringfence"
)

// Severity says how bad a finding is.
type Severity uint8

// Severities, in order.
const (
	Note    Severity = iota // worth knowing, as that nothing chains a published log
	Warning                 // what a crash leaves, or what a log should not hold
	Fault                   // the log is not what was written, or never was right
)

// String returns note, warning or error.
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	default:
		return "error"
	}
}

// Finding is one thing to say about a log.
type Finding struct {
	Severity Severity
	Code     ringfence.Code
	Message  string // one line of printable ASCII
	Offset   int64  // byte of the log, or ringfence.NoOffset
	Pointer  string // of the field, from the record or the map, may be empty
	Record   int    // of a journal, from 0, or -1
	Entry    int    // from 0, or -1
	// Want and Got are both sides of what does not agree, printable ASCII, may
	// be empty.
	Want, Got string
}

// String returns one line.
func (f Finding) String() string {
	s := f.Severity.String() + ": " + f.Message
	if f.Pointer != "" {
		s += " at " + ringfence.PrintablePointer(f.Pointer)
	}
	if f.Record >= 0 {
		s += fmt.Sprintf(", record %d", f.Record)
	}
	if f.Entry >= 0 {
		s += fmt.Sprintf(", entry %d", f.Entry)
	}
	if f.Offset >= 0 {
		s += fmt.Sprintf(" (byte %d)", f.Offset)
	}
	if f.Want != "" || f.Got != "" {
		s += ": want " + f.Want + ", got " + f.Got
	}
	return s + " [" + string(f.Code) + "]"
}

// MaxFindings is how many findings are listed: a log that is wrong throughout
// needs no more to be told so.
const MaxFindings = 100

// findings gathers what there is to say, up to MaxFindings.
type findings struct {
	list  []Finding
	worst Severity
}

func (f *findings) add(v Finding) {
	f.worst = max(f.worst, v.Severity)
	switch {
	case len(f.list) < MaxFindings-1:
		f.list = append(f.list, v)
	case len(f.list) == MaxFindings-1:
		f.list = append(f.list, Finding{
			Severity: v.Severity, Code: FindMore, Message: "there is more, which is not listed",
			Offset: v.Offset, Record: v.Record, Entry: v.Entry,
		})
	default:
		last := &f.list[MaxFindings-1]
		last.Severity = max(last.Severity, v.Severity)
	}
}
