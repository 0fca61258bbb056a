package agent

import (
	"errors"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/patch"
)

// report is what is known of a patch.
type report struct {
	files    []patch.File
	patch    coreform.Term
	applied  bool
	spoiled  bool // the files were changed while they were verified
	accepted bool
	undone   bool  // the files are as before
	failure  error // why it did not apply, or was not undone
	done     []verdict
	skipped  int // obligations that were not run
}

// verdict is what came of an obligation.
type verdict struct {
	kind          string
	ok            bool
	answered      bool
	result        coreform.Term
	code, message string
}

// verified reports whether every obligation was run and held.
func (r *report) verified() bool {
	for _, v := range r.done {
		if !v.ok {
			return false
		}
	}
	return r.applied && r.skipped == 0 && len(r.done) > 0
}

// fit returns the report as a term whose print is at most Max bytes long. The error
// has CodeSize, or says what a report would have to: that a file was not put back.
func (a *Action) fit(r report) (coreform.Term, error) {
	for _, whole := range []bool{true, false} {
		t := r.term(whole)
		if a.Max <= 0 {
			return t, t.Err()
		}
		if _, err := t.AppendMax(nil, a.Max); err == nil {
			return t, nil
		}
	}
	if codeOf(r.failure) == patch.CodeConflict {
		return coreform.Term{}, r.failure
	}
	return coreform.Term{}, fail(CodeSize, "", "the report would be longer than allowed")
}

// term writes a report; what tasks answered stands there whole, or as its hash.
func (r *report) term(whole bool) coreform.Term {
	apply := []any{
		":files", filesTerm(r.files), ":ok", coreform.Bool(r.applied && !r.spoiled), ":patch-h", hash(r.patch), ":undone", coreform.Bool(r.undone),
	}
	var e *ringfence.Error
	if errors.As(r.failure, &e) {
		apply = append(apply, ":code", coreform.Str(string(e.Code)), ":at", coreform.Str(e.Pointer))
	}
	done := make([]coreform.Term, len(r.done))
	for i, v := range r.done {
		o := []any{":ok", coreform.Bool(v.ok), ":task-kind", coreform.Sym(v.kind)}
		switch {
		case !v.answered:
			o = append(o, ":code", coreform.Str(v.code), ":message", coreform.Str(v.message))
		case whole:
			o = append(o, ":result", v.result)
		default:
			o = append(o, ":result-h", hash(v.result))
		}
		done[i] = fields(o...)
	}
	return fields(
		":accepted", coreform.Bool(r.accepted),
		":apply", fields(apply...),
		":kind", coreform.Sym(":editor/agent-acceptance"),
		":verify", fields(":obligations", coreform.Vec(done...), ":ok", coreform.Bool(r.verified()), ":skipped", coreform.Int(int64(r.skipped))),
	)
}
