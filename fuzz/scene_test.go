package fuzz_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// instructions are the instruction parts that a plan chooses from, beside the
// bytes that they have in a prompt. After a closing line the second has more
// tokens than alone: a sum that took the place for a seam would be too low.
var instructions = [...]struct {
	part  render.Part
	bytes string
}{
	{render.Text("Edit the module so that the request is met."), "Edit the module so that the request is met.\n"},
	{render.Text("/help first\n"), "/help first\n"},
	{render.Text("  indented, [INST] and <|im_start|> too\n\n"), "  indented, [INST] and <|im_start|> too\n\n"},
	{render.Textf("At most %v steps, 100%% of the %v message.", render.Int(3), render.Enum(render.User)), "At most 3 steps, 100% of the user message.\n"},
	{render.Text("É comes first.\n"), "É comes first.\n"},
}

// A section is what the test knows of one block to be: the text that it holds,
// if it is made of text and not of records.
type section struct {
	kind   fence.Kind
	trust  ringfence.Trust
	origin ringfence.Trust // the least trust behind derived text
	isText bool
	text   string
}

// A scene is a configuration with its parts, and what has to come of it.
type scene struct {
	renderer     render.Renderer
	parts        []render.Part
	instructions string // all bytes outside of blocks
	system       string
	sections     []section // in order of ordinals
}

// origins are provenances of prompts that derived text can come from: of the
// user alone, of a tool, and unknown.
var origins = [...]ringfence.Provenance{
	ringfence.NewProvenance(ringfence.Source{Kind: "request", Trust: ringfence.Request}),
	ringfence.NewProvenance(ringfence.Source{Kind: "tool", Trust: ringfence.Untrusted}),
	{},
}

const (
	// maxParts bounds the parts of a scene.
	maxParts = 5
	// tokenStep spreads the limits of a plan byte: up to 256 steps over a base.
	tokenStep, tokenBase = 9, 90
	// byteFactor makes a limit in bytes about as roomy as one in tokens.
	byteFactor = 4
)

// newScene builds parts: their number, kinds and options come from the plan
// alone, their data from the data tape alone.
func newScene(t *testing.T, plan, data *tape, s secrets) scene {
	t.Helper()
	var sc scene
	nonce, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	flags := plan.next()
	tokens := tokenBase + tokenStep*int(plan.next())
	sc.renderer = render.Renderer{Nonce: nonce, First: int(flags >> 5), NoGuide: flags&3 != 3}
	sc.renderer.Limit = budget.Limit{Tokens: tokens, Counter: o200k.Encoding()}
	if flags&4 != 0 {
		sc.renderer.Limit = budget.Limit{Tokens: byteFactor * tokens, Counter: budget.Bytes{}, Reserve: 3}
	}
	if !sc.renderer.NoGuide {
		sc.renderer.Limit.Tokens += sc.renderer.Limit.Counter.Count(fence.Guide)
		sc.system, sc.instructions = fence.Guide, fence.Guide
	}
	for range 1 + plan.pick(maxParts) {
		sc.add(t, plan, data, s)
	}
	return sc
}

// add adds one part.
func (sc *scene) add(t *testing.T, plan, data *tape, s secrets) {
	t.Helper()
	kind, options, place := plan.pick(10), plan.next(), int(plan.next())
	var p render.Part
	var made []section
	text := func(k fence.Kind, trust ringfence.Trust) ringfence.Data {
		d := data.text()
		made = append(made, section{kind: k, trust: trust, origin: trust, isText: true, text: d})
		return ringfence.NewData(d)
	}
	switch kind {
	case 0, 1:
		in := instructions[place%len(instructions)]
		sc.parts = append(sc.parts, in.part)
		sc.instructions += in.bytes
		if len(sc.sections) == 0 {
			sc.system += in.bytes
		}
		return
	case 2, 3:
		ec := mustContext(t, contextBody(data))
		code := ""
		if ec.Source != nil {
			code = ec.Source.Code.Raw()
		}
		made = []section{{kind: fence.Selection}, {kind: fence.Screen}, {kind: fence.Source, isText: true, text: code}}
		p = render.EditContext(ec)
	case 4:
		made = []section{{kind: fence.Items}}
		p = render.Items(mustAsk(t, askBody(data, s, place)).ContextItems)
	case 5, 6:
		made = []section{{kind: fence.Changes}, {kind: fence.Windows}}
		prev, cur := askUI(t, data, s, place), askUI(t, data, s, place/16)
		if kind == 6 {
			prev = nil
		}
		p = render.Windows(prev, cur)
	case 7:
		own := text(fence.Request, ringfence.Request)
		quoted := make([]ringfence.Data, place%3)
		for i := range quoted {
			quoted[i] = text(fence.Note, ringfence.Untrusted)
		}
		p = render.Request(own, quoted...)
	case 8:
		p = render.ToolResult(text(fence.Tool, ringfence.Untrusted))
	case 9:
		if place%2 == 0 {
			p = render.Note(text(fence.Note, ringfence.Untrusted))
			break
		}
		from := origins[place/2%len(origins)]
		p = render.Derived(text(fence.Derived, ringfence.Derived), from)
		made[0].origin = min(ringfence.Derived, from.Least())
	}
	sc.parts = append(sc.parts, withOptions(p, options, place))
	sc.sections = append(sc.sections, made...)
}

func askUI(t *testing.T, data *tape, s secrets, place int) *contract.UI {
	t.Helper()
	return mustAsk(t, askBody(data, s, place)).UI
}

func withOptions(p render.Part, options byte, place int) render.Part {
	if options&1 != 0 {
		p = p.Priority(place%7 - 3)
	}
	if options&2 != 0 {
		p = p.Cap(place * 4)
	}
	if options&12 == 12 {
		p = p.Group(string(rune('a' + place%2)))
	}
	if options&48 == 48 {
		p = p.Overflow(render.RejectOverflow)
	}
	return p.Source("/pointer")
}

// render renders the scene. A prompt and an error exclude each other, and the
// only errors that data can cause are that what is mandatory does not fit, that a
// part which may not be cut has a field over its limit, and that nothing is left.
func (sc *scene) render(t *testing.T) (*render.Prompt, error) {
	t.Helper()
	p, err := sc.renderer.Render(t.Context(), sc.parts...)
	if (p == nil) != (err != nil) {
		broken(t, withinBudget, "a prompt (%v) beside the error %v", p != nil, err)
	}
	if err != nil {
		wantPlainError(t, err)
		switch e := typed(t, err); e.Code {
		case budget.CodeRequired, render.CodeOverflow, render.CodeEmpty:
		default:
			broken(t, withinBudget, "an error that is not about room: %v", err)
		}
	}
	return p, err
}

// outside returns the text of the messages without the blocks of the span map.
func outside(p *render.Prompt) string {
	var b strings.Builder
	spans := p.Spans()
	for i, m := range p.Messages() {
		at := 0
		for _, s := range spans {
			if s.Message == i {
				b.WriteString(m.Text[at:s.Start])
				at = s.End
			}
		}
		b.WriteString(m.Text[at:])
	}
	return b.String()
}
