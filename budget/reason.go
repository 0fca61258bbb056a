package budget

// Reason says why an item is in a plan as it is. The set is closed.
type Reason uint8

const (
	// NoReason is the zero value and is in no plan.
	NoReason Reason = iota
	// Required: a required item in its fullest form.
	Required
	// Whole: an optional item in its fullest form.
	Whole
	// Capped: shortened because of its cap; the others took what was left.
	Capped
	// CutToFit: shortened by its Cut to the room there was.
	CutToFit
	// Shorter: a shorter form, for lack of room.
	Shorter
	// NoRoom: dropped, its smallest form does not fit.
	NoRoom
	// WithGroup: dropped because its group as a whole does not fit.
	WithGroup
	// AfterHigher: dropped after an item of higher priority that did not fit.
	AfterHigher
	// NoRoomWithin: dropped, its smallest form does not fit into its subtree.
	NoRoomWithin
	// Empty: the item had no text.
	Empty
)

var reasonNames = [...]string{
	NoReason:     "none",
	Required:     "required",
	Whole:        "whole",
	Capped:       "shortened by its cap",
	CutToFit:     "cut to fit",
	Shorter:      "shorter form to fit",
	NoRoom:       "dropped: no room",
	WithGroup:    "dropped with its group",
	AfterHigher:  "dropped after a higher one",
	NoRoomWithin: "dropped: no room in its subtree",
	Empty:        "empty",
}

// String returns the words used in reports.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return reasonNames[NoReason]
}

// Dropped reports whether the item was left out for lack of room.
func (r Reason) Dropped() bool { return NoRoom <= r && r <= NoRoomWithin }
