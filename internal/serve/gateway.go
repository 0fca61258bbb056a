package serve

import (
	"context"
	"net/http"
	"strconv"

	"github.com/ringfence/ringfence/audit"
)

// The guardrail webhook that agentgateway and kgateway call, as their published
// schemas have it (see docs/serve.md): POST /request with
// {"body":{"messages":[{"role","content"}]}} and POST /response with
// {"body":{"choices":[{"message":{"role","content"}}]}}. The answer is
// {"action":…}, and which of three it is follows from its members alone: a mask
// has a body that is an object, a rejection a body that is text and a
// status_code, and a pass has neither.
type (
	passAction struct {
		Reason string `json:"reason,omitempty"`
	}
	rejectAction struct {
		Body   string `json:"body"`
		Status int    `json:"status_code"`
		Reason string `json:"reason,omitempty"`
	}
	actionBody struct {
		Action any `json:"action"`
	}
)

// What a user reads in place of what was refused. The rules are in the reason,
// which gateways write to their own logs.
const (
	refusedRequest   = "The request was refused by a content check."
	refusedResponse  = "The response was withheld by a content check."
	uncheckedRequest = "The content check could not be done."
)

// gatewayRequest answers POST /request.
func (s *Server) gatewayRequest(_ context.Context, c *call) (*answer, *problem) {
	h, err := readHook(c.body, "messages")
	if err != nil {
		return nil, problemOf(err)
	}
	v, err := s.guard(judged{kind: audit.Prompt, sent: c.body}, c.body, h.list)
	if err != nil {
		return nil, unplaced(err)
	}
	return gatewayAnswer(v, c.body, h, &rejectAction{refusedRequest, http.StatusForbidden, v.reason}), nil
}

// gatewayResponse answers POST /response.
func (s *Server) gatewayResponse(_ context.Context, c *call) (*answer, *problem) {
	h, err := readHook(c.body, "choices")
	if err != nil {
		return nil, problemOf(err)
	}
	v, err := s.guard(judged{kind: audit.Response, sent: c.body}, c.body, h.list)
	if err != nil {
		return nil, unplaced(err)
	}
	if v.action == actionReject && s.config.ReplaceResponses {
		v.action, v.edits = actionMask, replaced(h.list)
	}
	return gatewayAnswer(v, c.body, h, &rejectAction{refusedResponse, http.StatusForbidden, v.reason}), nil
}

// hook is the body of a hook: its texts, and where the member "body" stands.
type hook struct {
	texts
	from, to int
}

// readHook reads {"body":{member:[…]}}, with everything in body; what stands
// beside it goes nowhere. A body without the list is none of these hooks.
func readHook(body []byte, member string) (*hook, error) {
	d := newReader(body)
	h := &hook{texts: texts{reader: d, wanted: member, reply: member == "choices"}}
	pointer, what := "/body", "there is no body around the "+member
	err := d.whole(func(name string) (err error) {
		if name != "body" {
			return d.skip()
		}
		pointer, what = "/body/"+member, "there is no list of "+member
		h.from, h.to, err = h.conversation()
		return err
	})
	switch {
	case err != nil:
	case h.wanted != "":
		err = missingAt(pointer, what, `the hook takes {"body":{"`+member+`":[…]}}`)
	default:
		err = h.checkable()
	}
	return h, err
}

// replaced puts a sentence in place of every text. Names of members stay
// different from each other.
func replaced(list []text) []edit {
	out := make([]edit, len(list))
	for i, t := range list {
		out[i] = edit{t.from, t.to, []byte(`"` + refusedResponse + `"`)}
		if t.name {
			out[i].literal = []byte(`"withheld ` + strconv.Itoa(i) + `"`)
		}
	}
	return out
}

// gatewayAnswer writes a verdict.
func gatewayAnswer(v verdict, body []byte, h *hook, reject *rejectAction) *answer {
	a := &answer{status: http.StatusOK, findings: v.findings, action: v.action}
	switch v.action {
	case actionMask:
		// The body goes back as it came, but for the edits.
		a.body = append(apply([]byte(`{"action":{"body":`), body, h.from, h.to, v.edits), `,"reason":`...)
		a.body = append(append(a.body, marshalText(v.reason)...), "}}\n"...)
	case actionReject:
		a.body = marshal(actionBody{reject})
	default:
		a.body = marshal(actionBody{passAction{v.reason}})
	}
	return a
}

// refuseRequest answers a request that could not be checked. A rejection blocks
// it also where a gateway is set to go on without its webhook.
func (s *Server) refuseRequest(p *problem) *answer {
	if s.config.Action == Observe {
		return &answer{status: http.StatusOK, action: actionPass, body: marshal(actionBody{passAction{p.reason()}})}
	}
	return &answer{
		status: http.StatusOK, action: actionReject,
		body: marshal(actionBody{rejectAction{uncheckedRequest, p.status, p.reason()}}),
	}
}

// refuseResponse is the same for responses. A gateway without a rejection gets
// an HTTP error: a body that was not read cannot be replaced.
func (s *Server) refuseResponse(p *problem) *answer {
	if s.config.ReplaceResponses && s.config.Action != Observe {
		return &answer{status: p.status, action: actionReject, body: p.json()}
	}
	return s.refuseRequest(p)
}
