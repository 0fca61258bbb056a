package schema

import (
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

const (
	// maxNodes bounds the schemas within a schema, and so how far a term can send
	// the judge from part to part.
	maxNodes = 1 << 14
	// maxProgram bounds all patterns of a schema together, in instructions: counts
	// such as {1000} make much of a few letters, and a text is matched in time
	// linear in both.
	maxProgram = 1 << 17
	// draft is the one draft there is.
	draft = "https://json-schema.org/draft/2020-12/schema"
)

// wrong is why a source is no schema. It holds the place, as a JSON pointer.
type wrong struct{ message, place string }

func (w wrong) Error() string { return "schema: " + w.message }

// compiler makes nodes of JSON values. The first fault ends it.
type compiler struct {
	keywords map[string]read
	folded   map[string]bool // the keywords in small letters
	nodes    []*node
	parts    map[part]*node
	anchors  map[string]*node
	id       string // of the document
	program  int
	tracks   bool // something asks what was left unevaluated
	fault    error
	refs     []*node // with a reference, to be followed

	// What is being read: a node, and a keyword of it or "".
	here    *node
	keyword string
}

// part is how a node is found from the one that it is a part of: its pointer from
// there, without the first slash. The pointers of all nodes from the top would take
// the product of their number and the length of a name.
type part struct {
	of   int32
	step string
}

// compile makes the nodes of a document. The first is that of the whole.
func compile(v *value) (*compiler, error) {
	c := &compiler{keywords: keywords(), folded: map[string]bool{}, parts: map[part]*node{}, anchors: map[string]*node{}}
	for name := range c.keywords {
		c.folded[strings.ToLower(name)] = true
	}
	c.node(v, nil, "")
	if c.fault == nil {
		c.link()
	}
	if c.fault == nil {
		c.acyclic()
	}
	return c, c.fault
}

// fail notes the first fault.
func (c *compiler) fail(message string) {
	if c.fault != nil {
		return
	}
	place := c.here.place()
	if c.keyword != "" {
		place += "/" + escape(c.keyword)
	}
	c.fault = wrong{message, place}
}

// node makes the node of the schema v, which is a part of another, or the whole.
func (c *compiler) node(v *value, of *node, step string) *node {
	n := &node{of: of, step: step, id: int32(len(c.nodes))}
	if c.fault != nil {
		return n
	}
	c.here, c.keyword = n, ""
	if of != nil {
		c.parts[part{of.id, step}] = n
	}
	c.nodes = append(c.nodes, n)
	if len(c.nodes) > maxNodes {
		c.fail("it has too many parts")
		return n
	}
	switch v.kind {
	case kindBoolean:
		n.never = !v.truth
	case kindObject:
		for i, name := range v.names {
			c.here, c.keyword = n, name
			take, ok := c.keywords[name]
			switch {
			case ok:
				take(c, n, v.items[i])
			case c.folded[strings.ToLower(name)]:
				// Other unknown names are annotations, as the specification has it.
				c.fail("a keyword is spelled with other letters")
			}
			if c.fault != nil {
				return n
			}
		}
		if n.ref != "" || n.dynamicRef != "" {
			c.refs = append(c.refs, n)
		}
	default:
		c.fail("a schema is an object or a boolean")
	}
	return n
}

// below makes the node of a part of what is being read.
func (c *compiler) below(v *value, steps ...string) *node {
	of, keyword := c.here, c.keyword
	var step strings.Builder
	step.WriteString(escape(keyword))
	for _, s := range steps {
		step.WriteString("/" + escape(s))
	}
	n := c.node(v, of, step.String())
	c.here, c.keyword = of, keyword
	return n
}

// list makes the nodes of a keyword that takes schemas in an array.
func (c *compiler) list(v *value) []*node {
	if v.kind != kindArray || len(v.items) == 0 {
		c.fail("this keyword takes an array of schemas")
		return nil
	}
	var out []*node
	for i, item := range v.items {
		out = append(out, c.below(item, strconv.Itoa(i)))
	}
	return out
}

// each makes the nodes of a keyword that takes an object of schemas, in order.
func (c *compiler) each(v *value, f func(name string, n *node)) {
	if v.kind != kindObject {
		c.fail("this keyword takes an object of schemas")
		return
	}
	for i, name := range v.names {
		f(name, c.below(v.items[i], name))
	}
}

// regexp compiles a pattern, which is not anchored.
func (c *compiler) regexp(text string) *pattern {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		c.fail("a pattern is no RE2 expression")
		return nil
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		c.fail("a pattern is no RE2 expression")
		return nil
	}
	if c.program += len(prog.Inst); c.program > maxProgram {
		c.fail("its patterns are too large")
		return nil
	}
	re, err := regexp.Compile(text)
	if err != nil {
		c.fail("a pattern is no RE2 expression")
	}
	return &pattern{re, 1 + len(prog.Inst)/instructionsPerStep}
}

// escape writes a name as a step of a JSON pointer.
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
