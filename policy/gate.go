package policy

// The gate must not be writable through what it gates: a request that can
// replace the policy, the log or a bridge decides the next request.

// writableRoots returns the roots that requests can have written to.
func (p *Policy) writableRoots() []root {
	var out []root
	for id := opID(1); id < opCount; id++ {
		t := p.tables[id]
		if t == nil || len(p.allows[id]) == 0 {
			continue
		}
		roots := t.roots(id)
		switch {
		case id == dialogSave || id == agentApply || t.public.CreateDirs:
			out = append(out, roots...)
		case id == taskSpawn && t.writes():
			out = append(out, roots...)
		}
	}
	return out
}

// roots returns the roots of an op: those of its own key, else base_dir.
func (t *opTable) roots(id opID) []root {
	list := t.dialogRoots
	if id == watchSubscribe {
		list = t.watchRoots
	}
	switch {
	case t.workRoots != nil && id.inWorkspace():
		return t.workRoots.list
	case list != nil && (id == dialogOpen || id == dialogSave || id == watchSubscribe):
		return list.list
	case t.base != "":
		return []root{{t.base, t.keys["base_dir"]}}
	}
	return nil
}

// writes reports whether a task that the table allows writes files.
func (t *opTable) writes() bool {
	if t.kinds == nil {
		return false
	}
	for _, k := range t.kinds.list {
		if kind := taskKindOf(k.text); kind != nil && kind.writes {
			return true
		}
	}
	return false
}

// WritableRoots returns the clean paths below which allowed requests can have
// files written. A log or a store that is named elsewhere than in the policy
// must not lie there; see [Policy.Writable].
func (p *Policy) WritableRoots() []string {
	if p == nil {
		return nil
	}
	var out []string
	for _, r := range p.writableRoots() {
		out = append(out, r.path)
	}
	return out
}

// Writable reports whether a path, absolute or relative to the policy's folder,
// lies under a root that requests can have written to, as text.
func (p *Policy) Writable(path string) bool {
	for _, r := range p.WritableRoots() {
		if within(r, join(p.dir, path)) {
			return true
		}
	}
	return false
}

// guard is the load error of a policy whose gate is writable.
func (p *Policy) guard(l *loader, doc *node) error {
	roots := p.writableRoots()
	check := func(path, what string) error {
		for _, r := range roots {
			if within(r.path, path) {
				n := &node{at: offsetOf(l.src, r.origin.pos.Line, r.origin.pos.Column)}
				return l.fail(CodeWritable, n, "", what+" lies under this root, which requests can write to",
					"move it outside, or name a root that does not hold it")
			}
		}
		return nil
	}
	for _, g := range p.gatePaths() {
		if err := check(g.path, g.what); err != nil {
			return err
		}
	}
	return nil
}

// gatePath is what a decision hangs on: who can write it decides.
type gatePath struct{ path, what string }

// gatePaths returns what the policy hangs on: itself, its folders, its bridges.
func (p *Policy) gatePaths() []gatePath {
	out := []gatePath{{join(".", p.name), "the policy file"}}
	if p.log.StoreDir != "" {
		out = append(out, gatePath{p.log.StoreDir, "the folder of log artifacts"})
	}
	if p.store.Dir != "" {
		out = append(out, gatePath{p.store.Dir, "the store"})
	}
	for id := opID(1); id < opCount; id++ {
		t := p.tables[id]
		if t == nil || t.public.Bridge.Cmd == "" {
			continue
		}
		out = append(out, gatePath{t.public.Bridge.Cmd, "a bridge program"})
		for _, arg := range t.public.Bridge.Args {
			// Any argument may be a path: the bridge runs in base_dir, or in the
			// policy's folder. "--flag=path" is looked at behind the sign, too.
			for _, path := range argPaths(t, p.dir, arg) {
				out = append(out, gatePath{path, "an argument of a bridge"})
			}
		}
	}
	return out
}

// GatePaths returns the clean paths of what the policy hangs on: its own file,
// unless it has no name, the folders of artifacts, the bridges and those of their
// arguments that may be paths. As text, none lies under [Policy.WritableRoots]; a
// host that has a file system looks where they lead.
func (p *Policy) GatePaths() []string {
	if p == nil {
		return nil
	}
	var out []string
	for i, g := range p.gatePaths() {
		if i > 0 || p.name != "" {
			out = append(out, g.path)
		}
	}
	return out
}
