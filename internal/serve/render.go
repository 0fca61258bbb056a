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

// Bounds on the parts of a prompt.
const (
	// MaxParts is how many parts a body may have: a turn calls a few dozen tools.
	MaxParts = 1024
	// MaxSource is the longest name of a part's source, in bytes. It comes back with
	// the block.
	MaxSource = 1024
)

// readRender reads the body of /v1/render. Every member is known, no name comes
// twice, and there is one of context and ask, or a part.
func readRender(body []byte) (in RenderInput, format string, err error) {
	d := newReader(body)
	err = d.whole(func(name string) (err error) {
		switch name {
		case "context", "ask":
			if in.Body != nil {
				return d.fail("there is a context and an ask body", "send one of the two")
			}
			in.Ask = name == "ask"
			in.Body, in.BodyAt, err = d.rawAt('{')
		case "parts":
			err = d.array(func() error {
				if len(in.Parts) == MaxParts {
					return d.fail("there are more than "+strconv.Itoa(MaxParts)+" parts", "send what the turn needs, or join texts")
				}
				p, err := d.part(len(in.Parts))
				in.Parts = append(in.Parts, p)
				return err
			})
		case "prev":
			in.Prev, in.PrevAt, err = d.rawAt('{')
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
	case in.Body == nil && len(in.Parts) == 0:
		return in, "", &ringfence.Error{
			Code: contract.CodeMissing, Message: "there is nothing to render", Offset: ringfence.NoOffset,
			Hint: "send an edit context as context, an ask body as ask, or other text as parts",
		}
	}
	return in, format, nil
}

// part reads part i of a prompt.
func (d *reader) part(i int) (p RenderPart, err error) {
	var kind, text bool
	err = d.object(func(name string) (err error) {
		switch name {
		case "kind":
			kind = true
			p.Kind, err = d.text()
		case "text":
			text = true
			p.Text, err = d.text()
		case "source":
			if p.Source, err = d.text(); err == nil && (p.Source == "" || len(p.Source) > MaxSource) {
				err = d.fail("the name of a source is empty, or longer than "+strconv.Itoa(MaxSource)+" bytes", "name it, or leave source out")
			}
		default:
			err = d.fail("a part has a member that is not known", "there are kind, text and source")
		}
		return err
	})
	if err == nil && !(kind && text) {
		missing := "text"
		if !kind {
			missing = "kind"
		}
		err = missingAt("/parts/"+strconv.Itoa(i)+"/"+missing, "a part lacks its "+missing, "each part has kind and text")
	}
	return p, err
}
