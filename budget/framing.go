package budget

// Framing is what a provider adds to the texts of messages: the tokens that
// mark where a message begins, whose it is and where it ends, and those that
// begin the answer. Package models lists what is known of it. A provider's
// framing of tools, images or names is not in it: add it to Limit.Reserve.
type Framing struct {
	// PerMessage is the tokens around one message, its role included.
	PerMessage int
	// PerPrompt is the tokens once a prompt: at its beginning, and before the
	// answer.
	PerPrompt int
}

// Tokens returns the tokens that a number of messages takes. What is negative
// counts as none.
func (f Framing) Tokens(messages int) int {
	n, each := max(f.PerPrompt, 0), max(f.PerMessage, 0)
	if m := max(messages, 0); each > 0 && m > (maxCount-n)/each {
		return maxCount // no limit has room for it
	}
	return n + max(messages, 0)*each
}

// Framed returns the limit with the framing of a number of messages added to
// its Reserve. Validate refuses the result where nothing is left.
func (l Limit) Framed(f Framing, messages int) Limit {
	l.Reserve = add(max(l.Reserve, 0), f.Tokens(messages)) + min(l.Reserve, 0)
	return l
}
