package policy

// Name returns the name that the policy was parsed under.
func (p *Policy) Name() string {
	if p == nil {
		return ""
	}
	return p.name
}

// Hash returns the BLAKE3 hash of the source under a prefix of its own, for logs
// that say which policy decided. It is zero for no policy.
func (p *Policy) Hash() [32]byte {
	if p == nil {
		return [32]byte{}
	}
	return p.hash
}

// Op returns the table of an op of the contract, and false when there is none.
// The caller may change what it gets.
func (p *Policy) Op(name string) (Table, bool) {
	if p == nil {
		return Table{}, false
	}
	t := p.tables[opOf(name)]
	if t == nil {
		return Table{}, false
	}
	out := t.public
	out.Bridge.Args = append([]string(nil), out.Bridge.Args...)
	out.Bridge.Env = append([]string(nil), out.Bridge.Env...)
	out.Roots = append([]string(nil), out.Roots...)
	out.DenyGlobs = append([]string(nil), out.DenyGlobs...)
	return out, true
}

// Runtime returns the limits of a session; for no policy they are 0.
func (p *Policy) Runtime() Runtime {
	if p == nil {
		return Runtime{}
	}
	return p.runtime
}

// Task returns the limits of the scheduler; for no policy they are 0.
func (p *Policy) Task() TaskLimits {
	if p == nil {
		return TaskLimits{}
	}
	return p.task
}

// Log returns what the policy says of the log.
func (p *Policy) Log() Log {
	if p == nil {
		return Log{}
	}
	return p.log
}

// Store returns what the policy says of the artifact store.
func (p *Policy) Store() Store {
	if p == nil {
		return Store{}
	}
	return p.store
}

// MaxReversibility returns the highest class that a request can have which the
// policy allows, whatever the conditions; [NoEffect] when it allows nothing.
func (p *Policy) MaxReversibility() Reversibility {
	most := NoEffect
	if p == nil {
		return most
	}
	for id := opID(1); id < opCount; id++ {
		t := p.tables[id]
		switch {
		case len(p.allows[id]) == 0:
		case !id.byKind():
			most = max(most, ops[id].class)
		case t != nil && t.kinds != nil:
			for _, k := range t.kinds.list {
				most = max(most, OpReversibility(ops[id].name, k.text))
			}
		}
	}
	return most
}

// PathAllowed reports whether a path may be handed to, or taken from, an op that
// the policy constrains by roots: a path that a person chose in a dialog, one
// that changed below a watched root, one that a task asks for. When it may not,
// the reasons say why, all of them. Like Decide it is lexical: the host opens
// the path through os.Root all the same.
func (p *Policy) PathAllowed(op, path string) (bool, []Reason) {
	e := evaluation{p: p, r: &Request{Op: op}, all: true}
	switch {
	case p == nil || !p.loaded:
		e.deny(CodePolicyError, defaultRule, "", "there is no policy")
	case opOf(op) == noOp:
		e.deny(CodeUnknownOp, defaultRule, "", "the contract has no such op")
	case p.tables[opOf(op)] == nil:
		e.deny(CodePolicyError, defaultRule, "", "the policy has no table for this op")
	default:
		e.id = opOf(op)
		e.path(p.tables[e.id], path, "")
	}
	return !e.denied, e.reasons
}
