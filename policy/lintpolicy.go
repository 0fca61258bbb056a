package policy

import (
	"maps"
	"slices"
	"strings"
)

// rules looks at rules that do nothing.
func (l *linter) rules() {
	for i, r := range l.p.rules {
		ids := l.about(r)
		switch {
		case len(ids) == 0 && l.foreign(r):
			l.add(ruleRedundant, r.origin, "the rule is about ops of another family, which are denied here in any case")
		case len(ids) == 0:
			l.dead(r, "the rule names no op of the contract")
		case r.when != nil && !possible(r.when, ids):
			l.dead(r, "no request can meet the condition of the rule")
		case !r.denies && l.allDenied(ids):
			l.add(ruleNeverMatches, r.origin, "everything that the rule allows is denied by other rules")
		default:
			l.covered(i, r)
		}
	}
}

func (l *linter) dead(r *rule, message string) {
	kind := ruleNeverMatches
	if r.denies {
		kind = ruleDenyNothing
	}
	l.add(kind, r.origin, message)
}

// about returns the ops that a rule names.
func (l *linter) about(r *rule) []opID {
	var ids []opID
	for id := opID(1); id < opCount; id++ {
		if r.names(ops[id].name) {
			ids = append(ids, id)
		}
	}
	return ids
}

// foreign reports whether a rule names ops of other families, which policies
// that several hosts share may do.
func (l *linter) foreign(r *rule) bool {
	return !slices.ContainsFunc(r.ops, func(p pattern) bool {
		return strings.HasPrefix(foldName(p.text), "editor/") || !strings.Contains(p.text, "/")
	})
}

// possible reports whether any request can meet a condition.
func possible(c *condition, ids []opID) bool {
	for _, id := range ids {
		if c.canHold(classesOf(id)) {
			return true
		}
	}
	return false
}

// classesOf returns the classes that requests of an op can have.
func classesOf(id opID) uint8 {
	set := uint8(1) << ops[id].class
	if id.byKind() {
		for _, k := range taskKinds {
			set |= 1 << OpReversibility(ops[id].name, k.name)
		}
	}
	return set
}

// allDenied reports whether rules without a condition deny all of these ops.
func (l *linter) allDenied(ids []opID) bool {
	for _, id := range ids {
		if !l.denied(id) {
			return false
		}
	}
	return true
}

func (l *linter) denied(id opID) bool {
	return slices.ContainsFunc(l.p.denies[id], func(r *rule) bool { return r.when == nil })
}

func (l *linter) allowed(id opID) bool { return len(l.p.allows[id]) > 0 && !l.denied(id) }

// covered looks for another rule without a condition that does the same for
// more. Of two equal ones the later is redundant.
func (l *linter) covered(i int, r *rule) {
	for j, other := range l.p.rules {
		if j == i || other.denies != r.denies || other.when != nil {
			continue
		}
		if coversRule(other, r) && (j < i || !coversRule(r, other) || r.when != nil) {
			l.add(ruleRedundant, r.origin, "covered by "+other.origin.rule)
			return
		}
	}
}

// coversRule reports whether every pattern of a rule is covered by one of other.
func coversRule(other, r *rule) bool {
	for _, p := range r.ops {
		if !slices.ContainsFunc(other.ops, func(q pattern) bool { return q.covers(p) }) {
			return false
		}
	}
	return true
}

// tables looks at op tables and the ops that need one.
func (l *linter) tables() {
	for id := opID(1); id < opCount; id++ {
		t := l.p.tables[id]
		if t != nil && !l.allowed(id) {
			l.add(ruleTableUnused, t.origin, "no rule allows the op, or one denies it")
		}
		if len(l.p.allows[id]) > 0 && !l.denied(id) {
			l.needs(id, t)
		}
		if t != nil {
			l.keys(id, t)
		}
	}
	for _, t := range l.p.others {
		if strings.HasPrefix(t.origin.rule, `op."editor/`) {
			l.add(ruleTableUnused, t.origin, "the contract has no such op")
		} else {
			l.add(ruleTableUnused, t.origin, "the op is of another family, which is denied here in any case")
		}
	}
}

