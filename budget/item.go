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
	// Required items are always there, in their smallest form at least.
	Required bool
	// Priority orders the optional items: the higher is kept and grows first.
	// Items of equal priority follow each other as given.
	Priority int
	// Group names items that live or die together; "" is no group. A group
	// stands where its member of the highest priority stands. With a required
	// member the whole group is required.
	Group string
	// Cap, if above zero, bounds the tokens to which the item grows while other
	// items still want to grow. It does not bound the smallest form.
	Cap int
}

// ladder is the part of Item.Forms that is used: the indices of its first and
// last form that is not empty, both -1 when all are. It is kept apart from the
// items so that the passes of Fit need not visit every list of forms again.
type ladder struct{ fullest, smallest int }

func (it *Item) ladder() ladder {
	l := ladder{-1, -1}
	for i, s := range it.Forms {
		if s == "" {
			continue
		}
		if l.fullest < 0 {
			l.fullest = i
		}
		l.smallest = i
	}
	return l
}
