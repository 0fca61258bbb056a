package policy

// base returns what relative paths of a request resolve against: base_dir, else
// the folder of the policy.
func (e *evaluation) base(t *opTable) string { return e.p.base(t) }

func (p *Policy) base(t *opTable) string {
	if t.base != "" {
		return t.base
	}
	return p.dir
}

// path judges one path of a request: its form, the roots, what is denied.
func (e *evaluation) path(t *opTable, text, pointer string) bool {
	clean, ok := resolve(e.p.base(t), text)
	if !ok {
		return e.deny(CodePathEscape, pathRule, pointer, `the path is empty or too long, has an element "..", or holds a backslash or a control character`)
	}
	if !e.p.inRoots(t, e.id, clean) {
		if e.deny(CodePathEscape, t.rootKey(e.id), pointer, "the path is outside the roots") {
			return true
		}
	}
	return e.forbidden(t, text, pointer)
}

// forbidden judges a path against the deny globs.
func (e *evaluation) forbidden(t *opTable, text, pointer string) bool {
	clean, ok := resolve(e.p.base(t), text)
	if !ok {
		return false // said already
	}
	return e.p.eachDenied(t, e.id, clean, func(o *origin) bool {
		return e.deny(CodePathEscape, o, pointer, "the path is denied")
	})
}

// inRoots reports whether a clean path lies within a root of the op. A task
// without base_dir has the folder of the policy.
func (p *Policy) inRoots(t *opTable, id opID, clean string) bool {
	roots := t.roots(id)
	if roots == nil && id == taskSpawn {
		return within(p.dir, clean)
	}
	for _, r := range roots {
		if within(r.path, clean) {
			return true
		}
	}
	return false
}

// rootKey is the key that names the roots of an op.
func (t *opTable) rootKey(id opID) *origin {
	switch {
	case t.watchRoots != nil && id == watchSubscribe:
		return t.watchRoots.origin
	case t.workRoots != nil && id.inWorkspace():
		return t.workRoots.origin
	case t.dialogRoots != nil && (id == dialogOpen || id == dialogSave):
		return t.dialogRoots.origin
	case t.base != "":
		return t.keys["base_dir"]
	}
	return t.origin
}

// eachDenied calls f for the deny globs that match a clean path, until f says
// to stop. Built-in globs see the whole path; those of the policy see it from
// each root that it lies in, since a folder above a root is nobody's choice.
func (p *Policy) eachDenied(t *opTable, id opID, clean string, f func(*origin) bool) bool {
	whole := foldPath(clean)
	for i := range p.denyGlobs[:p.builtin] {
		if g := &p.denyGlobs[i]; g.denies(whole) && f(g.origin) {
			return true
		}
	}
	if len(p.denyGlobs) == p.builtin && len(t.denyGlobs) == 0 {
		return false
	}
	var views [][]string
	for _, r := range t.roots(id) {
		if within(r.path, clean) {
			views = append(views, foldPath(below(r.path, clean)))
		}
	}
	if base := p.base(t); within(base, clean) {
		views = append(views, foldPath(below(base, clean)))
	}
	for _, list := range [...][]glob{p.denyGlobs[p.builtin:], t.denyGlobs} {
		for i := range list {
			g := &list[i]
			for _, v := range views {
				if g.denies(v) {
					if f(g.origin) {
						return true
					}
					break
				}
			}
		}
	}
	return false
}
