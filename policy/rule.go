package policy

import (
	"strconv"
	"strings"
)

// rule is an entry of allow or deny, or a [[rule]].
type rule struct {
	origin *origin
	denies bool
	ops    []pattern
	when   *condition
}

// names reports whether the rule is about an op. Denials see it without case.
func (r *rule) names(op string) bool {
	if r.denies {
		op = foldName(op)
	}
	for _, p := range r.ops {
		if p.matches(op) {
			return true
		}
	}
	return false
}

// entries reads allow or deny: each entry is a rule of its own.
func (l *loader) entries(n *node, key string) ([]*rule, error) {
	var out []*rule
	list := n.child(key)
	if list == nil {
		return nil, nil
	}
	for i, item := range list.list {
		at := "/" + key + "/" + strconv.Itoa(i)
		o := &origin{rule: key + "[" + strconv.Itoa(i) + "]", pos: l.at(item)}
		p, err := l.pattern(item, at, key == "deny", o)
		if err != nil {
			return nil, err
		}
		out = append(out, &rule{origin: o, denies: key == "deny", ops: []pattern{p}})
	}
	return out, nil
}

func (l *loader) pattern(item *node, at string, fold bool, o *origin) (pattern, error) {
	p, ok := parsePattern(item.text)
	if !ok {
		return p, l.fail(CodeWildcard, item, at, "this is empty or has a star before its end", `only "*" and a star at the end are wildcards`)
	}
	if fold {
		p.text = foldName(p.text)
	}
	p.origin = o
	return p, nil
}

// rules reads the [[rule]] tables.
func (l *loader) rules(n *node) ([]*rule, error) {
	list := n.child("rule")
	if list == nil {
		return nil, nil
	}
	var out []*rule
	for i, item := range list.list {
		r, err := l.rule(item, i)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

func (l *loader) rule(n *node, i int) (*rule, error) {
	at := "/rule/" + strconv.Itoa(i)
	if err := l.check(n, at, ruleKeys, nil); err != nil {
		return nil, err
	}
	r := &rule{origin: &origin{rule: "rule[" + strconv.Itoa(i) + "]", pos: l.at(n)}}
	if name := n.child("name"); name != nil {
		r.origin.rule = "rule[" + strconv.Itoa(i) + "] " + strconv.QuoteToASCII(name.text)
	}
	effect := n.child("effect")
	switch {
	case effect == nil:
		return nil, l.fail(CodeMissingKey, n, at+"/effect", "the rule has no effect", `effect = "deny" or "allow"`)
	case effect.text == "deny":
		r.denies = true
	case effect.text != "allow":
		return nil, l.fail(CodeValue, effect, at+"/effect", "there is no such effect", "deny or allow")
	}
	names := n.child("ops")
	if names == nil || len(names.list) == 0 {
		return nil, l.fail(CodeMissingKey, n, at+"/ops", "the rule names no op", `ops = ["editor/…"]`)
	}
	for j, item := range names.list {
		p, err := l.pattern(item, at+"/ops/"+strconv.Itoa(j), r.denies, r.origin)
		if err != nil {
			return nil, err
		}
		r.ops = append(r.ops, p)
	}
	if when := n.child("when"); when != nil {
		var err error
		if r.when, err = l.condition(when, at+"/when", r.denies); err != nil {
			return nil, err
		}
		r.when.origin.rule = strings.TrimSuffix(r.origin.rule, " ") + ".when"
	}
	return r, nil
}
