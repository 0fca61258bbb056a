package policy

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// shape is the type of a TOML value, as far as a policy tells types apart.
type shape uint8

const (
	otherShape shape = iota // floats, dates and times: no key takes them
	textShape
	intShape
	boolShape
	listShape
	tableShape
)

// node is a TOML value with its place. Tables keep their keys in the order of
// the file, spelled as there: decoding into Go structs would fold their case.
type node struct {
	shape shape
	key   string // the last key that leads here
	at    int    // byte offset of that key, or of an element of a list
	text  string
	num   int64
	bad   bool // an integer that does not fit
	set   bool // it has its value
	on    bool
	list  []*node
	keys  []*node
}

func (n *node) child(key string) *node {
	for _, k := range n.keys {
		if k.key == key {
			return k
		}
	}
	return nil
}

// readTOML returns the tree of a source. The decoder of the library judges the
// whole document first, duplicates included; its parser then gives the places.
// The tree is made of keys in their order, with look-ups by map, so that it
// takes linear time.
func readTOML(file string, src []byte) (*node, error) {
	if err := bounded(file, src); err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := toml.Unmarshal(src, &whole); err != nil {
		offset := 0
		var d *toml.DecodeError
		if errors.As(err, &d) {
			row, column := d.Position()
			offset = offsetOf(src, row, column)
		}
		return nil, loadError(CodeSyntax, file, src, offset, "",
			"this is not TOML, or a key or table is given twice", "keys and tables are written once each; see docs/policy.md")
	}
	t := &tree{root: &node{shape: tableShape}, index: map[*node]map[string]*node{}}
	table := t.root
	var p unstable.Parser
	p.Reset(src)
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table:
			table = t.open(t.root, e.Key())
		case unstable.ArrayTable:
			table = t.element(e.Key())
		case unstable.KeyValue:
			t.set(table, e)
		default:
		}
	}
	if err := p.Error(); err != nil {
		return nil, loadError(CodeSyntax, file, src, 0, "", "this is not TOML", "")
	}
	if t.twice != nil { // the decoder has refused it already; a merge of the two would be a silent choice
		return nil, loadError(CodeSyntax, file, src, t.twice.at, "", "the key is given twice", "")
	}
	return t.root, nil
}

// bounded refuses a source with more keys, or parts of one, than a policy needs:
// the decoder compares each key with those before it, and makes a table of each
// part. What is no TOML is left to it.
func bounded(file string, src []byte) error {
	var p unstable.Parser
	p.Reset(src)
	entries := 0
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind == unstable.Comment {
			continue
		}
		n, parts := entriesIn(e)
		entries += n
		at := int(e.Raw.Offset)
		if keys := e.Key(); keys.Next() {
			at = int(keys.Node().Raw.Offset)
		}
		switch {
		case parts > MaxKeyParts:
			return loadError(CodeSize, file, src, at, "", "a key has more than "+strconv.Itoa(MaxKeyParts)+" parts", "")
		case entries > MaxEntries:
			return loadError(CodeSize, file, src, at, "", "the policy has more than "+strconv.Itoa(MaxEntries)+" keys and tables", "")
		}
	}
	return nil
}

// entriesIn returns how many keys and tables an expression has, those of inline
// tables included, and the parts of the longest key. The parser bounds how deep
// values nest.
func entriesIn(e *unstable.Node) (n, parts int) {
	switch e.Kind {
	case unstable.Table, unstable.ArrayTable, unstable.KeyValue:
		n = 1
		for keys := e.Key(); keys.Next(); {
			parts++
		}
	default:
	}
	if e.Kind == unstable.KeyValue {
		e = e.Value()
	}
	if e.Kind == unstable.Array || e.Kind == unstable.InlineTable {
		for values := e.Children(); values.Next(); {
			more, longest := entriesIn(values.Node())
			n += more
			parts = max(parts, longest)
		}
	}
	return n, parts
}

func offsetOf(src []byte, row, column int) int {
	at := 0
	for ; row > 1 && at < len(src); row-- {
		next := bytes.IndexByte(src[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return min(at+max(column-1, 0), len(src))
}

// tree builds nodes out of expressions that were judged to be valid.
type tree struct {
	root  *node
	twice *node
	index map[*node]map[string]*node
}

// step goes to the child of a key and makes it when it is new.
func (t *tree) step(in *node, key *unstable.Node, s shape) *node {
	name := string(key.Data)
	if n := t.index[in][name]; n != nil {
		return n
	}
	n := &node{shape: s, key: name, at: int(key.Raw.Offset)}
	if t.index[in] == nil {
		t.index[in] = map[string]*node{}
	}
	t.index[in][name] = n
	in.keys = append(in.keys, n)
	return n
}

// open follows a dotted key of tables; a key that holds a list of tables means
// its last one.
func (t *tree) open(in *node, keys unstable.Iterator) *node {
	for keys.Next() {
		in = last(t.step(in, keys.Node(), tableShape))
	}
	return in
}

func last(n *node) *node {
	if n.shape == listShape && len(n.list) > 0 {
		return n.list[len(n.list)-1]
	}
	return n
}

// element appends a table to the list that a dotted key names.
func (t *tree) element(keys unstable.Iterator) *node {
	in := t.root
	for keys.Next() {
		if !keys.IsLast() {
			in = last(t.step(in, keys.Node(), tableShape))
			continue
		}
		list := t.step(in, keys.Node(), listShape)
		n := &node{shape: tableShape, at: int(keys.Node().Raw.Offset)}
		list.list = append(list.list, n)
		return n
	}
	return in
}

// set puts the value of a dotted key into a table.
func (t *tree) set(in *node, e *unstable.Node) {
	for keys := e.Key(); keys.Next(); {
		if !keys.IsLast() {
			in = t.step(in, keys.Node(), tableShape)
			continue
		}
		n := t.step(in, keys.Node(), otherShape)
		if n.set || n.shape != otherShape {
			t.twice = n
		}
		n.set = true
		t.fill(n, e.Value())
	}
}

func (t *tree) fill(n *node, v *unstable.Node) {
	if n.key == "" && v.Raw.Length > 0 {
		n.at = int(v.Raw.Offset)
	}
	switch v.Kind {
	case unstable.String:
		n.shape, n.text = textShape, string(v.Data)
	case unstable.Bool:
		n.shape, n.on = boolShape, string(v.Data) == "true"
	case unstable.Integer:
		n.shape = intShape
		num, err := strconv.ParseInt(strings.ReplaceAll(string(v.Data), "_", ""), 0, 64)
		n.num, n.bad = num, err != nil
	case unstable.Array:
		n.shape = listShape
		for it := v.Children(); it.Next(); {
			if it.Node().Kind == unstable.Comment {
				continue
			}
			item := &node{at: n.at}
			t.fill(item, it.Node())
			n.list = append(n.list, item)
		}
	case unstable.InlineTable:
		n.shape = tableShape
		for it := v.Children(); it.Next(); {
			t.set(n, it.Node())
		}
	default:
		n.shape = otherShape
	}
}
