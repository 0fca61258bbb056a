package render

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// Request is what the user asks for, in the user's own words: a request block,
// mandatory and never cut. What the user pasted or quoted is not theirs; it
// follows as untrusted blocks, one for each text.
func Request(own ringfence.Data, quoted ...ringfence.Data) Part {
	p := Part{sections: []section{{
		kind: fence.Request, trust: ringfence.Request, origin: ringfence.Request,
		required: true, priority: priorityRequest, data: shown(newText(own.Raw())),
	}}}
	for _, q := range quoted {
		p.sections = append(p.sections, section{
			kind: fence.Note, priority: priorityQuoted, share: shareQuarter, data: shown(newText(q.Raw())),
		})
	}
	return p
}

// ToolResult is what a tool, bridge or task answered, whether it succeeded or
// not: untrusted, as everything that a tool relays.
func ToolResult(d ringfence.Data) Part {
	return Part{sections: []section{{
		kind: fence.Tool, priority: priorityTool, share: shareHalf, data: shown(newText(d.Raw())),
	}}}
}

// Derived is a model's earlier words, its tool-call arguments included. from is
// the provenance of the prompt that they answered: they have no more authority
// than the least trusted block in it. The zero Provenance is safe.
func Derived(d ringfence.Data, from ringfence.Provenance) Part {
	return Part{sections: []section{{
		kind: fence.Derived, trust: ringfence.Derived, origin: min(ringfence.Derived, from.Least()),
		priority: priorityDerived, share: shareQuarter, data: shown(newText(d.Raw())),
	}}}
}

// Note is any other text from outside, such as an error message that quotes
// what it is about.
func Note(d ringfence.Data) Part {
	return Part{sections: []section{{
		kind: fence.Note, priority: priorityNote, share: shareQuarter, data: shown(newText(d.Raw())),
	}}}
}
