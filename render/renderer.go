package render

import (
	"context"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// Renderer makes prompts. Its fields are the configuration; they are only read.
type Renderer struct {
	// Nonce is the conversation's. The zero Nonce means a fresh one a call,
	// which Prompt.Nonce returns.
	Nonce fence.Nonce
	// Limit is required.
	Limit budget.Limit
	// First is the ordinal of the first block, 0 for 1. Ordinals rise over a
	// conversation: pass Prompt.NextOrdinal of the turn before.
	First int
	// NoGuide leaves fence.Guide out of the system message, for an application
	// that explains blocks in its own words.
	NoGuide bool
	// Style is how payloads are written, where a part does not say (see
	// [Part.Style]). Its instruction text follows the guide.
	Style fence.Style
	// Table holds the literals of further models beside those of fence.Tokens;
	// nil for none.
	Table *fence.Table

	continued bool // a later turn: there is a system message already
}

// maxOrdinal is the largest ordinal that a fence line can hold.
const maxOrdinal = 999_999_999

// segment is one item of the budget: an instruction paragraph or a section.
type segment struct {
	system bool
	text   string // of an instruction
	block  *block // of a section
}

// Render makes a prompt of the parts, in their order. The error is a
// *[ringfence.Error] or the context's: of a part, of the limit
// ([budget.Limit.Validate]), or of what is mandatory and does not fit
// (budget.CodeRequired); then there is no prompt. It takes time linear in the
// data, and near-linear in the number of parts.
func (r *Renderer) Render(ctx context.Context, parts ...Part) (*Prompt, error) {
	if err := r.Limit.Validate(); err != nil {
		return nil, err
	}
	if ctx == nil {
		ctx = context.Background()
	}
	nonce := r.Nonce
	if nonce.IsZero() {
		nonce = fence.NewNonce()
	}
	segments, next, err := r.segments(nonce, parts)
	if err != nil {
		return nil, err
	}
	items := make([]budget.Item, len(segments))
	for i := range segments {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if items[i], err = segments[i].item(i, r.Limit); err != nil {
			return nil, err
		}
	}
	plan, err := budget.Fit(ctx, r.Limit, items)
	if err != nil {
		return nil, err
	}
	for _, s := range segments {
		if s.block != nil && s.block.err != nil {
			return nil, s.block.err
		}
	}
	p := assemble(segments, plan, r.Limit, nonce, next)
	if len(p.in().messages) == 0 {
		return nil, partError(CodeEmpty, "there is nothing in the prompt", "pass an instruction or a request, or raise the limit")
	}
	return p, nil
}

// segments turns parts into segments and gives every section its ordinal,
// whether it will be shown or not, so that an ordinal says nothing about data.
func (r *Renderer) segments(nonce fence.Nonce, parts []Part) (out []segment, next int, err error) {
	next = max(r.First, 1)
	if r.First < 0 {
		return nil, 0, partError(CodeOrdinal, "the first ordinal is negative", "pass Prompt.NextOrdinal of the turn before, or 0")
	}
	system := !r.continued
	out = r.guides(parts)
	for _, p := range parts {
		if p.err != nil {
			return nil, 0, p.err
		}
		if p.instruction != "" {
			if err := checkInstruction(p.instruction); err != nil {
				return nil, 0, err
			}
			out = append(out, segment{system: system, text: lines(p.instruction)})
		}
		for i := range p.sections {
			system = false
			if next > maxOrdinal {
				return nil, 0, partError(CodeOrdinal, "ordinals have run out", "begin a new conversation with a new nonce")
			}
			out = append(out, segment{block: &block{section: r.styled(p.sections[i]), body: p.sections[i].data.value(), nonce: nonce, table: r.Table, n: next}})
			next++
		}
	}
	return joinLoose(out), next, nil
}

// lines ends an instruction with a line feed, so that a block can follow.
func lines(s string) string {
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// joinLoose joins an instruction that begins with white space or a slash to the
// instruction before it in the same message: no seam lies between the two.
func joinLoose(in []segment) []segment {
	out := in[:0]
	for i := 0; i < len(in); {
		s, n := in[i], 1
		for s.block == nil && i+n < len(in) && joins(s, in[i+n]) {
			n++
		}
		if n > 1 {
			var b strings.Builder
			for _, more := range in[i : i+n] {
				b.WriteString(more.text)
			}
			s.text = b.String()
		}
		out = append(out, s)
		i += n
	}
	return out
}

// joins reports whether next is an instruction of the same message as s, which is
// one, and begins so that no seam lies between the two.
func joins(s, next segment) bool {
	return next.block == nil && next.system == s.system && looseStart(next.text)
}

func looseStart(s string) bool {
	return strings.TrimLeft(s[:1], " \t\r\n\v\f/") == "" || s[0] >= 0x80
}

// item returns the budget's view of a segment.
func (s *segment) item(i int, limit budget.Limit) (budget.Item, error) {
	if s.block == nil {
		return budget.Item{Name: nameOf("instruction", i+1), Forms: []string{s.text}, Required: true, Priority: priorityInstruction}, nil
	}
	return s.block.item(limit)
}

// provenance is what the section contributes to that of the prompt.
func (s *section) provenance() ringfence.Source {
	return ringfence.Source{Kind: s.kind.String(), Trust: min(s.trust, s.origin)}
}
