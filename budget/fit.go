package budget

import (
	"context"

	"github.com/ringfence/ringfence"
)

// Fit chooses what of the items goes into the prompt.
//
// Order: required items come first, then the higher [Item.Priority], then the
// item given first; a group is one part, at the place of its highest member.
//
//  1. The smallest form of every required item is taken. If they do not fit,
//     the error has [CodeRequired] and a *[Shortage] as its cause, which says
//     what to drop.
//  2. The smallest forms of the optional ones are taken in order, until one
//     does not fit: it and all after it are dropped. With [Limit.Greedy] only
//     what does not fit is dropped.
//  3. While there is room left, what was taken grows in order, each to the
//     fullest form that its cap and that room allow, or to what its Cut makes
//     of them.
//  4. What caps left unused goes to the same items in the same order, caps
//     ignored. Growing never drops an item.
//
// With an [Additive] counter and seams between all neighbours the count of the
// text is the sum of counts already made. Neighbours that do not meet at a seam
// are counted together, and a counter that is not additive counts the whole,
// after steps 1, 2 and 4; when that is over, step 2 keeps fewer items and step
// 4 gives out less room, until a count shows that it fits. That a larger limit
// keeps what a smaller one kept then needs a counter by which a text does not
// get cheaper when an item is added, or at most [ScanUnits] parts.
//
// Subtrees: an item that does not fit into its subtree, see [Limit.Subtrees],
// is dropped, and so are, in strict order, those after it in that subtree; the
// others go on. Growth stays within every limit. A larger limit of a subtree
// keeps all that a smaller one kept of the subtree, and of the rest all that
// comes in order before the first item that it lets in; what comes after may
// have to make room.
//
// Breakpoints: each [Item.Breakpoint] ends a part that is fitted by steps 1 to
// 4 on its own, before the parts after it are looked at, into the tokens that
// the breakpoint gives to the prompt so far. So the text up to it depends on
// the items up to it, their subtree limits, Counter, Margin, Greedy and Step,
// and on nothing else: neither on a later item nor on Tokens or Reserve. While
// those stay, the prefix stays byte for byte. The price is that a prefix does
// not shrink for what is required after it, which then is a shortage, and that
// a larger limit of a subtree may let a prefix take from the items after it.
//
// Errors are *ringfence.Error: those of [Limit.Validate], CodeRequired,
// [CodeItem], [CodeWithin] and [CodeBreakpoint] for an item that cannot be
// used, [CodeCancelled] when ctx ends; the plan is then the zero Plan. Fit does not keep or change items, and may be
// called concurrently.
func Fit(ctx context.Context, limit Limit, items []Item) (Plan, error) {
	if err := limit.Validate(); err != nil {
		return Plan{}, err
	}
	parts, err := stages(limit, items)
	if err != nil {
		return Plan{}, err
	}
	f, err := newFitter(ctx, limit, items)
	if err != nil {
		return Plan{}, err
	}
	used := make([]int, len(parts))
	for n, part := range parts {
		if err := f.stage(part, limit.Greedy); err != nil {
			return Plan{}, err
		}
		used[n] = f.used.n
	}
	p := f.plan(limit)
	p.Breakpoints = f.breakpoints(parts, used)
	return p, nil
}

// fitter is the state of one call of Fit.
type fitter struct {
	ctx      context.Context
	ledger   *ledger
	recent   recent
	additive bool
	step     int // of cuts, at least 1
	items    []Item
	choices  []Choice // one an item
	states   []state  // one an item
	trees    subtrees
	work     int // bytes counted since the context was last asked
	floor    int // tokens of the smallest forms that are required

	// Of the stage that is being fitted, and of those before it.
	lo    int     // its first item
	hi    int     // the items from here on are not decided
	room  int     // tokens usable up to there
	units []unit  // of the stage
	order []int32 // items by unit
	kept  []int   // optional units taken, in order
	used  result  // of the text so far
}

