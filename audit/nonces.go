package audit

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/fence"
)

// maskedNonce stands for a nonce wherever text of a body is shown.
const maskedNonce = "**********"

// maxNonces is how many nonces are looked for in what is shown: a conversation
// has one, and what has more than these is forged.
const maxNonces = 64

// Nonces returns the nonces that a check of the body knows: those of the prompt
// that the checker has, and those that stand in fence lines of the body, whether
// it is a prompt or a text that holds one. A report of the findings must not show
// them. At most 64 are returned, those of the checker's prompt first.
func (c Checker) Nonces(body []byte) []fence.Nonce {
	out := c.promptNonces()
	if doc, err := promptdoc.Read(body, c.Limits); err == nil {
		for _, n := range noncesOf(doc) {
			out = addNonce(out, n)
		}
	}
	return noncesIn(out, string(body))
}

// promptNonces returns the nonces of the prompt that the checker has; none if it
// cannot be read, which checks that need it report.
func (c Checker) promptNonces() []fence.Nonce {
	var out []fence.Nonce
	if c.Prompt == nil {
		return out
	}
	if p := c.readyFor(c.Prompt, func(p *prepared) []byte { return p.prompt }); p != nil {
		for _, n := range p.given.nonces {
			out = addNonce(out, n)
		}
		return out
	}
	if doc, err := promptdoc.Read(c.Prompt, c.Limits); err == nil {
		return noncesOf(doc)
	}
	return out
}

// noncesOf returns the nonces of a prompt: the one that it declares, and those in
// its fence lines.
func noncesOf(doc *promptdoc.Document) []fence.Nonce {
	var out []fence.Nonce
	if n, err := fence.ParseNonce(doc.Nonce); err == nil {
		out = addNonce(out, n)
	}
	for _, m := range doc.Messages {
		out = noncesIn(out, m.Text)
	}
	return out
}

// noncesIn adds what stands at the place of a nonce in fence lines of a text, those
// of no block too: which of several is the real one cannot be seen.
func noncesIn(out []fence.Nonce, text string) []fence.Nonce {
	for m := range fence.FenceShapes(text) {
		if len(out) == maxNonces {
			break
		}
		from := m.End
		for from < len(text) && text[from] == '-' {
			from++
		}
		to := from
		for to < len(text) && ('a' <= text[to] && text[to] <= 'z' || '2' <= text[to] && text[to] <= '7') {
			to++
		}
		if n, err := fence.ParseNonce(text[from:to]); err == nil {
			out = addNonce(out, n)
		}
	}
	return out
}

func addNonce(out []fence.Nonce, n fence.Nonce) []fence.Nonce {
	if n.IsZero() || len(out) >= maxNonces || slices.Contains(out, n) {
		return out
	}
	return append(out, n)
}

// maskPointer replaces nonces in a pointer. They are asked for only where one could
// stand in it: pointers into prompts are made of a few short names.
func maskPointer(p string, nonces func() []fence.Nonce) string {
	if !longWord(p) {
		return p
	}
	return maskNonces(p, nonces())
}

// longWord reports whether a text can hold a nonce in some folding.
func longWord(s string) bool {
	n := 0
	for _, b := range []byte(s) {
		switch {
		case b >= utf8.RuneSelf, b == '\r':
			return true // read as letters, or as nothing
		case isLetter(b), '0' <= b && b <= '9':
			n++
		default:
			n = 0
		}
		if n == fence.NonceLen {
			return true
		}
	}
	return false
}

// maskNonces replaces nonces in a text, in every folding that package fence knows.
func maskNonces(s string, nonces []fence.Nonce) string {
	for _, n := range nonces {
		found := n.Find(s)
		if len(found) == 0 {
			continue
		}
		var b strings.Builder
		at := 0
		for _, m := range found {
			if m.Start >= at { // one that overlaps the one before is masked with it
				b.WriteString(s[at:m.Start] + maskedNonce)
			}
			at = max(at, m.End)
		}
		s = b.String() + s[at:]
	}
	return s
}

// maskError is an error whose pointer shows no nonce, and no secret.
func maskError(err error, secrets func(string) string, nonces func() []fence.Nonce) error {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return err
	}
	pointer := maskPointer(secrets(e.Pointer), nonces)
	if pointer == e.Pointer {
		return err
	}
	with := *e
	with.Pointer = pointer
	return &with
}
