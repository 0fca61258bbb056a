package serve

// text is one text of a hook's body that a model reads or wrote: where its JSON
// string stands, and whose it is.
type text struct {
	from, to int // of the literal in the body, quotation marks included
	role     string
	// fixed is a text that is read by a program, such as the arguments of a tool
	// call: it is checked and never masked.
	fixed bool
}

// texts collects texts from a body.
type texts struct {
	*reader
	list []text
	// unread counts what is no text, such as images: nobody looks at it here.
	unread int
}

// add reads one string.
func (t *texts) add(role string, fixed bool) error {
	from, to, err := t.place('"')
	if err == nil {
		t.list = append(t.list, text{from, to, role, fixed})
	}
	return err
}

// message reads an object with a role and a content, in either order.
func (t *texts) message(role string) error {
	first := len(t.list)
	err := t.object(func(name string) (err error) {
		switch name {
		case "role":
			role, err = t.roleName()
		case "content", "refusal":
			err = t.content()
		case "tool_calls":
			err = t.listOf(t.toolCall)
		case "function_call":
			err = t.function()
		default:
			err = t.skip()
		}
		return err
	})
	for i := first; i < len(t.list); i++ {
		t.list[i].role = role
	}
	return err
}

// roleName reads a role. What is no string is no role of anybody.
func (t *texts) roleName() (string, error) {
	if !t.is('"') {
		return "", t.fail("a role is a string", "")
	}
	return t.reader.text()
}

// content reads a string, null, or a list of strings and parts.
func (t *texts) content() error {
	switch {
	case t.is('"'):
		return t.add("", false)
	case t.is('['):
		return t.array(t.part)
	case t.is('n'):
		return t.skip()
	}
	return t.fail("a content is a string, null or a list of parts", "")
}

// part reads one part of a content.
func (t *texts) part() error {
	if t.is('"') {
		return t.add("", false)
	}
	has := false
	err := t.object(func(name string) error {
		if name == "text" && t.is('"') {
			has = true
			return t.add("", false)
		}
		return t.skip()
	})
	if !has {
		t.unread++
	}
	return err
}

// listOf reads a list, or null for none.
func (t *texts) listOf(element func() error) error {
	if t.is('n') {
		return t.skip()
	}
	return t.array(element)
}

// toolCall reads the function of a tool call.
func (t *texts) toolCall() error {
	return t.object(func(name string) error {
		if name == "function" {
			return t.function()
		}
		return t.skip()
	})
}

// function reads the name and the arguments of a call, which are text of a model.
func (t *texts) function() error {
	if t.is('n') {
		return t.skip()
	}
	return t.object(func(name string) error {
		if (name == "arguments" || name == "name") && t.is('"') {
			return t.add("", true)
		}
		return t.skip()
	})
}

// choice reads one choice of a response: a message, or the text of a completion.
func (t *texts) choice() error {
	return t.object(func(name string) error {
		switch {
		case name == "message":
			return t.message("assistant")
		case name == "text" && t.is('"'):
			return t.add("assistant", false)
		}
		return t.skip()
	})
}

// plain reads a string or a list of strings; the rest (tokens, nothing) is no
// text.
func (t *texts) plain(role string) error {
	switch {
	case t.is('"'):
		return t.add(role, false)
	case t.is('['):
		return t.array(func() error {
			if t.is('"') {
				return t.add(role, false)
			}
			return t.skip()
		})
	}
	return t.skip()
}
