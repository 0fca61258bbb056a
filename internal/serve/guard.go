package serve

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
)

// verdict is what a hook decided about a body.
type verdict struct {
	action   string // pass, mask or reject
	reason   string // rules and counts, in our own words; may be empty
	findings []audit.Finding
	edits    []edit // of a mask, in order of place
}

// The actions that a verdict can have.
const (
	actionPass   = "pass"
	actionMask   = "mask"
	actionReject = "reject"
)

// edit replaces the bytes of one string literal.
type edit struct {
	from, to int
	literal  []byte
}

// guard decides about the texts of a body. The order is fixed: check; if there
// is something at or above the threshold, escape what can be escaped in the
// texts it is in; check again; reject what is left. An error means that the body
// could not be checked.
func (s *Server) guard(j judged, body []byte, list []text) (verdict, error) {
	texts, err := textsOf(body, j.from, list)
	if err != nil {
		return verdict{}, err
	}
	found, err := s.checkTexts(j, texts)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{action: actionPass, findings: found, reason: reasonOf(found)}
	bad := s.atLeast(found)
	if len(bad) == 0 || s.config.Action == Observe {
		return v, nil
	}
	v.action = actionReject
	if s.config.Action == Reject {
		return v, nil
	}
	for _, i := range affected(bad, len(list)) {
		if list[i].fixed {
			continue
		}
		if m, ok := maskText(texts[i].Text); ok {
			texts[i].Text, texts[i].Span = m.judged, promptdoc.PlainSpan(0) // it stands nowhere
			v.edits = append(v.edits, edit{list[i].from, list[i].to, m.literal})
		}
	}
	if len(v.edits) == 0 {
		return v, nil
	}
	left, err := s.checkTexts(j, texts)
	if err != nil || len(s.atLeast(left)) > 0 {
		v.edits = nil
		return v, err
	}
	v.action = actionMask
	return v, nil
}

// judged is as what texts are checked.
type judged struct {
	kind audit.Kind
	// sent is the body as it was sent, in which the one that is judged begins at from.
	sent []byte
	from int
	// prompt is the list of role and content that an answer was given to, where it
	// is known: then what must not come back from it is found, too.
	prompt []byte
}

// textsOf reads the texts of a body that begins at a place in the one that was sent.
// What is found in text i has the pointer /i.
func textsOf(body []byte, from int, list []text) ([]promptdoc.Message, error) {
	out := make([]promptdoc.Message, len(list))
	for i, t := range list {
		literal := body[t.from:t.to]
		s, err := promptdoc.Unquote(literal)
		if err != nil {
			return nil, err // it was read from valid JSON: not reached
		}
		out[i] = promptdoc.Message{
			Role: t.role, Tool: promptdoc.ToolRole(t.role), Text: s,
			Pointer: "/" + strconv.Itoa(i), Span: promptdoc.StringSpan(literal, int64(from+t.from)),
		}
	}
	return out, nil
}

// checkTexts checks texts.
func (s *Server) checkTexts(j judged, texts []promptdoc.Message) ([]audit.Finding, error) {
	c := s.checker
	c.Prompt = j.prompt
	c.Limits.Bytes = max(len(j.prompt), 1) // the body was measured; what is added here is ours
	return c.CheckTexts(j.kind, bodyName, j.sent, texts)
}

// literalsOf returns the JSON strings of texts.
func literalsOf(body []byte, list []text) [][]byte {
	out := make([][]byte, len(list))
	for i, t := range list {
		out[i] = body[t.from:t.to]
	}
	return out
}

// conversation writes texts as the list of role and content that the audit
// reads, which is how it takes the prompt of an answer.
func conversation(list []text, literals [][]byte) []byte {
	size := 2
	for i := range list {
		size += len(literals[i]) + len(list[i].role) + 32
	}
	b := append(make([]byte, 0, size), '[')
	for i, t := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(append(b, `{"role":`...), t.role) // it was read from valid JSON
		b = append(append(append(b, `,"content":`...), literals[i]...), '}')
	}
	return append(b, ']')
}

// atLeast returns the findings that count.
func (s *Server) atLeast(found []audit.Finding) []audit.Finding {
	if s.config.Never {
		return nil
	}
	var out []audit.Finding
	for _, f := range found {
		if f.Severity >= s.config.FailOn {
			out = append(out, f)
		}
	}
	return out
}

// affected returns which texts findings are in, in order. A finding that is in
// none of them is in all: it is about the whole.
func affected(found []audit.Finding, n int) []int {
	in := make([]bool, n)
	for _, f := range found {
		number, _, _ := strings.Cut(strings.TrimPrefix(f.Pointer, "/"), "/")
		i, err := strconv.Atoi(number)
		if err == nil && 0 <= i && i < n {
			in[i] = true
			continue
		}
		for i := range in {
			in[i] = true
		}
	}
	var out []int
	for i, yes := range in {
		if yes {
			out = append(out, i)
		}
	}
	return out
}

// maxReason bounds the rules that a reason names.
const maxReason = 8

// reasonOf names the rules of findings and how often each was found.
func reasonOf(found []audit.Finding) string {
	count := map[string]int{}
	var order []string
	for _, f := range found {
		if count[f.Rule] == 0 {
			order = append(order, f.Rule)
		}
		count[f.Rule]++
	}
	slices.Sort(order)
	more := ""
	if len(order) > maxReason {
		more = ", and " + strconv.Itoa(len(order)-maxReason) + " more"
		order = order[:maxReason]
	}
	for i, rule := range order {
		order[i] = rule + " (" + strconv.Itoa(count[rule]) + ")"
	}
	return strings.Join(order, ", ") + more
}

// apply appends body[from:to] to out, with the edits made that lie in it.
func apply(out, body []byte, from, to int, edits []edit) []byte {
	out = slices.Grow(out, to-from+64)
	for _, e := range edits {
		if e.from < from || e.to > to {
			continue
		}
		out = append(append(out, body[from:e.from]...), e.literal...)
		from = e.to
	}
	return append(out, body[from:to]...)
}
