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
//     the error has [CodeRequired] and a *[Shortage] as its cause.
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
// Errors are *ringfence.Error: those of [Limit.Validate], CodeRequired,
// [CodeItem] for an item that cannot be used, [CodeCancelled] when ctx ends;
// the plan is then the zero Plan. Fit does not keep or change items, and may be
// called concurrently.
func Fit(ctx context.Context, limit Limit, items []Item) (Plan, error) {
	if err := limit.Validate(); err != nil {
		return Plan{}, err
	}
	f, err := newFitter(ctx, limit, items)
	if err != nil {
		return Plan{}, err
	}
	if err := f.admit(limit.Greedy); err != nil {
		return Plan{}, err
	}
	if err := f.growAll(); err != nil {
		return Plan{}, err
	}
	return f.plan(limit), nil
}

// fitter is the state of one call of Fit.
type fitter struct {
	ctx      context.Context
	ledger   *ledger
	additive bool
	room     int // tokens usable
	step     int // of cuts, at least 1
	items    []Item
	choices  []Choice // one an item
	capped   []bool   // one an item: its cap was what stopped it
	worth    []worth  // one an item
	tried    []int    // one an item: the tokens it could not grow within
	ladders  []ladder // one an item
	units    []unit
	order    []int // items by unit
	kept     []int // optional units taken, in order
	used     result
	work     int // bytes counted since the context was last asked
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
		room:     limit.Usable(),
		step:     max(1, limit.Step),
		items:    items,
		choices:  make([]Choice, len(items)),
		capped:   make([]bool, len(items)),
		worth:    make([]worth, len(items)),
		tried:    make([]int, len(items)),
		ladders:  make([]ladder, len(items)),
	}
	for i := range items {
		it := &items[i]
		f.choices[i] = Choice{
			Name: it.Name, Cap: max(0, it.Cap), Priority: it.Priority,
			Form: FormDropped, Reason: Empty, Full: Uncounted, Smallest: Uncounted,
		}
		f.ladders[i] = it.ladder()
		if it.Cut != nil && f.ladders[i].smallest < 0 {
			return nil, &ringfence.Error{
				Code: CodeItem, Offset: ringfence.NoOffset,
				Message: "item " + printable(it.Name) + " has a Cut and no smallest form",
				Hint:    "give as the last form the least that is worth keeping",
			}
		}
	}
	f.units, f.order = arrange(items, f.ladders)
	return f, f.alive(checkEvery)
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

// worth is what the counts of an item are worth.
type worth struct{ smallest, chosen Exactness }

// plan writes the result down.
func (f *fitter) plan(limit Limit) Plan {
	for i := range f.choices {
		c := &f.choices[i]
		if c.Full == Uncounted && f.ladders[i].fullest == f.ladders[i].smallest {
			c.Full = c.Smallest
		}
		switch {
		case c.Form == FormDropped: // the reason was given when it was dropped
		case f.whole(i) && f.items[i].Required:
			c.Reason = Required
		case f.whole(i):
			c.Reason = Whole
		case f.capped[i]:
			c.Reason = Capped
		case c.Form == FormCut:
			c.Reason = CutToFit
		default:
			c.Reason = Shorter
		}
	}
	return Plan{
		Used: f.used.n, Usable: f.room, Limit: limit.Tokens, Reserve: limit.Reserve, Margin: limit.Margin,
		Exactness: f.used.e, Summed: f.used.summed, Choices: f.choices,
	}
}

// whole reports whether the choice for an item is its fullest form.
func (f *fitter) whole(i int) bool {
	return f.choices[i].Form >= 0 && f.choices[i].Form == f.ladders[i].fullest
}
