package html

import (
	"bytes"

	"github.com/go-json-experiment/json"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/render"
)

// usage is what a prompt takes of its budget.
type usage struct {
	unit           string // "tokens" or "bytes"
	limit, reserve int    // 0: not known
	used           int
	counter        string // outside text where a file says it
	exactness      string
	dropped        []dropped
	known          bool // a renderer, or a file, said it
}

// dropped is a part that did not fit.
type dropped struct {
	kind, source, reason string // outside text where a file says it
}

// reported is the usage of a prompt of this process.
func reported(r render.Report) usage {
	u := usage{
		unit: tokens, limit: r.Limit, reserve: r.Reserve, used: r.Used,
		counter: r.Counter, exactness: r.Exactness.String(), known: true,
	}
	for _, part := range r.Parts {
		if part.Decision == render.Omitted {
			u.dropped = append(u.dropped, dropped{part.Kind.String(), part.Source, part.Reason.String()})
		}
	}
	return u
}

const (
	tokens  = "tokens"
	octets  = "bytes"
	maxSize = 1 << 30 // of a number that a file claims: sums stay in an int of 64 bits
)

// claimed reads what the JSON of "promptcheck render" says beside its messages.
// The syntax of body was checked. A member of another type is as good as none:
// then the prompt is measured here.
func claimed(body []byte) ([]row, usage) {
	var file struct {
		Blocks []struct {
			Message int    `json:"message"`
			Start   int    `json:"start"`
			End     int    `json:"end"`
			Tokens  *int   `json:"tokens"`
			Source  string `json:"source"`
		} `json:"blocks"`
		Budget *struct {
			Limit     int    `json:"limit"`
			Reserve   int    `json:"reserve"`
			Used      int    `json:"used"`
			Counter   string `json:"counter"`
			Exactness string `json:"exactness"`
			Dropped   []struct {
				Kind   string `json:"kind"`
				Source string `json:"source"`
				Reason string `json:"reason"`
			} `json:"dropped"`
		} `json:"budget"`
	}
	if json.Unmarshal(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")), &file) != nil {
		return nil, usage{}
	}
	var rows []row
	for _, b := range file.Blocks {
		r := row{message: b.Message, start: b.Start, end: b.End, source: b.Source, trust: ringfence.Untrusted}
		if b.Tokens != nil && file.Budget != nil {
			r.tokens, r.counted = bounded(*b.Tokens), true
		}
		rows = append(rows, r)
	}
	if file.Budget == nil {
		return rows, usage{}
	}
	b := file.Budget
	u := usage{
		unit: tokens, limit: bounded(b.Limit), reserve: bounded(b.Reserve), used: bounded(b.Used),
		counter: b.Counter, exactness: b.Exactness, known: true,
	}
	for _, d := range b.Dropped {
		u.dropped = append(u.dropped, dropped{d.Kind, d.Source, d.Reason})
	}
	return rows, u
}

func bounded(n int) int { return min(max(n, 0), maxSize) }

// weigh gives each region its size. With a known usage, what the blocks do not
// take is the instructions'; else everything is counted, or measured in bytes.
func (p *Prompt) weigh(c budget.Counter) {
	switch {
	case p.usage.known && p.allCounted():
		p.share()
		return
	case c != nil:
		p.usage.unit = tokens
	default:
		p.usage.unit = octets
	}
	known := p.usage
	p.usage = usage{unit: known.unit, dropped: known.dropped}
	for i := range p.regions {
		r := &p.regions[i]
		text := p.messages[r.message].text[r.start:r.end]
		r.size, r.counted = len(text), true
		if c != nil {
			r.size = c.Count(text)
		}
		p.usage.used += r.size
	}
	if c != nil {
		p.usage.exactness = c.Exactness().String()
	}
}

// allCounted reports whether every block has a number.
func (p *Prompt) allCounted() bool {
	for i := range p.regions {
		if r := &p.regions[i]; r.block() && !r.counted {
			return false
		}
	}
	return true
}

// share divides what is left of a known usage among the texts outside blocks, by
// their length: a renderer counts them together.
func (p *Prompt) share() {
	left, length, last := p.usage.used, 0, -1
	for i := range p.regions {
		if r := &p.regions[i]; r.counted {
			left -= r.size
		} else {
			length += r.end - r.start
			last = i
		}
	}
	left = max(left, 0)
	rest := left
	for i := range p.regions {
		r := &p.regions[i]
		switch {
		case r.counted:
		case i == last:
			r.size = rest
		default:
			r.size = int(int64(left) * int64(r.end-r.start) / int64(length))
			rest -= r.size
		}
	}
}
