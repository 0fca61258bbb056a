package serve

import (
	"context"
	"net/http"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

// The webhook guardrail of Portkey, as its documentation has it (see
// docs/serve.md). The body has request.json and response.json in the form of
// OpenAI's interfaces, and eventType. The answer has a verdict, which is true
// where nothing is wrong; transformedData, which replaces the whole of one of
// the two; and data, which the gateway keeps beside its log.
type (
	portkeyAnswer struct {
		Verdict bool        `json:"verdict"`
		Data    portkeyData `json:"data"`
	}
	portkeyData struct {
		Action      string `json:"action"`
		Explanation string `json:"explanation"`
		// Unread counts images and other parts that are no text.
		Unread int `json:"unread"`
	}
)

// The two moments at which Portkey calls.
const (
	beforeRequest = "beforeRequestHook"
	afterRequest  = "afterRequestHook"
)

// portkeyBody is what is read of a body. Both sides are read, since eventType
// may come last; only the one that it names is judged.
type portkeyBody struct {
	event             string
	request, response portkeySide
}

// portkeySide is request or response: its texts, and where its json stands.
type portkeySide struct {
	texts
	has      bool
	from, to int
}

// portkey answers POST /v1/guardrail/portkey.
func (s *Server) portkey(_ context.Context, c *call) (*answer, *problem) {
	b, err := readPortkey(c.body)
	if err != nil {
		return nil, problemOf(err)
	}
	side, as := &b.request, judged{kind: audit.Prompt}
	if b.event == afterRequest {
		side, as = &b.response, judged{kind: audit.Response}
		if b.request.has {
			told := b.request.told()
			as.prompt = conversation(told, literalsOf(c.body, told))
		}
	}
	if err := side.checkable(); err != nil {
		return nil, problemOf(err)
	}
	v, err := s.guard(as, c.body, side.list)
	if err != nil {
		return nil, problemOf(err)
	}
	a := &answer{status: http.StatusOK, findings: v.findings, action: v.action}
	out := portkeyAnswer{Verdict: v.action != actionReject, Data: portkeyData{v.action, v.reason, side.unread}}
	if a.body = marshal(out); v.action == actionMask {
		name := "request"
		if b.event == afterRequest {
			name = "response"
		}
		// The whole of the side goes back, as the interface wants it, and as it
		// came but for the edits.
		masked := apply([]byte(`{"transformedData":{"`+name+`":{"json":`), c.body, side.from, side.to, v.edits)
		a.body = append(append(masked, "}},"...), a.body[1:]...)
	}
	return a, nil
}

// readPortkey reads a body.
func readPortkey(body []byte) (*portkeyBody, error) {
	d := newReader(body)
	b := &portkeyBody{}
	b.request.reader, b.response.reader = d, d
	err := d.whole(func(name string) (err error) {
		switch name {
		case "eventType":
			b.event, err = d.text()
		case "request":
			err = b.request.read()
		case "response":
			b.response.reply = true
			err = b.response.read()
		default:
			err = d.skip()
		}
		return err
	})
	missing := func(message, hint string) error {
		return &ringfence.Error{Code: contract.CodeMissing, Message: message, Hint: hint, Offset: ringfence.NoOffset}
	}
	switch {
	case err != nil:
		return nil, err
	case b.event != beforeRequest && b.event != afterRequest:
		return nil, missing("eventType is missing or not known", "it is "+beforeRequest+" or "+afterRequest)
	case b.event == beforeRequest && !b.request.has || b.event == afterRequest && !b.response.has:
		return nil, missing("the json that eventType speaks of is missing", "send request.json or response.json")
	}
	return b, nil
}

// read reads one side; json is the only member with more in it than its copies.
func (p *portkeySide) read() error {
	if p.is('n') {
		return p.skip()
	}
	return p.object(func(name string) (err error) {
		if name != "json" || !p.is('{') {
			return p.skip()
		}
		p.has = true
		p.from, p.to, err = p.conversation()
		return err
	})
}

// refusePortkey answers what could not be checked. It is a verdict of false with
// status 200: the gateway counts an error of a webhook as a pass.
func (s *Server) refusePortkey(p *problem) *answer {
	action := actionReject
	if s.config.Action == Observe {
		action = actionPass
	}
	out := portkeyAnswer{Verdict: action == actionPass, Data: portkeyData{Action: action, Explanation: string(p.err.Code)}}
	return &answer{status: http.StatusOK, action: action, body: marshal(out)}
}
