package schema

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// node is a schema or a part of one that is a schema itself. A keyword that is not
// there has the zero value. It is never changed after [Compile].
type node struct {
	of    *node  // that it is a part of, nil for the whole
	step  string // its JSON pointer from there, without the first slash
	id    int32
	never bool // the schema false
	types kind // 0: any

	// enum and constant hold the keys of values; see value.key.
	enum     map[string]bool
	constant *string

	multipleOf, minimum, maximum, above, below *big.Rat

	minLength, maxLength         *int
	minItems, maxItems           *int
	minContains, maxContains     *int
	minProperties, maxProperties *int

	pattern     *pattern
	uniqueItems bool
	required    []string
	needs       []dependency // dependentRequired and dependentSchemas

	// In place: these judge the same value.
	ref, dynamicRef            string
	refTo, dynamicTo           *node
	allOf, anyOf, oneOf        []*node
	not, condition, then, orIf *node

	// One step down: these judge items and members.
	prefixItems                          []*node
	items, contains, unevaluatedItems    *node
	properties                           map[string]*node
	patterns                             []patterned
	additional, names, unevaluatedMember *node
}

// dependency is what the presence of a member asks for.
type dependency struct {
	name     string
	required []string
	schema   *node // may be nil
}

// patterned is one member of patternProperties.
type patterned struct {
	pattern *pattern
	schema  *node
}

// pattern is a compiled expression, and the steps that a byte of text costs.
type pattern struct {
	*regexp.Regexp
	cost int
}

// place returns the JSON pointer of the node, for messages. It takes time linear in
// the pointer.
func (n *node) place() string {
	var steps []string
	for ; n != nil && n.of != nil; n = n.of {
		steps = append(steps, n.step)
	}
	var b strings.Builder
	for _, s := range slices.Backward(steps) {
		b.WriteString("/" + s)
	}
	return b.String()
}

// inPlace calls f for every node that judges the same value as n does.
func (n *node) inPlace(f func(*node) bool) bool {
	for _, one := range []*node{n.refTo, n.dynamicTo, n.not, n.condition, n.then, n.orIf} {
		if one != nil && !f(one) {
			return false
		}
	}
	for _, some := range [][]*node{n.allOf, n.anyOf, n.oneOf} {
		for _, one := range some {
			if !f(one) {
				return false
			}
		}
	}
	for _, d := range n.needs {
		if d.schema != nil && !f(d.schema) {
			return false
		}
	}
	return true
}
