package schema

import (
	"net/url"
	"regexp/syntax"
	"strings"
)

// identify reads the name of the document. A part cannot be a document of its own:
// there is one, and nothing else is ever referred to.
func (c *compiler) identify(n *node, v *value) {
	name := strings.TrimSuffix(v.text, "#")
	switch {
	case v.kind != kindString || strings.Contains(name, "#"):
		c.fail("$id takes an address without a fragment")
	case n.of != nil:
		c.fail("only the whole schema has an $id")
	default:
		c.id = name
	}
}

// anchor reads a name for the node. Within one document, dynamic anchors are found
// as others are: no other document can have put another in their place.
func (c *compiler) anchor(n *node, v *value) {
	if v.kind != kindString || v.text == "" || strings.ContainsFunc(v.text, notAnchor) || strings.ContainsRune("-.0123456789", rune(v.text[0])) {
		c.fail("an anchor takes a name of letters and digits")
		return
	}
	if other := c.anchors[v.text]; other != nil && other != n {
		c.fail("an anchor is there twice")
		return
	}
	c.anchors[v.text] = n
}

func notAnchor(r rune) bool {
	return !syntax.IsWordChar(r) && r != '-' && r != '.'
}

// reference reads the text of a reference. The empty one is the whole schema.
func (c *compiler) reference(v *value) string {
	if v.kind != kindString {
		c.fail("a reference is a string")
		return ""
	}
	if v.text == "" {
		return "#"
	}
	return v.text
}

// link follows the references, when all parts are known.
func (c *compiler) link() {
	for _, n := range c.refs {
		c.here, c.keyword = n, ""
		if n.ref != "" {
			n.refTo = c.target(n.ref)
		}
		if n.dynamicRef != "" {
			n.dynamicTo = c.target(n.dynamicRef)
		}
	}
}

// target returns the part that a reference means.
func (c *compiler) target(ref string) *node {
	if c.id != "" {
		ref = strings.TrimPrefix(ref, c.id)
	}
	fragment, ok := strings.CutPrefix(ref, "#")
	if !ok && ref != "" {
		c.fail("a reference is not to a part of the schema itself")
		return nil
	}
	name, err := url.PathUnescape(fragment)
	if err != nil {
		c.fail("a reference cannot be read")
		return nil
	}
	to := c.find(name)
	if name != "" && name[0] != '/' {
		to = c.anchors[name]
	}
	if to == nil {
		c.fail("a reference is to no part of the schema")
	}
	return to
}

// find returns the part at a JSON pointer, or nil. A step to a part is a keyword, or
// a keyword and a name or number.
func (c *compiler) find(pointer string) *node {
	n := c.nodes[0]
	for rest, more := strings.CutPrefix(pointer, "/"); more; {
		keyword, below, deeper := strings.Cut(rest, "/")
		to := c.parts[part{n.id, keyword}]
		if to == nil && deeper {
			name, _, _ := strings.Cut(below, "/")
			_, below, deeper = strings.Cut(below, "/")
			to = c.parts[part{n.id, keyword + "/" + name}]
		}
		if to == nil {
			return nil
		}
		n, rest, more = to, below, deeper
	}
	return n
}

// acyclic refuses a node that judges a value by judging the same value by itself:
// no answer would follow from it.
func (c *compiler) acyclic() {
	const (
		open = 1
		done = 2
	)
	state := make([]uint8, len(c.nodes))
	var visit func(n *node) bool
	visit = func(n *node) bool {
		switch state[n.id] {
		case open:
			c.here, c.keyword = n, ""
			c.fail("a part is defined by itself")
			return false
		case done:
			return true
		}
		state[n.id] = open
		ok := n.inPlace(visit)
		state[n.id] = done
		return ok
	}
	for _, n := range c.nodes {
		if !visit(n) {
			return
		}
	}
}
