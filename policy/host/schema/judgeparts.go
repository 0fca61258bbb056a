package schema

import "math/big"

// inRange judges by the keywords for numbers, exactly.
func (j *judge) inRange(n *node, v *value) bool {
	if n.multipleOf != nil && (!j.spend(quotientSteps) || !new(big.Rat).Quo(v.num, n.multipleOf).IsInt()) {
		return false
	}
	return (n.minimum == nil || v.num.Cmp(n.minimum) >= 0) && (n.maximum == nil || v.num.Cmp(n.maximum) <= 0) &&
		(n.above == nil || v.num.Cmp(n.above) > 0) && (n.below == nil || v.num.Cmp(n.below) < 0)
}

// within reports whether a count is one that two limits allow.
func within(count int, least, most *int) bool {
	return (least == nil || count >= *least) && (most == nil || count <= *most)
}

// mark notes that part i of n was evaluated, where some schema asks, in out or, when
// that is nil, in a new list.
func (j *judge) mark(out []bool, i, n int) []bool {
	if !j.tracks {
		return out
	}
	if out == nil {
		out = make([]bool, n)
	}
	out[i] = true
	return out
}

// array judges by the keywords for arrays. out is what parts that judge the same
// value evaluated.
func (j *judge) array(n *node, v *value, out []bool) verdict {
	if !within(len(v.items), n.minItems, n.maxItems) || n.uniqueItems && !j.unique(v) {
		return j.no(n)
	}
	mark := func(i int) { out = j.mark(out, i, len(v.items)) }
	for i, item := range v.items {
		part := n.items
		if i < len(n.prefixItems) {
			part = n.prefixItems[i]
		}
		if part == nil {
			continue
		}
		if !j.node(part, item).ok {
			return verdict{}
		}
		mark(i)
	}
	if n.contains != nil {
		count := 0
		for i, item := range v.items {
			if j.try(n.contains, item).ok {
				count++
				mark(i)
			}
		}
		least := 1
		if n.minContains != nil {
			least = *n.minContains
		}
		if !within(count, &least, n.maxContains) {
			return j.no(n)
		}
	}
	if n.unevaluatedItems != nil {
		for i, item := range v.items {
			if (out == nil || !out[i]) && !j.node(n.unevaluatedItems, item).ok {
				return verdict{}
			}
		}
		for i := range v.items {
			mark(i)
		}
	}
	return verdict{!j.gaveUp, out}
}

// unique reports whether no two items are equal.
func (j *judge) unique(v *value) bool {
	seen := make(map[string]bool, len(v.items))
	for _, item := range v.items {
		if !j.key(item) || seen[item.key()] {
			return false
		}
		seen[item.key()] = true
	}
	return true
}

// object judges by the keywords for objects.
func (j *judge) object(n *node, v *value, out []bool) verdict {
	if !within(len(v.names), n.minProperties, n.maxProperties) || !j.present(v, n.required) {
		return j.no(n)
	}
	for _, d := range n.needs {
		if len(d.required) > 0 && v.member(d.name) != nil && !j.present(v, d.required) {
			return j.no(n)
		}
	}
	mark := func(i int) { out = j.mark(out, i, len(v.items)) }
	for i, name := range v.names {
		known, ok := j.member(n, name, v.items[i])
		if !ok {
			return verdict{}
		}
		if known {
			mark(i)
		}
		if n.names != nil && !j.node(n.names, &value{kind: kindString, text: name, id: -1 - v.items[i].id}).ok {
			return verdict{}
		}
	}
	if n.unevaluatedMember != nil {
		for i, item := range v.items {
			if (out == nil || !out[i]) && !j.node(n.unevaluatedMember, item).ok {
				return verdict{}
			}
		}
		for i := range v.items {
			mark(i)
		}
	}
	return verdict{!j.gaveUp, out}
}

// member judges one member, and reports whether a part had to do with it.
func (j *judge) member(n *node, name string, item *value) (known, ok bool) {
	if part := n.properties[name]; part != nil {
		known = true
		if !j.node(part, item).ok {
			return true, false
		}
	}
	for _, p := range n.patterns {
		if j.matches(p.pattern, name) {
			known = true
			if !j.node(p.schema, item).ok {
				return true, false
			}
		}
	}
	if !known && n.additional != nil {
		known = true
		if !j.node(n.additional, item).ok {
			return true, false
		}
	}
	return known, true
}

// present reports whether all names are those of members.
func (j *judge) present(v *value, names []string) bool {
	if !j.spend(len(names)) {
		return false
	}
	for _, name := range names {
		if v.member(name) == nil {
			return false
		}
	}
	return true
}
