package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/corpus"
)

// decode reads a body as what its shape says, and returns the codes of its
// notes and every text that a decoded body gives access to.
func decode(body []byte) (notes []contract.Note, texts []string, err error) {
	if strings.Contains(string(body), "editContextVersion") {
		ec, err := contract.ParseEditContext(body)
		if err != nil {
			return nil, nil, err
		}
		if ec.Source != nil {
			texts = append(texts, ec.Source.Language.Raw(), ec.Source.Code.Raw())
		}
		for _, c := range ec.Content {
			texts = append(texts, c.ID.Raw(), c.Text.Raw())
		}
		return ec.Notes, texts, nil
	}
	ask, err := contract.ParseAsk(body)
	if err != nil {
		return nil, nil, err
	}
	for _, item := range ask.ContextItems {
		texts = append(texts, item.Label.Raw(), item.Excerpt.Raw())
	}
	if ask.UI != nil {
		for _, w := range ask.UI.Shown() {
			texts = append(texts, w.ID.Raw(), w.Title.Raw())
		}
	}
	return ask.Notes, texts, nil
}

// TestContractDecodesBodies gives every body to the decoder.
func TestContractDecodesBodies(t *testing.T) {
	n := 0
	for _, v := range vectors(t) {
		if v.Carrier != corpus.Body {
			continue
		}
		n++
		t.Run(v.Name, func(t *testing.T) {
			notes, texts, err := decode([]byte(v.Payload.Raw()))
			if v.Expect.Outcome == corpus.Fails {
				if !errors.Is(err, &ringfence.Error{Code: ringfence.Code(v.Expect.Detail)}) {
					t.Errorf("error %v, want code %s", err, v.Expect.Detail)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			found := v.Canary != "" && strings.Contains(strings.Join(texts, "\x00"), v.Canary)
			switch v.Expect.Outcome {
			case corpus.Absent:
				if found {
					t.Error("the canary can be reached")
				}
			case corpus.Contained:
				if !found {
					t.Error("the canary cannot be reached")
				}
			case corpus.Found:
				for _, note := range notes {
					if string(note.Code) == v.Expect.Detail {
						return
					}
				}
				t.Errorf("no note %s", v.Expect.Detail)
			default:
				t.Errorf("expectation %s of a body is not checked", v.Expect)
			}
		})
	}
	if n < 10 {
		t.Errorf("%d bodies, want at least 10", n)
	}
}
