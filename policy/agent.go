package policy

import (
	"strconv"

	"github.com/ringfence/ringfence/policy/coreform"
)

// MaxPatchFiles is the most files of one patch. People and models change a few
// at a time, and each is checked against every deny glob.
const MaxPatchFiles = 1_000

// MaxObligations is the most obligations of one patch: each is a task.
const MaxObligations = 64

// isFiles reports whether a term is what a patch is proposed from: a vector of
// maps {:base :new :path} with octets, or nil where the file is not there before
// or after.
func isFiles(t coreform.Term) bool {
	if t.Kind() != coreform.KindVector || t.Len() == 0 {
		return false
	}
	content := func(f coreform.Term, key string) (isNil, ok bool) {
		v, ok := f.Lookup(key)
		k := v.Kind()
		return k == coreform.KindNil, ok && (k == coreform.KindNil || octetsField.is(v))
	}
	for _, f := range t.Items() {
		path, _ := f.Lookup(":path")
		noBase, ok1 := content(f, ":base")
		noNew, ok2 := content(f, ":new")
		if f.Kind() != coreform.KindMap || f.Len() != 3 || path.Kind() != coreform.KindStr || !ok1 || !ok2 || noBase && noNew {
			return false
		}
	}
	return true
}

// eachObligation judges every obligation of a patch as the request for a task
// that it is, and takes its denials over.
func (e *evaluation) eachObligation(judge func(task *evaluation) bool) bool {
	list, _ := e.r.Payload.Lookup(":obligations")
	if list.Kind() != coreform.KindVector || list.Len() > MaxObligations {
		return false // said already, or by agentApply
	}
	for i, item := range list.Items() {
		task := evaluation{
			p: e.p, id: taskSpawn, class: Outward, all: e.all,
			r: &Request{Op: ops[taskSpawn].name, Payload: item, Provenance: e.r.Provenance, State: e.r.State},
		}
		judge(&task)
		for _, reason := range task.reasons {
			reason.Pointer = "/:obligations/" + strconv.Itoa(i) + reason.Pointer
			e.reasons = append(e.reasons, reason)
		}
		if task.denied && !e.denied {
			e.denied, e.code, e.by = true, task.code, task.by
		}
		if task.denied && !e.all {
			return true
		}
		e.reach = max(e.reach, task.class)
	}
	return false
}

// agentShape judges the shape of each obligation, and learns from their kinds
// how far the patch reaches.
func (e *evaluation) agentShape() bool {
	before := e.denied
	e.reach = kindFloor[agentApply]
	if e.eachObligation(func(task *evaluation) bool { return task.shape() }) {
		return true
	}
	if !before && !e.denied {
		e.class = e.reach
	}
	return false
}

// agentRules judges obligations by the rules that deny tasks: what must not
// start by itself must not start behind a patch.
func (e *evaluation) agentRules() bool {
	return e.eachObligation(func(task *evaluation) bool {
		quiet := evaluation{p: task.p, id: task.id, class: Outward, r: task.r}
		quiet.shape()
		return task.denials(quiet.class)
	})
}

// agentPropose judges the paths of the files of a patch.
func (e *evaluation) agentPropose(t *opTable) bool {
	if t == nil || t.base == "" {
		return e.missing(t, "base_dir")
	}
	files, _ := e.r.Payload.Lookup(":files")
	if files.Len() > MaxPatchFiles {
		return e.deny(CodeResource, pathRule, "/:files", "the patch has too many files")
	}
	for i, f := range files.Items() {
		path, _ := f.Lookup(":path")
		if text, ok := path.Text(); ok && e.path(t, text, "/:files/"+strconv.Itoa(i)+"/:path") {
			return true
		}
	}
	return false
}

// agentApply judges the obligations by the table of the patch: its kinds, its
// folder, its time. The paths of the patch itself stand in its text; the host
// judges them with [Policy.PathAllowed] before it touches anything.
func (e *evaluation) agentApply(t *opTable) bool {
	if t == nil || t.base == "" {
		if e.missing(t, "base_dir") {
			return true
		}
	}
	if t == nil || t.kinds == nil {
		// Said here, once, and not for each obligation.
		return e.missing(t, "allow_task_kinds")
	}
	if list, _ := e.r.Payload.Lookup(":obligations"); list.Len() > MaxObligations {
		return e.deny(CodeResource, pathRule, "/:obligations", "the patch has too many obligations")
	}
	return e.eachObligation(func(task *evaluation) bool { return task.task(t) })
}
