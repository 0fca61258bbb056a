package contract

import "github.com/ringfence/ringfence"

// window reads one entry of openWindows. What could show a window by mistake is
// an error here: a name in another case, a flag of another type, two ids.
func (p *askParser) window(e *entry) error {
	const class = "/ui/openWindows/*"
	var id, key *string
	var keyAt int64
	err := p.object("a window object", func(name string, at int64) (err error) {
		switch name {
		case "id":
			id, err = p.windowID()
		case "key":
			keyAt = at
			key, err = p.windowID()
		case "title":
			e.title, err = p.data(class)
		case "withheld":
			e.withheld, err = p.withheldFlag()
		case "isFocused":
			e.focused, err = p.flag()
		default:
			if windowNames.nearMember(name) {
				return p.lookalike(at)
			}
			return p.skip(name, at, windowNames)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case id == nil && key == nil:
		return p.missing(e.at, windowNames, "id")
	case id != nil && key != nil && *id != *key:
		return p.fail(CodeConflict, keyAt, "the window has an id and a key that differ", "send the id alone")
	case id != nil:
		e.id = *id
	default:
		e.id = *key
	}
	e.folded = foldID(e.id)
	if e.folded == "" {
		return p.fail(CodeMissing, e.at, "the window id is empty", "")
	}
	return nil
}

// windowID reads an id. It is required of every window: one without could not
// be held against those that are withheld.
func (p *askParser) windowID() (*string, error) {
	at := p.offset()
	s, err := p.str("a window id", "/ui/openWindows/*")
	if err != nil {
		return nil, err
	}
	if len(s) > p.lim.WindowID {
		return nil, p.fail(CodeString, at, "the window id is longer than its limit", "raise Limits.WindowID")
	}
	return &s, nil
}

// withheldFlag reads the flag: false shows, true and null withhold.
func (p *askParser) withheldFlag() (bool, error) {
	if p.null() {
		return true, nil
	}
	return p.flag()
}

// lookalike is the error for a member whose name could be taken for a known
// one. The place is the window: the name itself is not repeated.
func (p *askParser) lookalike(at int64) error {
	return &ringfence.Error{
		Code: CodeCase, Message: "a window has a member whose name only looks like a known one",
		Offset: at, Pointer: p.pointer(), Hint: "names are matched exactly: id, title, withheld, isFocused",
	}
}
