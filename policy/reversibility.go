package policy

// Reversibility says what it takes to undo an effect, from the least to the
// most. Classes are ordered: compare them with < and max. A request whose class
// is not known counts as [Outward].
type Reversibility uint8

const (
	// NoEffect is the class of nothing, such as a session that did nothing yet.
	NoEffect Reversibility = iota
	// Read changes nothing: reading the clipboard, asking a person for a path,
	// polling, tasks that only look.
	Read
	// Reversible can be undone with what is at hand: a subscription, a cancelled
	// task, text that a task returns to replace other text.
	Reversible
	// Irreversible loses what was there before: the content of the clipboard, a
	// file that a task writes.
	Irreversible
	// Outward runs code that nothing here describes, or leaves the machine:
	// plugins, and tasks that run the workspace's code.
	Outward
)

var reversibilityNames = [...]string{"none", "read", "reversible", "irreversible", "outward"}

// String returns none, read, reversible, irreversible or outward.
func (r Reversibility) String() string {
	if int(r) < len(reversibilityNames) {
		return reversibilityNames[r]
	}
	return reversibilityNames[Outward]
}

// ParseReversibility returns the class of a name other than none.
func ParseReversibility(name string) (Reversibility, bool) {
	for i, n := range reversibilityNames {
		if n == name && i > 0 {
			return Reversibility(i), true
		}
	}
	return Outward, false
}
