package html

import (
	"sort"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// region is a piece of a message that is of one trust: a block, or the text
// before, between and after blocks.
type region struct {
	message                  int
	start, end               int // bytes of the message, fence lines included
	payloadStart, payloadEnd int // the text inside the fence lines, or all of it
	class                    class
	kind                     string // a word of ours
	header                   fence.Header
	nonce                    fence.Nonce    // of the block; zero outside one
	data                     ringfence.Data // what was sealed; absent outside a block
	source                   string         // JSON pointer, outside text
	size                     int            // tokens or bytes, see usage
	counted                  bool
}

// block reports whether the region has fence lines.
func (r *region) block() bool { return !r.nonce.IsZero() }

// class is the colour of a region: who is behind its words.
type class uint8

const (
	instruction class = iota
	request
	derived
	untrusted
	// unfenced is text outside every block of which nothing says that it is an
	// instruction. A model reads it as one.
	unfenced
	classes
)

var classNames = [classes]string{"instruction", "request", "derived", "untrusted", "unfenced"}

var classTitles = [classes]string{
	"Instruction", "Request of the user", "Derived: earlier words of a model", "Untrusted data", "Unfenced text: nothing says whose it is",
}

func (c class) String() string { return classNames[c] }

// classOf is the class of a block.
func classOf(t ringfence.Trust) class {
	switch t {
	case ringfence.Instruction:
		return instruction
	case ringfence.Request:
		return request
	case ringfence.Derived:
		return derived
	case ringfence.Untrusted:
	}
	return untrusted
}

// row is what a span map says of one block.
type row struct {
	message, start, end, tokens int
	counted                     bool
	source                      string
	kind                        fence.Kind
	trust                       ringfence.Trust
	open                        bool // stands in the prompt without fence lines
}

// split divides the messages into regions. trusted says whether text outside
// blocks of a message is instruction.
func (p *Prompt) split(rows []row, trusted func(i int) bool) {
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := rows[i], rows[j]
		return a.message < b.message || a.message == b.message && a.start < b.start
	})
	for i, m := range p.messages {
		blocks, _ := fence.Inspect(m.text)
		cut := cutter{p: p, message: i, outside: unfenced}
		if trusted(i) {
			cut.outside = instruction
		}
		for len(rows) > 0 && rows[0].message < i {
			rows = rows[1:]
		}
		for k := range blocks {
			b := &blocks[k]
			for len(rows) > 0 && rows[0].message == i && rows[0].start < b.Start {
				cut.open(rows[0], b.Start)
				rows = rows[1:]
			}
			cut.text(b.Start)
			r := region{
				message: i, start: b.Start, end: b.End, payloadStart: b.PayloadStart, payloadEnd: b.PayloadEnd,
				class: classOf(b.Trust), kind: b.Kind.String(), header: b.Header, nonce: b.Nonce, data: b.Data,
			}
			if len(rows) > 0 && rows[0].message == i && rows[0].start == b.Start && rows[0].end == b.End {
				r.source, r.size, r.counted = rows[0].source, rows[0].tokens, rows[0].counted
				rows = rows[1:]
			}
			cut.add(r)
			p.remember(b.Nonce)
		}
		for len(rows) > 0 && rows[0].message == i {
			cut.open(rows[0], len(m.text))
			rows = rows[1:]
		}
		cut.text(len(m.text))
		p.learn(m.text)
	}
}

// cutter cuts one message; at is how far it has come.
type cutter struct {
	p       *Prompt
	message int
	at      int
	outside class
}

// add records a region, or counts it when there are too many.
func (c *cutter) add(r region) {
	c.at = r.end
	if len(c.p.regions) >= MaxRegions {
		c.p.left++
		return
	}
	c.p.regions = append(c.p.regions, r)
}

// text records what stands outside blocks up to end.
func (c *cutter) text(end int) {
	if end > c.at {
		c.add(region{
			message: c.message, start: c.at, end: end, payloadStart: c.at, payloadEnd: end,
			class: c.outside, kind: c.outside.String(),
		})
	}
}

// open records data that a renderer put into the prompt without a block. Only a
// renderer of this process can say so: a file's list is not believed in this.
func (c *cutter) open(r row, limit int) {
	if !r.open || r.start < c.at || r.end > limit || r.end <= r.start {
		return
	}
	c.text(r.start)
	c.add(region{
		message: c.message, start: r.start, end: r.end, payloadStart: r.start, payloadEnd: r.end,
		class: classOf(r.trust), kind: r.kind.String(), source: r.source, size: r.tokens, counted: r.counted,
	})
}
