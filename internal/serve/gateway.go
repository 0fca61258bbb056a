package serve

import (
	"context"
	"net/http"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
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
	h, err := readHook(c.body, "messages", func(t *texts) error { return t.message("") })
	if err != nil {
		return nil, problemOf(err)
	}
	v, err := s.guard(judged{kind: audit.Prompt}, c.body, h.list)
	if err != nil {
		return nil, problemOf(err)
	}
	return gatewayAnswer(v, c.body, h, &rejectAction{refusedRequest, http.StatusForbidden, v.reason}), nil
}

// gatewayResponse answers POST /response.
func (s *Server) gatewayResponse(_ context.Context, c *call) (*answer, *problem) {
	h, err := readHook(c.body, "choices", func(t *texts) error { return t.choice() })
	if err != nil {
		return nil, problemOf(err)
	}
	v, err := s.guard(judged{kind: audit.Response}, c.body, h.list)
	if err != nil {
		return nil, problemOf(err)
	}
	if v.action == actionReject && s.config.ReplaceResponses {
		v.action, v.edits = actionMask, nil
		for _, t := range h.list {
			v.edits = append(v.edits, edit{t.from, t.to, []byte(`"` + refusedResponse + `"`)})
		}
	}
	return gatewayAnswer(v, c.body, h, &rejectAction{refusedResponse, http.StatusForbidden, v.reason}), nil
}

// hook is the body of a hook: its texts, and where the member "body" stands.
type hook struct {
	texts
	from, to int
}

// readHook reads {"body":{member:[element…]}}. What else is there is kept.
func readHook(body []byte, member string, element func(*texts) error) (*hook, error) {
	d := newReader(body)
	h, has := &hook{texts: texts{reader: d}}, false
	err := d.whole(func(name string) error {
		if name != "body" {
			return d.skip()
		}
		var err error
		h.from, h.to, err = d.objectAt(func(name string) error {
			if name != member {
				return d.skip()
			}
			has = true
			return d.array(func() error { return element(&h.texts) })
		})
		return err
	})
	if err == nil && !has {
		err = &ringfence.Error{
			Code: contract.CodeMissing, Message: "there is no list of " + member + " in the body", Offset: ringfence.NoOffset,
			Hint: `the body is {"body":{"` + member + `":[…]}}`,
		}
	}
	return h, err
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
		return &answer{status: http.StatusOK, action: actionPass, body: marshal(actionBody{passAction{string(p.err.Code)}})}
	}
	return &answer{
		status: http.StatusOK, action: actionReject,
		body: marshal(actionBody{rejectAction{uncheckedRequest, p.status, string(p.err.Code)}}),
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
