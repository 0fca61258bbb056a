package render

import (
	"math"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

const (
	// maxTokenBytes is the length of the longest token of the vocabularies that
	// are counted exactly. Data of more than this many bytes for every token of
	// the limit cannot fit whole, so it is not sealed and counted to find out.
	maxTokenBytes = 128
	// maxReach keeps the product within an int of 32 bits.
	maxReach = math.MaxInt32 / maxTokenBytes
	// leastUnits is the least of a text or a field that is worth a fence: about
	// as many tokens as the fence lines themselves.
	leastUnits = 64
	// leastBytes bounds the least form of a block once it is sealed, its fence
	// lines included. Data that is all escapes would otherwise make a least form
	// that no limit has room for, and whatever is less important would be dropped.
	leastBytes = 600
)

// block is a section on its way into the prompt.
type block struct {
	section
	body     body // of the section, then what of it can fit
	nonce    fence.Nonce
	table    *fence.Table
	n        int
	variants []variant // the forms that were offered, to find the chosen one again
	top      int       // step of the fullest form offered
	whole    bool      // that form is everything
	err      error     // of a form made inside Fit
}

// variant is one sealed form.
type variant struct {
	text    string
	header  fence.Header
	marks   fence.Marks
	reduced bool // shows less than everything
}

// seal makes a form of what show returns.
func (b *block) seal(show func(*fence.Header) (string, bool)) variant {
	h := fence.Header{N: b.n, Kind: b.kind, Trust: b.trust, Lang: b.lang, Dropped: b.dropped, Style: b.style}
	payload, reduced := show(&h)
	out, marks, err := b.table.Seal(nil, b.nonce, h, ringfence.NewData(payload))
	if err != nil {
		b.err = err
		return variant{}
	}
	return variant{text: string(out), header: h, marks: marks, reduced: reduced}
}

func (b *block) sealStep(step int) variant {
	return b.seal(func(h *fence.Header) (string, bool) { return b.body.at(step, h) })
}

// offer makes a variant available to the plan.
func (b *block) offer(v variant) string {
	b.variants = append(b.variants, v)
	return v.text
}

// item prepares the forms of a block: everything, or more than can fit, and the
// least that is worth a fence.
func (b *block) item(limit budget.Limit) (budget.Item, error) {
	it := budget.Item{
		Name: nameOf(b.kind.String()+" block", b.n), Required: b.required || b.overflow == RejectOverflow,
		Priority: b.priority, Group: b.group, Cap: b.cap,
	}
	if b.body.empty() {
		return it, nil
	}
	if b.overflow == RejectOverflow && b.body.trimmed() {
		return it, partError(CodeOverflow, it.Name+" has a field over its limit", "shorten it, or let the part be cut")
	}
	usable := limit.Usable()
	if b.share > 0 {
		it.Cap = max(1, usable/b.share)
	}
	reach := min(usable, maxReach) * maxTokenBytes
	b.body = b.body.within(reach)
	b.top, b.whole = b.body.last(), true
	if it.Required {
		it.Forms = []string{b.offer(b.sealStep(b.top))}
		return it, b.err
	}
	least := b.least()
	if least.reduced {
		b.top = b.body.reach(reach)
		b.whole = b.top == b.body.last()
		it.Forms = append(it.Forms, b.offer(b.sealStep(b.top)))
		it.Cut = func(maximum int) (string, bool) { return b.cut(limit.Counter, maximum) }
	}
	it.Forms = append(it.Forms, b.offer(least))
	return it, b.err
}

// least makes the least form of a block that is within leastBytes.
func (b *block) least() variant {
	for n := leastUnits; ; n /= 2 {
		v := b.seal(func(h *fence.Header) (string, bool) { return b.body.least(n, h) })
		if len(v.text) <= leastBytes || n == 1 {
			return v
		}
	}
}

// chosen returns the variant whose text the plan chose.
func (b *block) chosen(text string) variant {
	for _, v := range b.variants {
		if v.text == text {
			return v
		}
	}
	return variant{text: text}
}

func nameOf(what string, n int) string { return what + " " + strconv.Itoa(n) }
