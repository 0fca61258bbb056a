package audit

// Severity says how sure a rule is that something is wrong.
type Severity uint8

// The severities, from the least.
const (
	// Note is worth knowing and can be entirely in order.
	Note Severity = iota
	// Warning breaks a rule that a well-behaved producer keeps.
	Warning
	// Error is a breach of a MUST, or of the structure of a prompt.
	Error
)

var severityNames = [...]string{"note", "warning", "error"}

// String returns note, warning or error.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return ""
}

// ParseSeverity is the inverse of String.
func ParseSeverity(s string) (Severity, bool) {
	for i, name := range severityNames {
		if s == name {
			return Severity(i), true
		}
	}
	return Note, false
}
