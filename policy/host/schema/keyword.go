package schema

import (
	"math"
	"math/big"
	"strings"
)

// read takes one keyword of a schema into its node.
type read = func(*compiler, *node, *value)

// keywords says how each keyword of draft 2020-12 is read into a node, with the
// forms that the meta-schema asks for. Annotations are read for their form only.
func keywords() map[string]read {
	one := func(at func(*node) **node) read {
		return func(c *compiler, n *node, v *value) { *at(n) = c.below(v) }
	}
	some := func(at func(*node) *[]*node) read {
		return func(c *compiler, n *node, v *value) { *at(n) = c.list(v) }
	}
	count := func(at func(*node) **int) read {
		return func(c *compiler, n *node, v *value) { *at(n) = c.count(v) }
	}
	limit := func(at func(*node) **big.Rat) read {
		return func(c *compiler, n *node, v *value) { *at(n) = c.number(v) }
	}
	form := func(want kind) read {
		return func(c *compiler, _ *node, v *value) {
			if v.kind&want == 0 {
				c.fail("this keyword takes a value of another type")
			}
		}
	}
	unevaluated := func(at func(*node) **node) read {
		return func(c *compiler, n *node, v *value) { c.tracks = true; *at(n) = c.below(v) }
	}
	older := func(c *compiler, _ *node, _ *value) { c.fail("this keyword is of an older draft") }

	return map[string]read{
		"$schema": func(c *compiler, _ *node, v *value) {
			if v.kind != kindString || strings.TrimSuffix(v.text, "#") != draft {
				c.fail("its draft is not 2020-12")
			}
		},
		"$id":            (*compiler).identify,
		"$ref":           func(c *compiler, n *node, v *value) { n.ref = c.reference(v) },
		"$dynamicRef":    func(c *compiler, n *node, v *value) { n.dynamicRef = c.reference(v) },
		"$anchor":        (*compiler).anchor,
		"$dynamicAnchor": (*compiler).anchor,
		"$defs":          func(c *compiler, _ *node, v *value) { c.each(v, func(string, *node) {}) },
		"definitions":    func(c *compiler, _ *node, v *value) { c.each(v, func(string, *node) {}) },
		"$vocabulary":    form(kindObject),
		"$comment":       form(kindString),
		"$recursiveRef":  older, "$recursiveAnchor": older, "dependencies": older, "additionalItems": older,

		"title": form(kindString), "description": form(kindString), "examples": form(kindArray),
		"deprecated": form(kindBoolean), "readOnly": form(kindBoolean), "writeOnly": form(kindBoolean),
		"format": form(kindString), "contentEncoding": form(kindString), "contentMediaType": form(kindString),
		"contentSchema": func(c *compiler, _ *node, v *value) { c.below(v) },
		"default":       func(*compiler, *node, *value) {},

		"type": func(c *compiler, n *node, v *value) { n.types = c.types(v) },
		"enum": func(c *compiler, n *node, v *value) {
			if v.kind != kindArray {
				c.fail("enum takes an array")
			}
			n.enum = map[string]bool{}
			for _, item := range v.items {
				n.enum[item.key()] = true
			}
		},
		"const": func(_ *compiler, n *node, v *value) { key := v.key(); n.constant = &key },
		"multipleOf": func(c *compiler, n *node, v *value) {
			if n.multipleOf = c.number(v); n.multipleOf != nil && n.multipleOf.Sign() <= 0 {
				c.fail("multipleOf is above zero")
			}
		},
		"minimum":          limit(func(n *node) **big.Rat { return &n.minimum }),
		"maximum":          limit(func(n *node) **big.Rat { return &n.maximum }),
		"exclusiveMinimum": limit(func(n *node) **big.Rat { return &n.above }),
		"exclusiveMaximum": limit(func(n *node) **big.Rat { return &n.below }),
		"minLength":        count(func(n *node) **int { return &n.minLength }),
		"maxLength":        count(func(n *node) **int { return &n.maxLength }),
		"pattern": func(c *compiler, n *node, v *value) {
			if v.kind != kindString {
				c.fail("pattern takes a string")
				return
			}
			n.pattern = c.regexp(v.text)
		},

		"prefixItems":      some(func(n *node) *[]*node { return &n.prefixItems }),
		"items":            one(func(n *node) **node { return &n.items }),
		"contains":         one(func(n *node) **node { return &n.contains }),
		"unevaluatedItems": unevaluated(func(n *node) **node { return &n.unevaluatedItems }),
		"minItems":         count(func(n *node) **int { return &n.minItems }),
		"maxItems":         count(func(n *node) **int { return &n.maxItems }),
		"minContains":      count(func(n *node) **int { return &n.minContains }),
		"maxContains":      count(func(n *node) **int { return &n.maxContains }),
		"uniqueItems": func(c *compiler, n *node, v *value) {
			if n.uniqueItems = v.truth; v.kind != kindBoolean {
				c.fail("uniqueItems takes a boolean")
			}
		},

		"properties": func(c *compiler, n *node, v *value) {
			n.properties = map[string]*node{}
			c.each(v, func(name string, part *node) { n.properties[name] = part })
		},
		"patternProperties": func(c *compiler, n *node, v *value) {
			c.each(v, func(name string, part *node) {
				n.patterns = append(n.patterns, patterned{c.regexp(name), part})
			})
		},
		"additionalProperties":  one(func(n *node) **node { return &n.additional }),
		"propertyNames":         one(func(n *node) **node { return &n.names }),
		"unevaluatedProperties": unevaluated(func(n *node) **node { return &n.unevaluatedMember }),
		"minProperties":         count(func(n *node) **int { return &n.minProperties }),
		"maxProperties":         count(func(n *node) **int { return &n.maxProperties }),
		"required":              func(c *compiler, n *node, v *value) { n.required = c.strings(v) },
		"dependentRequired": func(c *compiler, n *node, v *value) {
			if v.kind != kindObject {
				c.fail("dependentRequired takes an object")
			}
			for i, name := range v.names {
				n.needs = append(n.needs, dependency{name: name, required: c.strings(v.items[i])})
			}
		},
		"dependentSchemas": func(c *compiler, n *node, v *value) {
			c.each(v, func(name string, part *node) { n.needs = append(n.needs, dependency{name: name, schema: part}) })
		},

		"allOf": some(func(n *node) *[]*node { return &n.allOf }),
		"anyOf": some(func(n *node) *[]*node { return &n.anyOf }),
		"oneOf": some(func(n *node) *[]*node { return &n.oneOf }),
		"not":   one(func(n *node) **node { return &n.not }),
		"if":    one(func(n *node) **node { return &n.condition }),
		"then":  one(func(n *node) **node { return &n.then }),
		"else":  one(func(n *node) **node { return &n.orIf }),
	}
}

