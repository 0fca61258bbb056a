package audit

import (
	"bytes"
	"errors"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// response checks an answer of a model: a text, or the JSON of a chat interface,
// in which every string is looked at, names of members included. With a prompt it
// is also held against that.
func (c Checker) response(col *collector, body []byte) error {
	if err := c.size(body); err != nil {
		return err
	}
	known, err := c.given()
	if err != nil {
		return err
	}
	if !isJSONAnswer(body) {
		put := newPlaced(col, promptdoc.PlainSpan(0), 0, at(""), string(body))
		if decoded, ok := utf16Text(body); ok {
			put.text, put.coded = decoded, true
		}
		known.answer(put.text, false, put)
		return nil
	}
	return promptdoc.EachString(body, c.Limits, func(s *promptdoc.String) error {
		arguments := s.Under("arguments") || s.Under("input") || s.Under("args")
		known.answer(s.Text, arguments, newPlaced(col, s.Span, 0, s.Pointer, s.Text))
		return nil
	})
}

// isJSONAnswer reports whether an answer is an object or array of JSON, by its
// first character and what follows. One that breaks off is not taken for text.
func isJSONAnswer(body []byte) bool {
	rest := bytes.TrimLeft(bytes.TrimPrefix(body, []byte(bom)), " \t\r\n")
	return len(rest) > 0 && (rest[0] == '{' || rest[0] == '[') && promptdoc.LooksLikeJSON("", body)
}

// given is what a prompt tells about the answers to it.
type given struct {
	nonces       []fence.Nonce // at most maxNonces
	instructions *echoes       // runs of words of the instructions
	data         *echoes       // runs of letters of the data: of blocks, and what tools returned
	urls         string        // the data itself: an address that stands in it was not made
}

// given reads the prompt that answers were given to.
func (c Checker) given() (*given, error) {
	g := &given{}
	if c.Prompt == nil {
		return g, nil
	}
	if p := c.readyFor(c.Prompt, func(p *prepared) []byte { return p.prompt }); p != nil {
		return p.given, nil
	}
	if err := isPrompt(c.Prompt); err != nil {
		return nil, err
	}
	doc, err := readPrompt(c.Prompt, c.Limits)
	if err != nil {
		return nil, err
	}
	g.instructions, g.data = newEchoes(), newEchoes()
	var all strings.Builder
	data := func(s string) {
		g.data.addLetters(s)
		all.WriteString(s)
		all.WriteByte('\n')
	}
	g.nonce(doc.Nonce)
	for _, m := range doc.Messages {
		blocks := inspectBlocks(m.Text)
		for _, b := range blocks {
			g.nonce(b.Nonce.Reveal())
			data(b.Data.Raw())
		}
		eachOutside(m.Text, blocks, func(start, end int) {
			switch text := m.Text[start:end]; {
			case m.Tool:
				data(text)
			case !isAnswer(m.Role):
				g.instructions.words(text)
			}
		})
	}
	g.urls = all.String()
	return g, nil
}

// isAnswer reports the roles of what a model said before: that it says it again
// gives no instruction away.
func isAnswer(role string) bool { return role == "assistant" || role == "model" }

// isPrompt is an error for a file that is something else than a prompt: an answer
// that is held against it would have nothing of the prompt in it, whatever it holds.
func isPrompt(body []byte) error {
	if promptdoc.FormOf(body) != promptdoc.Text {
		return nil
	}
	kind, err := shape("", body)
	var e *ringfence.Error
	switch {
	case err == nil && kind != Prompt:
		return unknownShape("what answers were given to is no prompt but of kind "+kind.String(), promptdoc.Hint)
	case bytes.IndexByte(body, 0) >= 0:
		return unknownShape("what answers were given to is no text", promptdoc.Hint)
	case errors.As(err, &e) && e.Code == contract.CodeSyntax:
		return nil // a text that begins with a bracket
	}
	return err
}

func (g *given) nonce(code string) {
	if n, err := fence.ParseNonce(code); err == nil {
		g.nonces = addNonce(g.nonces, n)
	}
}

// answer looks at one text of an answer.
func (g *given) answer(s string, arguments bool, put placed) {
	everything(s, setting{answer: true}, answerSink{put})
	for _, n := range g.nonces {
		seen, start, end := evidence{text: s}, -1, 0
		eachSpill(s, n, func(from, to int) {
			if start < 0 || from < start {
				start, end = from, to
			}
			if seen.n <= maxCounted {
				seen.hit(from, to)
			}
		})
		if start >= 0 {
			addAll(put, &seen, idAnswerNonce, start, end, "the code of the prompt's fences: whoever reads the answer can forge them; draw another")
		}
	}
	if g.instructions != nil {
		seen := evidence{text: s}
		if start, end, ok := g.instructions.findWords(s, &seen); ok {
			addAll(put, &seen, idDisclosed, start, end, "a run of words that stands in the instructions of the prompt: the answer gives them away")
		}
	}
	if g.data == nil {
		return
	}
	g.addresses(s, put)
	if arguments {
		seen := evidence{text: s}
		if start, end, ok := g.data.findAll(s, &seen); ok {
			addAll(put, &seen, idDataInArgs, start, end, "an argument of a tool with a piece of sealed data in it: decide with the provenance of the prompt")
		}
	}
}

// answerSink leaves out what an answer may well hold.
type answerSink struct{ placed }

func (a answerSink) add(rule string, start, end int, message string) {
	switch rule {
	case idEncodedText, idBomb, idUnbroken, idControlToken:
		return
	}
	a.placed.add(rule, start, end, message)
}

// asciiLower is s in lower case, byte for byte: places stay.
func asciiLower(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for k := i; k < len(b); k++ {
				if b[k] >= 'A' && b[k] <= 'Z' {
					b[k] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}
