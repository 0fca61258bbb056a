package schema

import "slices"

const (
	// maxSteps bounds the work of one judgement: a schema of all sizes allowed can
	// ask for its size times that of the term. About a second on one core, and some
	// where patterns keep all their instructions at work.
	maxSteps = 1 << 24
	// instructionsPerStep is how many instructions of a pattern cost no more than
	// one: a text seldom keeps more of them at work.
	instructionsPerStep = 16
	// quotientSteps is what it costs to divide exact numbers.
	quotientSteps = 32
	// knownKeyBytes is how many bytes of a key that is worked out already are
	// hashed in a step.
	knownKeyBytes = 64
	// maxCalls bounds how deep the judge goes: parts within parts, at each level of
	// a value. A stack of so many frames stays below 100 MB.
	maxCalls = 1 << 17
)

// judge holds one judgement. Where it gives up, the answer is no.
type judge struct {
	tracks bool // keep what was evaluated
	steps  int64
	calls  int
	failed *node // the first part that said no, for the message
	gaveUp bool
	// seen holds the verdicts of what references lead to. Parts of a schema form a
	// tree but for them, so that nothing else is asked twice of one value: the work
	// is at most the product of both sizes.
	seen map[question]verdict
}

type question struct{ node, value int32 }

// verdict is the answer of a node about a value, with the items or members that it
// evaluated, as unevaluatedItems and unevaluatedProperties need to know.
type verdict struct {
	ok        bool
	evaluated []bool // nil: none; else one for each of value.items
}

// spend takes n steps, and reports whether there were as many.
func (j *judge) spend(n int) bool {
	if j.steps += int64(n); j.steps > maxSteps {
		j.gaveUp = true
	}
	return !j.gaveUp
}

// no is the verdict of a node by a keyword of its own.
func (j *judge) no(n *node) verdict {
	if j.failed == nil {
		j.failed = n
	}
	return verdict{}
}

// node judges a value by a node.
func (j *judge) node(n *node, v *value) verdict {
	j.calls++
	defer func() { j.calls-- }()
	if j.calls > maxCalls {
		j.gaveUp = true
	}
	if !j.spend(1) || n.never || n.types != 0 && n.types&v.types() == 0 || !j.same(n, v) {
		return j.no(n)
	}
	if v.kind == kindNumber && !j.inRange(n, v) || v.kind == kindString && !j.text(n, v) {
		return j.no(n)
	}
	out, ok := j.inPlace(n, v)
	if !ok {
		return verdict{}
	}
	if v.kind == kindArray {
		return j.array(n, v, out)
	}
	if v.kind == kindObject {
		return j.object(n, v, out)
	}
	return verdict{ok: true}
}

// follow judges by what a reference leads to, once for each value.
func (j *judge) follow(n *node, v *value) verdict {
	q := question{n.id, v.id}
	if out, ok := j.seen[q]; ok {
		return out
	}
	out := j.node(n, v)
	if j.seen == nil {
		j.seen = map[question]verdict{}
	}
	j.seen[q] = out
	return out
}

// same judges by enum and const.
func (j *judge) same(n *node, v *value) bool {
	if n.enum == nil && n.constant == nil {
		return true
	}
	return j.key(v) && (n.enum == nil || n.enum[v.key()]) && (n.constant == nil || *n.constant == v.key())
}

// key pays for the key of a value: for making it, or for hashing it again.
func (j *judge) key(v *value) bool {
	if v.equal == "" {
		return j.spend(len(v.key()))
	}
	return j.spend(len(v.equal) / knownKeyBytes)
}

// text judges by the keywords for strings.
func (j *judge) text(n *node, v *value) bool {
	if (n.minLength != nil || n.maxLength != nil) && !within(v.length(), n.minLength, n.maxLength) {
		return false
	}
	return n.pattern == nil || j.matches(n.pattern, v.text)
}

// matches reports whether a pattern matches a text.
func (j *judge) matches(p *pattern, text string) bool {
	steps := int64(1+len(text)) * int64(p.cost)
	return j.spend(int(min(steps, maxSteps+1))) && p.MatchString(text)
}

// inPlace judges by the keywords that apply other parts to the same value, and
// returns what those that said yes evaluated.
func (j *judge) inPlace(n *node, v *value) (out []bool, ok bool) {
	// take notes what a part evaluated, if it said yes.
	take := func(d verdict) bool {
		if d.ok {
			out = j.merge(out, d.evaluated)
		}
		return d.ok
	}
	for _, to := range []*node{n.refTo, n.dynamicTo} {
		if to != nil && !take(j.follow(to, v)) {
			return nil, false
		}
	}
	for _, part := range n.allOf {
		if !take(j.node(part, v)) {
			return nil, false
		}
	}
	if n.anyOf != nil && !j.some(n, v, n.anyOf, take) {
		return nil, false
	}
	if n.oneOf != nil {
		count := 0
		for _, part := range n.oneOf {
			if take(j.try(part, v)) {
				count++
			}
		}
		if count != 1 {
			return nil, j.no(n).ok
		}
	}
	if n.not != nil && j.try(n.not, v).ok {
		return nil, j.no(n).ok
	}
	if n.condition != nil {
		branch := n.orIf
		if take(j.try(n.condition, v)) {
			branch = n.then
		}
		if branch != nil && !take(j.node(branch, v)) {
			return nil, false
		}
	}
	if v.kind == kindObject {
		for _, d := range n.needs {
			if d.schema != nil && v.member(d.name) != nil && !take(j.node(d.schema, v)) {
				return nil, false
			}
		}
	}
	return out, !j.gaveUp
}

// some judges by anyOf. All parts are asked where it matters what they evaluate.
func (j *judge) some(n *node, v *value, parts []*node, take func(verdict) bool) bool {
	any := false
	for _, part := range parts {
		any = take(j.try(part, v)) || any
		if any && !j.tracks {
			return true
		}
	}
	if !any {
		j.no(n)
	}
	return any
}

// try judges where a no is no failure of the whole.
func (j *judge) try(n *node, v *value) verdict {
	failed := j.failed
	out := j.node(n, v)
	j.failed = failed
	return out
}

// merge returns the union of what two parts evaluated. It does not change b.
func (j *judge) merge(a, b []bool) []bool {
	switch {
	case !j.tracks || b == nil:
		return a
	case !j.spend(len(b)):
		return a
	case a == nil:
		return slices.Clone(b)
	}
	for i, is := range b {
		a[i] = a[i] || is
	}
	return a
}