// typeNamed returns the kind of a name of JSON Schema; 0 for none.
func typeNamed(name string) kind {
	switch name {
	case "null":
		return kindNull
	case "boolean":
		return kindBoolean
	case "number":
		return kindNumber
	case "integer":
		return kindInteger
	case "string":
		return kindString
	case "array":
		return kindArray
	case "object":
		return kindObject
	}
	return 0
}

func (c *compiler) types(v *value) (out kind) {
	names := []string{v.text}
	if v.kind != kindString {
		if names = c.strings(v); len(names) == 0 {
			c.fail("type takes names of types")
		}
	}
	for _, name := range names {
		k := typeNamed(name)
		if k == 0 {
			c.fail("there is no type of this name")
		}
		out |= k
	}
	return out
}

// strings reads an array of strings, none twice.
func (c *compiler) strings(v *value) []string {
	if v.kind != kindArray {
		c.fail("this keyword takes an array of strings")
	}
	out := make([]string, 0, len(v.items))
	seen := map[string]bool{}
	for _, item := range v.items {
		if item.kind != kindString || seen[item.text] {
			c.fail("this keyword takes strings, each once")
		}
		seen[item.text] = true
		out = append(out, item.text)
	}
	return out
}

func (c *compiler) number(v *value) *big.Rat {
	if v.kind != kindNumber {
		c.fail("this keyword takes a number")
		return nil
	}
	return v.num
}

// count reads a whole number from zero on. No value has more than an int32 counts.
func (c *compiler) count(v *value) *int {
	if v.kind != kindNumber || !v.num.IsInt() || v.num.Sign() < 0 {
		c.fail("this keyword takes a whole number from zero on")
		return nil
	}
	n := math.MaxInt32
	if v.num.Num().IsInt64() {
		n = int(min(v.num.Num().Int64(), math.MaxInt32))
	}
	return &n
}
