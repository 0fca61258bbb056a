package ringfence

// Trust says whose words a text holds, from the least to the most. Trusts are
// ordered: compare them with < and min. The zero value is the least.
type Trust uint8

const (
	// Untrusted is text from a screen, a record, a file, a tool or the network.
	Untrusted Trust = iota
	// Derived is a model's earlier words. They have no more authority than the
	// least trusted block of the prompt they came from.
	Derived
	// Request is the user's own words: fenced so that their end is certain,
	// meant to be followed, and never an authorisation by themselves.
	Request
	// Instruction is text that the application's authors wrote.
	Instruction
)

var trustNames = [...]string{"untrusted", "derived", "request", "instruction"}

// String returns the name used in reports: untrusted, derived, request or
// instruction.
func (t Trust) String() string {
	if int(t) < len(trustNames) {
		return trustNames[t]
	}
	return trustNames[Untrusted]
}
