package policy

import "strings"

// dialog judges the folder that a dialog starts in. What the person then
// chooses is judged by the host, with [Policy.PathAllowed].
func (e *evaluation) dialog(t *opTable) bool {
	if t == nil || t.roots(e.id) == nil {
		if e.missing(t, "dialog_roots") {
			return true
		}
	}
	dir, hasDir := e.text(":start-dir")
	name, hasName := e.text(":default-name")
	if hasName && (name == "" || name == "." || name == ".." || strings.Contains(name, "/") || len(name) > MaxPath || badPath(name)) {
		// A name that climbs would leave the folder that was judged.
		if e.deny(CodePathEscape, pathRule, "/:default-name", "the name of a file has no folder in it") {
			return true
		}
		hasName = false
	}
	if t == nil {
		return false
	}
	if hasDir && e.path(t, dir, "/:start-dir") {
		return true
	}
	if !hasName {
		return false
	}
	if hasDir {
		name = dir + "/" + name
	}
	return e.forbidden(t, name, "/:default-name")
}

// task judges kind, budget and the paths of the input.
func (e *evaluation) task(t *opTable) bool {
	if t == nil || t.kinds == nil {
		if e.missing(t, "allow_task_kinds") {
			return true
		}
	}
	name, ok := e.text(":task-kind")
	if ok && t != nil && t.kinds != nil && t.kinds.find(name) == nil &&
		e.deny(CodeDenied, t.kinds.origin, "/:task-kind", "the task kind is not in allow_task_kinds") {
		return true
	}
	if budget, ok := e.r.Payload.Lookup(":budget-ms"); ok {
		if ms, ok := budget.Int64(); ok {
			if t != nil && t.timeout > 0 && ms > t.timeout &&
				e.deny(CodeResource, t.keys["timeout_ms"], "/:budget-ms", "the budget is over the time of the op") {
				return true
			}
			if most := e.p.task.MaxTimeMSPerTask; most >= 0 && ms > most &&
				e.deny(CodeResource, e.p.key("task.max_time_ms_per_task"), "/:budget-ms", "the budget is over the time of a task") {
				return true
			}
		}
	}
	kind := taskKindOf(name)
	input, ok := e.r.Payload.Lookup(":input")
	if !ok || kind == nil || t == nil {
		return false
	}
	for _, key := range pathKeys {
		v, _ := input.Lookup(key)
		text, ok := v.Text()
		switch {
		case !ok:
		case t.base == "" && kind.writes:
			if e.missing(t, "base_dir") {
				return true
			}
		case e.path(t, text, "/:input/"+key):
			return true
		}
	}
	return false
}

// watch judges the root and the globs of a subscription.
func (e *evaluation) watch(t *opTable) bool {
	if t == nil || t.roots(e.id) == nil {
		if e.missing(t, "watch_roots") {
			return true
		}
	}
	if t == nil || t.watchGlobs == nil {
		if e.missing(t, "watch_globs") {
			return true
		}
	}
	dir, ok := e.text(":root")
	if !ok || t == nil {
		return false
	}
	if e.path(t, dir, "/:root") {
		return true
	}
	globs, _ := e.r.Payload.Lookup(":globs")
	clean, ok := resolve(e.base(t), dir)
	if !ok || t.watchGlobs == nil {
		return false
	}
	if globs.Len() > MaxGlobs {
		return e.deny(CodeResource, pathRule, "/:globs", "the request names too many globs")
	}
	if globs.Len() == 0 {
		return e.glob(t, clean, "**")
	}
	for _, g := range globs.Items() {
		text, ok := g.Text()
		if ok && e.glob(t, clean, text) {
			return true
		}
	}
	return false
}

// glob judges one glob of a subscription, which is relative to its root; those
// of the policy are relative to the roots of the policy.
func (e *evaluation) glob(t *opTable, dir, text string) bool {
	g, ok := parseGlob(text)
	if !ok {
		return e.deny(CodePayload, pathRule, "/:globs", "this is no glob")
	}
	for _, r := range t.roots(e.id) {
		if !within(r.path, dir) {
			continue
		}
		under := below(r.path, dir)
		elements := g.elements
		if under != "" {
			elements = append(strings.Split(under, "/"), elements...)
			if strings.ContainsAny(under, "*?") {
				break // a name that reads as a wildcard: nothing covers it
			}
		}
		for _, w := range t.watchGlobs {
			if covers(w.elements, elements, false) {
				return e.deniedGlob(t, elements)
			}
		}
	}
	return e.deny(CodeDenied, t.keys["watch_globs"], "/:globs", "the glob takes more than watch_globs do")
}

// deniedGlob denies a glob that could only ever match what is denied.
func (e *evaluation) deniedGlob(t *opTable, elements []string) bool {
	folded := make([]string, len(elements))
	for i, el := range elements {
		folded[i] = foldElement(el)
	}
	for _, list := range [...][]glob{e.p.denyGlobs, t.denyGlobs} {
		for _, g := range list {
			if covers(g.elements, folded, false) && e.deny(CodePathEscape, g.origin, "/:globs", "everything that the glob takes is denied") {
				return true
			}
		}
	}
	return false
}
