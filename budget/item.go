package budget

import "github.com/ringfence/ringfence"

// CodeItem: an item has a Cut and no form that is not empty. Without a
// smallest form it cannot be said, independent of the limit, whether the item
// fits.
const CodeItem ringfence.Code = "item-form"

// Item is one segment of a prompt: an instruction paragraph, or a whole fenced
// block. Items are given to [Fit] in the order in which they stand in the text.
type Item struct {
	// Name tells items apart in reports and errors. It is written by the
	// application and is never taken from data.
	Name string
	// Forms are the texts to choose from, the fullest first and the smallest
	// last. Empty forms are passed over: an item is dropped whole and never
	// shrinks to nothing, or a larger limit could drop what a smaller one kept.
	// An item without any text takes no part and is reported as [Empty].
	Forms []string
	// Cut, if not nil, returns a text between two neighbouring forms with at
	// most max tokens, or false. What it returns is counted; a text that is
	// over max, or no larger than the form it would stand for, is ignored. It
	// may be called several times, and must return the same text for the same
	// max.
	Cut func(max int) (string, bool)
	// Required items are always there, in their smallest form at least. The
	// smallest forms of all of them are the floor of the prompt, see
	// [Plan.Floor].
	Required bool
	// Priority orders the optional items: the higher is kept and grows first.
	// Items of equal priority follow each other as given.
	Priority int
	// Group names items that live or die together; "" is no group. A group
	// stands where its member of the highest priority stands. With a required
	// member the whole group is required. No breakpoint may divide a group.
	Group string
	// Cap, if above zero, bounds the tokens to which the item grows while other
	// items still want to grow. It does not bound the smallest form.
	Cap int
	// Within is the subtree of the prompt that the item is part of, such as
	// "history" or "history/tools"; "" is the whole. Limit.Subtrees must have a
	// limit for it or for one that holds it.
	Within string
	// Breakpoint, if above zero, makes the item the last of a stable prefix,
	// which a provider can cache: the prompt up to and including it has at most
	// so many tokens and depends on nothing that comes after. See [Fit].
	Breakpoint int
}

// state is what Fit knows of one item. It is kept apart from the items and the
// choices so that passes in the order of priorities, which jump about, visit
// little memory.
type state struct {
	// The part of Item.Forms that is used: the indices of the first and the last
	// form that is not empty, both -1 when all are.
	fullest, smallest int32
	subtree           int32 // index into subtrees, -1 for none
	in                bool  // it is in the text
	reason            Reason
	capped            bool      // its cap was what stopped it
	counted           bool      // least and edges are known
	weighed           bool      // least was asked for
	chosen            Exactness // of the text chosen
	edges             edges     // of the smallest form
	edgesNow          edges     // of the text chosen
	tried             int       // the tokens it could not grow within
	least             tally     // of the smallest form
}

// ladder sets the indices of the forms that are used.
func (s *state) ladder(forms []string) {
	s.fullest, s.smallest = -1, -1
	for i, text := range forms {
		if text == "" {
			continue
		}
		if s.fullest < 0 {
			s.fullest = int32(i)
		}
		s.smallest = int32(i)
	}
}
