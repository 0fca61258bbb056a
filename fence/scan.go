package fence

import "github.com/ringfence/ringfence"

// Scan returns the blocks of text, which is one message or a whole prompt, and
// checks that they are consistent: one nonce, rising ordinals, every fence line
// in the grammar, every block closed, every escape canonical. The error is a
// *[ringfence.Error] for the first fault, and then there are no blocks.
//
// Scan cannot know that the nonce is the right one: a text that was forged
// whole is consistent. An application that knows its nonce uses [Nonce.Scan].
// The data of a block without escapes shares memory with text.
func Scan(text string) ([]Block, error) {
	var s Scanner
	return s.Scan(text)
}

// Scan is like the function [Scan] and also demands that the nonce is n.
func (n Nonce) Scan(text string) ([]Block, error) {
	s := NewScanner(n)
	return s.Scan(text)
}

// Scanner scans the messages of one conversation, one after the other: the
// nonce stays and ordinals go on rising. The zero value takes the nonce of the
// first block. A Scanner belongs to one goroutine; after an error it scans no
// further.
type Scanner struct {
	in  inspector
	err error
}

// NewScanner returns a scanner that accepts the given nonce only.
func NewScanner(n Nonce) *Scanner {
	if n.IsZero() {
		return &Scanner{err: &ringfence.Error{
			Code: CodeNonce, Message: "scanning for a nonce needs one", Offset: ringfence.NoOffset,
			Hint: "use the function Scan when the nonce is not known",
		}}
	}
	return &Scanner{in: inspector{nonce: n}}
}

// Scan returns the blocks of the next message.
func (s *Scanner) Scan(message string) ([]Block, error) {
	if s.err != nil {
		return nil, s.err
	}
	s.in.blocks, s.in.faults = nil, nil
	s.in.message(message)
	if len(s.in.faults) > 0 {
		s.err = s.in.faults[0].err()
		return nil, s.err
	}
	return s.in.blocks, nil
}
