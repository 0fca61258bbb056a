package serve

import (
	"context"
	"errors"
	"net/http"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
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

// portkeyBody is what is read of a body. Where both sides stand is found first,
// since eventType may come last; only the one that it names is judged.
type portkeyBody struct {
	event             string
	request, response portkeySide
}

// portkeySide is request or response: its json, an object, nil without one; where
// that stands; and once they were read, its texts.
type portkeySide struct {
	texts
	name string
	json []byte
	from int
}

// portkey answers POST /v1/guardrail/portkey.
func (s *Server) portkey(_ context.Context, c *call) (*answer, *problem) {
	b, err := readPortkey(c.body)
	if err != nil {
		return nil, problemOf(err)
	}
	side, as := &b.request, judged{kind: audit.Prompt, sent: c.body}
	if b.event == afterRequest {
		side, as.kind = &b.response, audit.Response
	}
	if err := side.collect(); err != nil {
		return nil, problemOf(err)
	}
	without := ""
	if b.event == afterRequest {
		if as.prompt, err = b.request.prompt(s.checker); err != nil {
			p := problemOf(err)
			if s.config.RequirePrompt {
				return nil, p
			}
			without = "checked without its request (" + p.reason() + ")"
		}
	}
	as.from = side.from
	v, err := s.guard(as, side.json, side.list)
	if err != nil {
		return nil, unplaced(err)
	}
	if without != "" && v.reason != "" {
		without += "; "
	}
	a := &answer{status: http.StatusOK, findings: v.findings, action: v.action}
	out := portkeyAnswer{Verdict: v.action != actionReject, Data: portkeyData{v.action, without + v.reason, side.unread}}
	if a.body = marshal(out); v.action == actionMask {
		// The whole of the side goes back, as the interface wants it, and as it
		// came but for the edits.
		masked := apply([]byte(`{"transformedData":{"`+side.name+`":{"json":`), side.json, 0, len(side.json), v.edits)
		a.body = append(append(masked, "}},"...), a.body[1:]...)
	}
	return a, nil
}

// readPortkey reads a body.
func readPortkey(body []byte) (*portkeyBody, error) {
	d := newReader(body)
	b := &portkeyBody{request: portkeySide{name: "request"}, response: portkeySide{name: "response"}}
	b.response.reply = true
	err := d.whole(func(name string) (err error) {
		switch name {
		case "eventType":
			b.event, err = d.text()
		case b.request.name:
			err = b.request.find(d)
		case b.response.name:
			err = b.response.find(d)
		default:
			err = d.skip()
		}
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case b.event != beforeRequest && b.event != afterRequest:
		return nil, missingAt("/eventType", "the event is missing or not known", "it is "+beforeRequest+" or "+afterRequest)
	}
	return b, nil
}

// find finds json, the only member of a side with more in it than its copies.
func (p *portkeySide) find(d *reader) error {
	if d.is('n') {
		return d.skip()
	}
	return d.object(func(name string) error {
		if name != "json" || !d.is('{') {
			return d.skip()
		}
		from, to, err := d.place('{')
		p.from, p.json = from, d.body[from:to]
		return err
	})
}

// collect reads the texts of a side. Their places count from the start of its json.
func (p *portkeySide) collect() error {
	pointer := "/" + p.name + "/json"
	if p.json == nil {
		return missingAt(pointer, "there is no json object here", "")
	}
	p.reader = newReader(p.json)
	_, _, err := p.conversation()
	if err == nil {
		err = p.checkable()
	}
	var e *ringfence.Error
	if errors.As(err, &e) {
		if e.Offset >= 0 {
			e.Offset += int64(p.from)
		} else {
			e.Pointer = pointer
		}
	}
	return err
}

// prompt is a request as the prompt that a response is held against. The error
// says why it cannot be one.
func (p *portkeySide) prompt(c audit.Checker) ([]byte, error) {
	if err := p.collect(); err != nil {
		return nil, err
	}
	pointer := "/" + p.name + "/json"
	told := p.told()
	if len(told) == 0 {
		return nil, missingAt(pointer, "there is no message with text here", "docs/serve.md says what is read")
	}
	b := conversation(told, literalsOf(p.json, told))
	c.Prompt, c.Limits.Bytes = b, max(len(b), c.Limits.Bytes)
	if err := c.Validate(); err != nil {
		e := unplaced(err).err
		e.Pointer, e.Hint = pointer, "" // the hint is for those who call the command
		return nil, e
	}
	return b, nil
}

// refusePortkey answers what could not be checked. It is a verdict of false with
// status 200: the gateway counts an error of a webhook as a pass.
func (s *Server) refusePortkey(p *problem) *answer {
	action := actionReject
	if s.config.Action == Observe {
		action = actionPass
	}
	out := portkeyAnswer{Verdict: action == actionPass, Data: portkeyData{Action: action, Explanation: p.reason()}}
	return &answer{status: http.StatusOK, action: action, body: marshal(out)}
}
