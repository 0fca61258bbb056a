package audit

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// Checker checks bodies. The zero Checker has the default limits; its methods
// are safe for concurrent use.
type Checker struct {
	// Limits caps what is read; Bytes and Depth hold for prompts too.
	Limits contract.Limits

	// Model names the model whose context window prompts must fit, as in
	// "gpt-4o"; empty for none. An unknown name is an error of every check.
	Model string
	// Window is the context window in tokens, in place of what is known of the
	// model; zero for that.
	Window int
	// With is the payload, an ask body or edit context, that checked prompts were
	// made of: what it withholds must not be in them. Nil for none.
	With []byte
	// Prompt is the prompt, in any form that kind prompt takes, that checked
	// answers were given to. Nil for none: then only what needs no prompt is
	// checked.
	Prompt []byte
	// Pins is a pin file as [Pin] writes it, against which tool definitions are
	// held. Nil for none.
	Pins []byte

	ready *prepared // of Prepare; nil without it
}

// Check checks one body as kind and returns what it found, sorted by offset and
// rule; file is only copied into the findings, and its extension helps [Auto].
//
// The error is a *[ringfence.Error] and means that the body could not be
// checked: it is not what kind says, breaks off, exceeds a limit, or breaks a
// MUST that leaves nothing to judge, such as an unsupported version. Then there
// are no findings. [RuleByCode] documents the error.
func (c Checker) Check(kind Kind, file string, body []byte) ([]Finding, error) {
	var col collector
	if c.With != nil {
		col.mask = c.maskSecrets
	}
	err := c.check(&col, kind, file, body)
	list, err := c.findings(&col, file, body, err)
	if len(col.hidden) > 0 {
		c.blind(list, kind, file, body, col.hidden)
	}
	return list, err
}

// findings are those that a check collected which ended with err. Nothing that they
// or the error say has a nonce or a secret in it.
func (c Checker) findings(col *collector, file string, body []byte, err error) ([]Finding, error) {
	nonces := sync.OnceValue(func() []fence.Nonce {
		out := c.promptNonces()
		if col.doc != nil {
			out = append(out, noncesOf(col.doc)...)
		}
		return out
	})
	if err != nil {
		return nil, maskError(err, c.maskSecrets, nonces)
	}
	list := col.findings(file, body)
	for i := range list {
		list[i].Pointer = maskPointer(list[i].Pointer, nonces)
	}
	return list, nil
}

// check fills a collector with what is found in a body.
func (c Checker) check(col *collector, kind Kind, file string, body []byte) error {
	if kind == Auto {
		var err error
		if kind, err = shape(file, body); err != nil {
			return err
		}
	}
	switch kind {
	case EditContext:
		return c.editContext(col, body)
	case Ask:
		return c.ask(col, body)
	case Prompt:
		return c.prompt(col, body)
	case Log:
		return c.log(col, body)
	case Policy:
		return c.policy(col, file, body)
	case Text:
		return c.text(col, file, body)
	case Response:
		return c.response(col, body)
	case Tools:
		return c.tools(col, body)
	case Auto:
	}
	return unknownShape("there is no such kind of body", "use one of the kinds of this package")
}

// shape tells what a body is.
func shape(file string, body []byte) (Kind, error) {
	if looksLikeLog(body) {
		return Log, nil
	}
	if kind, ok := namedKind(file); ok {
		return kind, nil
	}
	if !promptdoc.LooksLikeJSON(file, body) {
		if isSource(file) && !strings.EqualFold(filepath.Ext(file), expectation) {
			return Text, nil
		}
		if len(bytes.TrimSpace(body)) == 0 && !isDocument(file) {
			return Auto, unknownShape("the file is empty", "say --kind prompt if an empty prompt is meant; it is one by its name in .md, .txt or .prompt")
		}
		return Prompt, nil
	}
	if several(body) {
		return Auto, unknownShape("the file has the members of two kinds", "say which one it is with --kind: each kind leaves out what belongs to another")
	}
	switch contract.ShapeOf(body) {
	case contract.ShapeEditContext:
		return EditContext, nil
	case contract.ShapeAsk:
		return Ask, nil
	case contract.ShapeStored:
		return Auto, unknownShape("a stored state is not checked", "check the ask body that it was made from")
	case contract.ShapeUnknown:
	}
	form := promptdoc.FormOf(body)
	if form != promptdoc.Rendered && looksLikeTools(body) {
		return Tools, nil
	}
	if form != promptdoc.Text {
		return Prompt, nil
	}
	// Something is wrong with it as JSON, or it is JSON that nobody here knows.
	// The parser of the nearest contract says which.
	if _, err := contract.ParseAsk(body); err != nil {
		return Auto, asUnknown(err, body)
	}
	return Auto, unknownShape("the file is none of the known shapes", shapeHintOf(body))
}

// asUnknown keeps errors of syntax, and makes all others "unknown shape": an
// object that is no ask body is not a bad ask body.
func asUnknown(err error, body []byte) error {
	e, ok := err.(*ringfence.Error) //nolint:errorlint // contract returns exactly this
	if ok {
		switch e.Code {
		case contract.CodeSize, contract.CodeTruncated, contract.CodeSyntax, contract.CodeTrailing,
			contract.CodeDepth, contract.CodeDuplicate, contract.CodeDuplicateReplaced:
			return e
		}
	}
	return unknownShape("the file looks like JSON and is none of the known shapes", shapeHintOf(body))
}

func unknownShape(message, hint string) error {
	return &ringfence.Error{Code: contract.CodeShape, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}
