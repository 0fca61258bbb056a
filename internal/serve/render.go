package serve

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/render"
)

// HeaderNext is the header of /v1/render with the first ordinal of the next
// prompt of the conversation.
const HeaderNext = "Promptcheck-Next-Ordinal"

// render answers POST /v1/render with what promptcheck render --format json
// prints. The answer holds the nonce and the data: it is for the application.
func (s *Server) render(ctx context.Context, c *call) (*answer, *problem) {
	in, format, err := readRender(c.body)
	if err != nil {
		return nil, problemOf(err)
	}
	p, err := s.config.Render(ctx, in)
	if err != nil {
		return nil, problemOf(err)
	}
	var b bytes.Buffer
	if err := writeAs(&b, p, format); err != nil {
		return nil, problemOf(err)
	}
	return &answer{
		status: http.StatusOK, body: b.Bytes(),
		header: map[string]string{HeaderNext: strconv.Itoa(p.NextOrdinal())},
	}, nil
}

func writeAs(b *bytes.Buffer, p *render.Prompt, format string) error {
	if format == "messages" {
		return p.WriteMessages(b)
	}
	return p.WriteJSON(b)
}

// readRender reads the body of /v1/render. Every member is known, no name comes
// twice, and one of context and ask is there.
func readRender(body []byte) (in RenderInput, format string, err error) {
	d := newReader(body)
	err = d.whole(func(name string) (err error) {
		switch name {
		case "context", "ask":
			if in.Body != nil {
				return d.fail("there is a context and an ask body", "send one of the two")
			}
			in.Ask = name == "ask"
			in.Body, err = d.raw('{')
		case "prev":
			in.Prev, err = d.raw('{')
		case "request":
			var text string
			text, err = d.text()
			in.Request = &text
		case "budget":
			in.Budget, err = d.count()
		case "first":
			in.First, err = d.count()
		case "encoding":
			in.Encoding, err = d.text()
		case "style":
			in.Style, err = d.text()
		case "nonce":
			in.Nonce, err = d.text()
		case "format":
			if format, err = d.text(); err == nil && format != "json" && format != "messages" {
				err = d.fail("the format is not known", "there are json and messages")
			}
		default:
			err = d.fail("there is a member that is not known", "docs/openapi.json lists the members")
		}
		return err
	})
	switch {
	case err != nil:
		return in, "", err
	case in.Body == nil:
		return in, "", &ringfence.Error{
			Code: contract.CodeMissing, Message: "there is nothing to render", Offset: ringfence.NoOffset,
			Hint: "send an edit context as context, or an ask body as ask",
		}
	}
	return in, format, nil
}
