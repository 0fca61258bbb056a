package policy

import (
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// condition is a "when". All that it states must hold. One that allows can only
// get false, and one that denies only get true, as taint is added.
type condition struct {
	origin  *origin
	denies  bool
	trust   ringfence.Trust // at least, or below
	trusted bool            // trust was given
	kinds   []string        // none of them, or any of them
	classes uint8           // bit set of Reversibility; 0 was not given
}

// holds judges a condition; nil always holds.
func (c *condition) holds(prov ringfence.Provenance, class Reversibility) bool {
	if c == nil {
		return true
	}
	if c.classes != 0 && c.classes&(1<<class) == 0 {
		return false
	}
	if c.trusted && (prov.Least() < c.trust) != c.denies {
		return false
	}
	if len(c.kinds) > 0 && slices.ContainsFunc(c.kinds, prov.Tainted) != c.denies {
		return false
	}
	return true
}

// blockKinds are the kinds of blocks that a prompt is made of: the closed set
// of the fence, which this package does not import. A test compares the two.
var blockKinds = []string{"selection", "screen", "source", "items", "windows", "changes", "request", "derived", "tool", "note"}

// trusts are the names of ringfence.Trust, from the least.
var trusts = []ringfence.Trust{ringfence.Untrusted, ringfence.Derived, ringfence.Request, ringfence.Instruction}

func (l *loader) condition(n *node, at string, denies bool) (*condition, error) {
	known := allowWhenKeys
	trustKey, kindsKey := "trust_at_least", "untainted"
	if denies {
		known, trustKey, kindsKey = denyWhenKeys, "trust_below", "tainted"
	}
	if err := l.check(n, at, known, nil); err != nil {
		return nil, err
	}
	if len(n.keys) == 0 {
		return nil, l.fail(CodeValue, n, at, "the condition states nothing", "leave it out, or state something")
	}
	c := &condition{denies: denies, origin: &origin{rule: strings.TrimPrefix(at, "/"), pos: l.at(n)}}
	if t := n.child(trustKey); t != nil {
		i := slices.IndexFunc(trusts, func(have ringfence.Trust) bool { return have.String() == t.text })
		if i < 0 {
			return nil, l.fail(CodeValue, t, at+"/"+trustKey, "there is no such trust", "untrusted, derived, request or instruction")
		}
		c.trust, c.trusted = trusts[i], true
	}
	if k := n.child(kindsKey); k != nil {
		for _, item := range k.list {
			if !slices.Contains(blockKinds, item.text) {
				return nil, l.fail(CodeValue, item, at+"/"+kindsKey, "there is no such kind of block", strings.Join(blockKinds, ", "))
			}
			c.kinds = append(c.kinds, item.text)
		}
		if len(c.kinds) == 0 {
			return nil, l.fail(CodeValue, k, at+"/"+kindsKey, "the list is empty", "leave the key out")
		}
	}
	if k := n.child("reversibility"); k != nil {
		for _, item := range k.list {
			class, ok := ParseReversibility(item.text)
			if !ok {
				return nil, l.fail(CodeValue, item, at+"/reversibility", "there is no such class", "read, reversible, irreversible or outward")
			}
			c.classes |= 1 << class
		}
		if c.classes == 0 {
			return nil, l.fail(CodeValue, k, at+"/reversibility", "the list is empty", "leave the key out")
		}
	}
	return c, nil
}