func newFitter(ctx context.Context, limit Limit, items []Item) (*fitter, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	a, ok := limit.Counter.(Additive)
	f := &fitter{
		ctx:      ctx,
		ledger:   newLedger(limit.Counter, len(items)),
		additive: ok && a.SeamAdditive(),
		step:     max(1, limit.Step),
		items:    items,
		choices:  make([]Choice, len(items)),
		states:   make([]state, len(items)),
		trees:    newSubtrees(limit),
	}
	for i := range items {
		it := &items[i]
		c := &f.choices[i]
		c.Name, c.Cap, c.Priority = it.Name, max(0, it.Cap), it.Priority
		c.Form, c.Full, c.Smallest = FormDropped, Uncounted, Uncounted
		f.states[i].reason = Empty
		f.states[i].ladder(it.Forms)
		if it.Cut != nil && f.states[i].smallest < 0 {
			return nil, &ringfence.Error{
				Code: CodeItem, Offset: ringfence.NoOffset,
				Message: "item " + printable(it.Name) + " has a Cut and no smallest form",
				Hint:    "give as the last form the least that is worth keeping",
			}
		}
	}
	if err := f.place(); err != nil {
		return nil, err
	}
	return f, f.alive(checkEvery)
}

// stage fits the items of one part of the prompt into what the parts before
// it left.
func (f *fitter) stage(s stage, greedy bool) error {
	f.lo, f.hi, f.room, f.kept = s.lo, s.hi, s.room, f.kept[:0]
	f.units, f.order = arrange(f.items[s.lo:s.hi], f.states[s.lo:s.hi])
	if s.lo > 0 {
		for n := range f.order {
			f.order[n] += int32(s.lo)
		}
	}
	f.trees.open()
	if err := f.ahead(s); err != nil {
		return err
	}
	if err := f.admit(greedy); err != nil {
		return err
	}
	return f.growAll()
}

// checkEvery is how many bytes may be counted before the context is asked
// again; each step counts as 64 more. Counting that much takes a slow counter
// a few milliseconds.
const checkEvery = 1 << 14

// alive returns an error once the context has ended.
func (f *fitter) alive(bytes int) error {
	f.work += bytes + 64
	if f.work < checkEvery {
		return nil
	}
	f.work = 0
	if err := f.ctx.Err(); err != nil {
		return &ringfence.Error{
			Code: CodeCancelled, Message: "the context ended while fitting", Offset: ringfence.NoOffset, Err: err,
		}
	}
	return nil
}

// plan writes the result down.
func (f *fitter) plan(limit Limit) Plan {
	for i := range f.choices {
		c, s := &f.choices[i], &f.states[i]
		if s.weighed {
			c.Smallest = s.least.n
		}
		if c.Full == Uncounted && s.fullest == s.smallest {
			c.Full = c.Smallest
		}
		switch {
		case !s.in:
			c.Reason = s.reason
		case f.whole(int32(i)) && f.items[i].Required:
			c.Reason = Required
		case f.whole(int32(i)):
			c.Reason = Whole
		case s.capped:
			c.Reason = Capped
		case c.Form == FormCut:
			c.Reason = CutToFit
		default:
			c.Reason = Shorter
		}
	}
	var shares []Share
	for _, t := range f.trees {
		shares = append(shares, Share{Name: t.name, Used: int(t.used), Usable: int(t.limit)})
	}
	return Plan{
		Floor: f.floor, Subtrees: shares,
		Used: f.used.n, Usable: f.room, Limit: limit.Tokens, Reserve: limit.Reserve, Margin: limit.Margin,
		Exactness: f.used.e, Summed: f.used.summed, Choices: f.choices,
	}
}

// whole reports whether the choice for an item is its fullest form.
func (f *fitter) whole(i int32) bool {
	return f.choices[i].Form >= 0 && f.choices[i].Form == int(f.states[i].fullest)
}
