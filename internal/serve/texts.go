package serve

import (
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// text is one text of a hook's body that a model reads or wrote: where its JSON
// string stands, and whose it is.
type text struct {
	from, to int // of the literal in the body, quotation marks included
	role     string
	// fixed is a text that is read by a program, such as the arguments of a tool
	// call: it is checked and never masked.
	fixed bool
	// name is the name of a member; declared is what is said about tools. Neither
	// is part of what a prompt tells a model to do.
	name, declared bool
}

// texts collects every string of a body, whatever interface it belongs to. What
// is left out is in closed lists (members.go): a string in a member that nobody
// knows is read like any other.
type texts struct {
	*reader
	list []text
	// unread counts what is no text, such as images: nobody looks at it here.
	unread int
	// reply is true for what a model answered.
	reply bool
	// read reports whether there was a text at all, or a place for one that says
	// that there is none.
	read  bool
	depth int
	// wanted is the list without which a body is not one of its hook; "" for none,
	// and once it was there.
	wanted string
}

// Bounds on what a hook reads.
const (
	// maxNesting is how deep a body nests: interfaces nest about ten levels, and
	// the schema of a tool a few more.
	maxNesting = contract.DefaultDepth
	// maxTexts bounds the strings of a body. Each is a message of its own in what
	// is checked; a long conversation with many tools has a few thousand.
	maxTexts = 16 << 10
)

// conversation reads the request or response that comes next, an object, and
// returns its place.
func (t *texts) conversation() (from, to int, err error) {
	from, to, err = t.objectAt(func(name string) error { return t.member(place{}, name, true) })
	rest := "user"
	if t.reply {
		rest = "assistant"
	}
	for i := range t.list {
		if t.list[i].role == "" {
			t.list[i].role = rest
		}
	}
	return from, to, err
}

// told returns what a prompt tells a model: not its tools, nor what programs read.
func (t *texts) told() []text {
	var out []text
	for _, x := range t.list {
		if !x.fixed && !x.declared {
			out = append(out, x)
		}
	}
	return out
}

// checkable is an error where nothing that was read is text: then nothing was
// checked.
func (t *texts) checkable() error {
	if t.read {
		return nil
	}
	return &ringfence.Error{
		Code: contract.CodeMissing, Message: "there is no text here that could be checked", Offset: ringfence.NoOffset,
		Hint: "docs/serve.md says what is read",
	}
}

// member reads one member of an object that stands at p; top is true for those of
// the whole.
func (t *texts) member(p place, name string, top bool) error {
	if !plainName(name) {
		if err := t.add(text{from: t.nameFrom, to: t.nameTo, role: p.role, fixed: true, name: true, declared: p.declared}); err != nil {
			return err
		}
	}
	if top && name == t.wanted {
		if t.wanted = ""; !t.is('[') {
			return t.fail("a list is expected", "")
		}
	}
	switch {
	case isUnshown(name), top && t.reply && isEchoed(name):
		return t.skip()
	case name == "embedding" && t.reply:
		t.read = true
		t.unread++
		return t.skip()
	}
	return t.value(p.member(name, top), name)
}

// value reads what stands at p, under a name.
func (t *texts) value(p place, name string) error {
	switch kind := t.dec.PeekKind(); kind {
	case '"':
		return t.literal(p, name)
	case '[', '{':
		if t.depth++; t.depth > maxNesting {
			return &ringfence.Error{Code: contract.CodeDepth, Message: "the body nests too deep to be checked", Offset: t.dec.InputOffset()}
		}
		defer func() { t.depth-- }()
		if kind == '[' {
			return t.array(func() error { return t.value(p, name) })
		}
		return t.inner(p)
	case 'n':
		t.read = t.read || p.words
	case '0', 't', 'f':
		if p.words {
			return t.fail("there is no text where one should be", "tokens are text that cannot be checked: send the text")
		}
	}
	return t.skip()
}

// inner reads an object at p. Its own role is that of its texts, wherever it
// stands among them; objects inside may have another.
func (t *texts) inner(p place) error {
	first, unread := len(t.list), t.unread
	role, medium := "", false
	err := t.object(func(name string) (err error) {
		medium = medium || isMedium(name)
		switch {
		case name == "role" && p.message:
			role, err = t.roleName()
			return err
		case name == "type" && t.is('"'):
			from := len(t.list)
			err = t.value(p.member(name, false), name)
			medium = medium || len(t.list) == from && isMedium(t.last())
			if len(t.list) == from && isResult(t.last()) && role == "" {
				role = "tool"
			}
			return err
		}
		return t.member(p, name, false)
	})
	for i := first; role != "" && i < len(t.list); i++ {
		if t.list[i].role == "" {
			t.list[i].role = role
		}
	}
	if medium {
		t.unread = unread + 1 // one part, whatever it is made of
	}
	return err
}

// roleName reads a role. One that nobody knows is no role of anybody: it could say
// anything, and a model may be shown it.
func (t *texts) roleName() (string, error) {
	if !t.is('"') {
		return "", t.fail("a role is a string", "")
	}
	name, err := t.reader.text()
	if name = strings.ToLower(name); err == nil && !isRole(name) {
		err = t.fail("the role is not known", "docs/serve.md lists the roles")
	}
	return name, err
}

// literal reads one string.
func (t *texts) literal(p place, name string) error {
	from, to, err := t.place('"')
	if err != nil {
		return err
	}
	inside := t.body[from+1 : to-1]
	switch {
	case isOpaque(name) && plainWord(inside):
		return nil
	case mayBeBinary(name) && isBinary(inside):
		t.read = t.read || name == "b64_json" // an image that was asked for
		t.unread++
		return nil
	}
	t.read = true
	return t.add(text{from: from, to: to, role: p.role, fixed: !p.mask, declared: p.declared})
}

// last is the string that was read last, without its quotation marks.
func (t *texts) last() string {
	to := int(t.dec.InputOffset()) - 1
	from := to
	for from > 0 && t.body[from-1] != '"' {
		from--
	}
	return string(t.body[from:to])
}

// add keeps a text.
func (t *texts) add(x text) error {
	if len(t.list) >= maxTexts {
		return &ringfence.Error{
			Code: CodeBody, Message: "the body has more than " + strconv.Itoa(maxTexts) + " texts", Offset: int64(x.from),
			Hint: "what is not read cannot be checked; send fewer messages or tools",
		}
	}
	t.list = append(t.list, x)
	return nil
}
