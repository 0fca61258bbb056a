package coreform

// The largest containers that have an inline form.
const (
	inlineItems = 3 // atoms of a vector
	inlinePairs = 2 // pairs of atoms of a map
)

// inline appends the inline form of a term if it has one of at most room bytes;
// if not, it leaves dst as it was. A failed try costs O(width) unless room is
// unlimited, which is so once a list: that keeps printing linear although a
// nested list is tried once for each list around it.
func (p *printer) inline(t *Term, room int) bool {
	switch t.kind {
	case KindVector:
		if len(t.sub) > inlineItems || !allAtoms(t.sub) {
			return false
		}
		return p.row('[', t.sub, ']', room)
	case KindMap:
		if len(t.sub) > 2*inlinePairs || !allAtoms(t.sub) {
			return false
		}
		return p.row('{', t.sub, '}', room)
	case KindList:
		// A list within the line is never wider than a line, wherever it is.
		return p.row('(', t.sub, ')', min(room, width))
	default:
		// No atom is shorter than its text.
		if len(t.text) > room {
			return false
		}
		mark := len(p.dst)
		p.atom(t)
		if len(p.dst)-mark > room {
			p.dst = p.dst[:mark]
			return false
		}
		return true
	}
}

// row appends inline forms between brackets, a space between them.
func (p *printer) row(opener byte, items []Term, closer byte, room int) bool {
	mark := len(p.dst)
	p.dst = append(p.dst, opener)
	for i := range items {
		if i > 0 {
			p.dst = append(p.dst, ' ')
		}
		// One byte is for the closer.
		if !p.inline(&items[i], room-(len(p.dst)-mark)-1) {
			p.dst = p.dst[:mark]
			return false
		}
	}
	p.dst = append(p.dst, closer)
	if len(p.dst)-mark > room {
		p.dst = p.dst[:mark]
		return false
	}
	return true
}

// allAtoms reports whether no item is a container. The empty list is nil and
// with that an atom; the empty vector and map are not.
func allAtoms(items []Term) bool {
	for i := range items {
		switch items[i].kind {
		case KindList, KindVector, KindMap:
			return false
		default:
		}
	}
	return true
}

// atom appends the print of a term that is no container.
func (p *printer) atom(t *Term) {
	switch t.kind {
	case KindNil:
		p.dst = append(p.dst, "nil"...)
	case KindStr:
		p.dst = appendString(p.dst, t.text)
	case KindBytes:
		p.dst = appendBytes(p.dst, t.text)
	case KindInvalid:
		p.dst = append(p.dst, ')')
	default:
		p.dst = append(p.dst, t.text...)
	}
}
