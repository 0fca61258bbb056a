package policy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// Row is one line of [Policy.Summary]: an op, or a task kind, and who gets it.
type Row struct {
	Op    string
	Kind  string // task kind, for editor/task::spawn and the obligations of a patch
	Class Reversibility
	// Allowed is false where no prompt, however it was made, gets the op.
	Allowed bool
	// Least is the least trust that everything in the prompt must have, where
	// Allowed is true: [ringfence.Untrusted] means any prompt.
	Least ringfence.Trust
	// Except are kinds of blocks that must not be in the prompt. A prompt of at
	// least this trust and without these kinds gets the op; where a rule joins
	// several conditions, another one may get it, too.
	Except []string
	// Rules are the rules about the op that can apply to a request of the class,
	// those that deny first; of the obligations of a patch, those that deny tasks
	// as well.
	Rules  []RuleRef
	Limits []string // what the op's table says, such as max_bytes = 4096
}

// RuleRef names a rule.
type RuleRef struct {
	Rule     string
	Denies   bool
	Position Position
}

// Summary says what the policy allows, for each op of the contract and each task
// kind that it allows.
func (p *Policy) Summary() []Row {
	if p == nil || !p.loaded {
		p = &Policy{}
	}
	var out []Row
	for id := opID(1); id < opCount; id++ {
		t := p.tables[id]
		if id.byKind() && t != nil && t.kinds != nil {
			for _, k := range t.kinds.list {
				out = append(out, p.row(id, k.text, OpReversibility(ops[id].name, k.text)))
			}
			if len(t.kinds.list) > 0 {
				continue
			}
		}
		out = append(out, p.row(id, "", ops[id].class))
	}
	return out
}

func (p *Policy) row(id opID, kind string, class Reversibility) Row {
	t := p.tables[id]
	r := Row{Op: ops[id].name, Kind: kind, Class: class, Rules: p.about(id, kind, class)}
	for _, trust := range slices.Backward(trusts) {
		if !p.grants(id, t, kind, class, ringfence.NewProvenance(ringfence.Source{Trust: trust})) {
			break
		}
		r.Allowed, r.Least = true, trust
	}
	// Kinds are added to one prompt of the least trust, and stay in it when it
	// still gets the op: since more taint only denies more, every prompt that the
	// row describes then gets it.
	prompt := ringfence.NewProvenance(ringfence.Source{Trust: r.Least})
	for _, block := range blockKinds {
		if !r.Allowed {
			break
		}
		more := prompt.Join(ringfence.NewProvenance(ringfence.Source{Kind: block, Trust: r.Least}))
		if p.grants(id, t, kind, class, more) {
			prompt = more
		} else {
			r.Except = append(r.Except, block)
		}
	}
	if t != nil {
		r.Limits = t.limits(id)
	}
	return r
}

// about lists the rules that can apply to a request of an op, a task kind and a
// class. A request without a kind is of any class that the op has.
func (p *Policy) about(id opID, kind string, class Reversibility) (out []RuleRef) {
	classes := uint8(1) << class
	if id.byKind() && kind == "" {
		classes = classesOf(id)
	}
	listed := map[*rule]bool{}
	add := func(list []*rule, classes uint8) {
		for _, one := range list {
			if !listed[one] && one.when.canHold(classes) {
				listed[one] = true
				out = append(out, RuleRef{one.origin.rule, one.denies, one.origin.pos})
			}
		}
	}
	add(p.denies[id], classes)
	if id == agentApply { // an obligation is a task
		tasks := classesOf(taskSpawn)
		if kind != "" {
			tasks = 1 << OpReversibility(ops[taskSpawn].name, kind)
		}
		add(p.denies[taskSpawn], tasks)
	}
	add(p.allows[id], classes)
	return out
}

// canHold reports whether some prompt meets a condition with a request of one of
// these classes; nil always holds.
func (c *condition) canHold(classes uint8) bool {
	switch {
	case c == nil:
		return true
	case c.classes != 0 && c.classes&classes == 0:
		return false
	default:
		return !c.denies || !c.trusted || c.trust > ringfence.Untrusted // nothing is below the least
	}
}

// grants reports whether rules and table give an op to a prompt at all.
func (p *Policy) grants(id opID, t *opTable, kind string, class Reversibility, prov ringfence.Provenance) bool {
	for _, r := range p.denies[id] {
		if r.when.holds(prov, class) {
			return false
		}
	}
	if id == agentApply && slices.ContainsFunc(p.denies[taskSpawn], func(r *rule) bool {
		return r.when.holds(prov, OpReversibility(ops[taskSpawn].name, kind))
	}) {
		return false // an obligation is a task
	}
	if t != nil && !t.when.holds(prov, class) {
		return false
	}
	if t != nil && t.empty(id, kind) {
		return false
	}
	for _, key := range ops[id].needs {
		if t == nil || t.keys[key] == nil && (t.base == "" || !strings.HasSuffix(key, "_roots")) {
			return false
		}
	}
	return slices.ContainsFunc(p.allows[id], func(r *rule) bool { return r.when.holds(prov, class) })
}

// empty reports whether a list or a count of the table leaves no request of the
// op.
func (t *opTable) empty(id opID, kind string) bool {
	none := func(n *names) bool { return n != nil && len(n.list) == 0 }
	return t.calls == 0 || id.byKind() && kind == "" || id == pluginCommand && (none(t.plugins) || none(t.commands))
}

// limits lists what a table says, in a fixed order.
func (t *opTable) limits(id opID) []string {
	var out []string
	add := func(key string, list []string) {
		if t.keys[key] != nil {
			quoted := make([]string, len(list))
			for i, s := range list {
				quoted[i] = strconv.QuoteToASCII(s)
			}
			out = append(out, key+" = ["+strings.Join(quoted, ", ")+"]")
		}
	}
	texts := func(n *names) []string {
		var list []string
		if n != nil {
			for _, p := range n.list {
				star := ""
				if p.prefix {
					star = "*"
				}
				list = append(list, p.text+star)
			}
		}
		return list
	}
	globs := func(list []glob) []string {
		var out []string
		for _, g := range list {
			out = append(out, g.text)
		}
		return out
	}
	if t.calls >= 0 {
		out = append(out, "max_calls = "+strconv.FormatInt(t.calls, 10))
	}
	if t.bytes >= 0 {
		out = append(out, "max_bytes = "+strconv.FormatInt(t.bytes, 10))
	}
	if t.timeout > 0 {
		out = append(out, "timeout_ms = "+strconv.FormatInt(t.timeout, 10))
	}
	if id == dialogOpen || id == dialogSave || id == watchSubscribe || id.byKind() || id == agentPropose {
		var paths []string
		for _, r := range t.roots(id) {
			paths = append(paths, strconv.QuoteToASCII(r.path))
		}
		out = append(out, "roots = ["+strings.Join(paths, ", ")+"]")
	}
	add("watch_globs", globs(t.watchGlobs))
	add("deny_globs", globs(t.denyGlobs))
	add("allow_plugins", texts(t.plugins))
	add("deny_plugins", texts(t.denyPlugins))
	add("allow_commands", texts(t.commands))
	add("deny_commands", texts(t.denyCommands))
	add("allow_schema_ids", texts(t.schemas))
	add("deny_schema_ids", texts(t.denySchemas))
	return out
}
