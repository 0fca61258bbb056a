package render

import (
	"math"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// Part is one piece of a prompt: an instruction, or data that becomes one or
// more blocks. Parts are values; the methods return a changed copy, so that
// they chain: render.Items(x).Priority(2).Group("shop").Cap(500).
type Part struct {
	instruction string
	sections    []section
	err         error // reported by Render, so that parts can be made inline
}

// Overflow says what happens to a data part that is too long.
type Overflow uint8

const (
	// CutOverflow cuts the part and says so in its fence line.
	CutOverflow Overflow = iota
	// RejectOverflow makes an error of a part that does not fit whole: of the
	// budget for its length, [CodeOverflow] for a field over its limit. An item
	// without a label is dropped and counted all the same.
	RejectOverflow
)

// section becomes one block.
type section struct {
	kind     fence.Kind
	trust    ringfence.Trust
	lang     fence.Lang
	source   string // JSON pointer into the input, written here, or a name of the application's; never rendered
	data     hidden[body]
	dropped  int // records that were not usable
	required bool
	overflow Overflow
	priority int
	group    string
	cap      int // tokens; 0 takes the share
	share    int // the cap is the usable limit divided by this; 0 is no cap
	origin   ringfence.Trust
	style    fence.Style
	styled   bool // style was chosen for the part; the renderer's is not used
}

// Default priorities, highest first. What is mandatory comes first only to be
// named last when it does not fit. What the user points at matters most; what
// else is on the screen can be looked up again.
const (
	priorityInstruction = math.MaxInt

	priorityRequest   = 90
	prioritySelection = 60
	priorityTool      = 55
	prioritySource    = 50
	priorityItems     = 45
	priorityChanges   = 40
	priorityWindows   = 35
	priorityQuoted    = 30
	priorityDerived   = 25
	priorityNote      = 20
	priorityScreen    = 10
)

// Default caps, as a fraction 1/n of the usable limit. A cap keeps one part
// from starving the others; what it leaves unused goes to them, and what they
// leave comes back.
const (
	shareHalf    = 2
	shareQuarter = 4
	shareEighth  = 8
)

// Priority sets which parts are kept and grow first: the higher. Parts of equal
// priority follow each other in the order given.
func (p Part) Priority(n int) Part {
	return p.each(func(s *section) { s.priority = n })
}

// Group names parts that are kept together or not at all. The name is the
// application's and never rendered.
func (p Part) Group(name string) Part {
	return p.each(func(s *section) { s.group = name })
}

// Cap bounds the tokens of each block of the part while other parts want to
// grow, in place of the default share of the limit; 0 or less is no cap.
func (p Part) Cap(tokens int) Part {
	return p.each(func(s *section) { s.cap, s.share = max(tokens, 0), 0 })
}

// Overflow sets what happens when the part does not fit whole.
func (p Part) Overflow(o Overflow) Part {
	return p.each(func(s *section) { s.overflow = o })
}

// Source sets the JSON pointer that the span map gives as the part's origin.
func (p Part) Source(pointer constant) Part {
	return p.each(func(s *section) { s.source = string(pointer) })
}

// SourceName sets what the span map and the report give as the part's origin to
// a name that is known only when the program runs: of a file, or of a tool. The
// name is never rendered, so that it may be any text; in a terminal or a page it
// has to be escaped like any other.
func (p Part) SourceName(name string) Part {
	return p.each(func(s *section) { s.source = name })
}

func (p Part) each(f func(*section)) Part {
	out := make([]section, len(p.sections))
	copy(out, p.sections)
	for i := range out {
		f(&out[i])
	}
	p.sections = out
	return p
}

func failed(err error) Part { return Part{err: err} }