func (l *linter) needs(id opID, t *opTable) {
	at := l.p.allows[id][0].origin
	if t != nil {
		at = t.origin
	}
	for _, key := range ops[id].needs {
		switch {
		case t != nil && t.keys[key] != nil:
		case t != nil && t.base != "" && strings.HasSuffix(key, "_roots"):
			// base_dir stands for the roots.
		default:
			l.add(ruleTableMissing, at, ops[id].name+" is allowed and "+key+" is missing: every request is denied")
		}
	}
}

// common are keys that every op can use.
var common = []string{
	"timeout_ms", "max_bytes", "log_inline_max_bytes", "max_calls", "when", "base_dir",
	"bridge_cmd", "bridge_args", "bridge_transport", "bridge_cmd_sha256", "env_allow",
}

func (l *linter) keys(id opID, t *opTable) {
	for _, key := range slices.Sorted(maps.Keys(t.keys)) {
		if !slices.Contains(common, key) && !slices.Contains(ops[id].needs, key) && !slices.Contains(ops[id].uses, key) {
			l.add(ruleKeyUnused, t.keys[key], ops[id].name+" has no use for the key")
		}
	}
}

// widenings looks at wildcards that allow, and at roots without a bound.
func (l *linter) widenings() {
	for _, r := range l.p.rules {
		if r.denies {
			continue
		}
		for _, p := range r.ops {
			if p.prefix {
				l.add(ruleWildcard, r.origin, "the wildcard allows every op that matches, also one that is added later")
			}
		}
	}
	for id := opID(1); id < opCount; id++ {
		t := l.p.tables[id]
		if t == nil {
			continue
		}
		for _, list := range []*names{t.plugins, t.commands, t.schemas} {
			if list == nil {
				continue
			}
			for _, p := range list.list {
				if p.prefix {
					l.add(ruleWildcard, p.origin, "the wildcard allows every name that matches")
				}
			}
		}
		for _, r := range t.roots(id) {
			if r.path == "/" {
				l.add(ruleWideRoot, r.origin, "the root is the whole file system")
			}
		}
	}
}

// bridges looks at how bridges are configured.
func (l *linter) bridges() {
	for id := opID(1); id < opCount; id++ {
		t := l.p.tables[id]
		if t == nil {
			continue
		}
		b := t.public.Bridge
		switch {
		case b.Cmd == "":
			switch {
			case !l.allowed(id):
			case id == agentApply && t.anyKind(func(k *taskKind) bool { return k == nil || k.bridged }):
				l.add(ruleBridgeMissing, t.origin, "an obligation of one of its task kinds is carried out by a bridge, and the table has no bridge_cmd: "+
					"every patch with such a one is undone. The bridge of editor/task::spawn is not used")
			case id == pluginCommand || id == taskSpawn && t.anyKind(func(k *taskKind) bool { return k == nil }):
				l.add(ruleBridgeMissing, t.origin, "the op is allowed and has no bridge_cmd")
			}
			continue
		case b.SHA256 == "":
			l.add(ruleUnpinned, t.keys["bridge_cmd"], "the bridge has no bridge_cmd_sha256")
		}
		if !within(l.p.base(t), b.Cmd) {
			l.add(ruleBridgePath, t.keys["bridge_cmd"], "the bridge does not lie under base_dir")
		}
	}
}

// anyKind reports whether is holds for one of the task kinds of a table; it gets nil
// for a kind that the contract does not have.
func (t *opTable) anyKind(is func(k *taskKind) bool) bool {
	return t.kinds != nil && slices.ContainsFunc(t.kinds.list, func(p pattern) bool { return is(taskKindOf(p.text)) })
}

// stores looks at ops that need a folder of the policy's own. A host may be given
// one beside the policy, so that its absence is worth knowing and no more.
func (l *linter) stores() {
	if l.p.store.Dir != "" || l.p.log.StoreDir != "" {
		return
	}
	if l.allowed(agentApply) {
		l.add(ruleStoreMissing, l.p.allows[agentApply][0].origin, "the policy names no folder for undo records, [store] dir: no patch is applied unless the host is given one, as with promptcheck host --store")
	}
	if l.allowed(agentStore) {
		l.add(ruleStoreMissing, l.p.allows[agentStore][0].origin, "the policy names no folder for sessions of agents, [store] dir: none is stored unless the host is given one, as with promptcheck host --store")
	}
}
