package contract

// screen reads the elements of the screen, in the form of the version.
func (p *contextParser) screen() error {
	at := p.offset()
	list, known := "elementIds", screenNames01
	if p.ec.Version == Version02 {
		list, known = "elements", screenNames02
	}
	has := false
	err := p.object("a screen object", func(name string, nameAt int64) error {
		if name != list {
			return p.skip(name, nameAt, known)
		}
		has = true
		if p.ec.Version == Version02 {
			return p.array("a list of elements", p.lim.Elements, p.element)
		}
		return p.array("a list of element ids", p.lim.Elements, p.elementID)
	})
	if err == nil && !has {
		return p.missing(at, known, list)
	}
	return err
}

// elementID reads an element of a 0.1 screen.
func (p *contextParser) elementID(int) error {
	p.elementAt = append(p.elementAt, p.offset())
	id, err := p.id("/screen/elementIds/*")
	if err != nil {
		return err
	}
	p.ec.Screen = append(p.ec.Screen, Element{ID: id})
	return nil
}

// element reads an element of a 0.2 screen.
func (p *contextParser) element(int) error {
	at := p.offset()
	var e Element
	related := false
	err := p.object("an element", func(name string, nameAt int64) (err error) {
		switch name {
		case "id":
			p.elementAt = append(p.elementAt, p.offset())
			e.ID, err = p.id("/screen/elements/*/id")
		case "tag":
			e.Tag, err = p.tag("/screen/elements/*/tag")
		case "relation":
			related = true
			return p.relation(&e)
		case "role":
			return p.role(&e)
		default:
			return p.skip(name, nameAt, elementNames)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !e.ID.Present():
		return p.missing(at, elementNames, "id")
	case !e.Tag.Present():
		return p.missing(at, elementNames, "tag")
	}
	if !related {
		p.note(NoteRelation, "/screen/elements/*", at, "the relation is missing")
	}
	p.ec.Screen = append(p.ec.Screen, e)
	return nil
}

// relation reads how an element stands to the selection. A word of a later
// contract is kept as unknown: a list may grow without breaking consumers.
func (p *contextParser) relation(e *Element) error {
	const class = "/screen/elements/*/relation"
	at := p.offset()
	s, err := p.str("a relation", class)
	if err != nil {
		return err
	}
	rel, ok := parseRelation(s)
	if !ok {
		p.note(NoteRelation, class, at, "the relation is not one that the contract names")
	}
	e.Relation = rel
	return nil
}

// role reads an ARIA role token or null.
func (p *contextParser) role(e *Element) error {
	const class = "/screen/elements/*/role"
	at := p.offset()
	role, err := p.dataOrNull(class)
	if err != nil {
		return err
	}
	if role.Present() && !roleToken(role.Raw()) {
		p.note(NoteRole, class, at, "the role does not look like an ARIA role token")
	}
	e.Role = role
	return nil
}
