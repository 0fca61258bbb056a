package agent

import (
	"context"
	"errors"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/patch"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Obligation is a task that must succeed for a patch to be accepted.
type Obligation struct {
	Kind  string        // symbol of the task kind
	Input coreform.Term // as the kind takes it
	// Payload is the whole obligation, a payload of editor/task::spawn.
	Payload coreform.Term
}

// Runner carries tasks out.
type Runner interface {
	// Run returns what came of a task when its work has ended, soon after ctx is
	// done at the latest.
	Run(ctx context.Context, o Obligation) outcome.Outcome
}

// Action applies patches with obligations.
type Action struct {
	Target *patch.Target
	Runner Runner
	// Max is the longest print of a report in bytes, 0 for no limit.
	Max int
}

// Apply answers {:obligations [{:input :task-kind :budget-ms?} …] :patch}: it
// applies the patch, runs the obligations in turn until one fails, and keeps the
// patch if none did. The answer is the report {:accepted :apply :kind :verify}:
//
//	:apply   {:files :ok :patch-h :undone} and, where it did not apply, :at and :code
//	:verify  {:obligations :ok :skipped}; an obligation is {:ok :result :task-kind},
//	         or {:code :message :ok :task-kind} where the task was an ERROR
//
// An obligation holds when the task answered with a map that has :ok true, and no
// :error-count but 0. A patch whose files were changed while it was verified is
// not kept. A patch that does not fit the files is reported; one that is
// no patch, or may not touch a file, is an error with CodePayload, CodeSize or a
// code of package patch. With an error as with :accepted false the files are as
// before, but for those that somebody else changed since: :undone is then false,
// or the error has [patch.CodeConflict]. With [patch.CodePending] they may be as
// the patch made them.
func (a *Action) Apply(ctx context.Context, payload coreform.Term) (coreform.Term, error) {
	text, todo, err := readApply(payload)
	if err != nil {
		return coreform.Term{}, err
	}
	files, err := patch.Parse(text)
	if err != nil {
		return coreform.Term{}, err
	}
	r := report{files: files, patch: octets(text), skipped: len(todo)}
	applied, err := a.Target.Apply(ctx, files)
	if err != nil {
		if code := codeOf(err); code != patch.CodeMismatch && code != patch.CodeConflict {
			return coreform.Term{}, err
		}
		r.failure, r.undone = err, codeOf(err) != patch.CodeConflict
		return a.fit(r)
	}
	r.applied = true
	for _, o := range todo {
		r.skipped--
		if r.done = append(r.done, a.run(ctx, o)); !r.done[len(r.done)-1].ok {
			break
		}
	}
	return a.settle(applied, r)
}

// settle keeps the patch or undoes it, and never reports what it did not do.
func (a *Action) settle(applied *patch.Applied, r report) (coreform.Term, error) {
	// What changed while it was verified is not what was verified.
	r.spoiled = r.verified() && !applied.Intact()
	r.accepted = r.verified() && !r.spoiled
	if r.accepted {
		out, err := a.fit(r)
		if err == nil {
			err = applied.Keep()
		}
		if err == nil {
			return out, nil
		}
		if undo := applied.Rollback(); undo != nil {
			err = undo // what it is about is the greater error
		}
		return coreform.Term{}, err
	}
	r.failure = applied.Rollback()
	if r.undone = r.failure == nil; !r.undone && codeOf(r.failure) != patch.CodeConflict {
		return coreform.Term{}, r.failure
	}
	return a.fit(r)
}

// run carries one obligation out.
func (a *Action) run(ctx context.Context, o Obligation) verdict {
	v := verdict{kind: o.Kind}
	out := a.Runner.Run(ctx, o)
	if out.IsZero() || out.IsSealed() {
		v.code, v.message = "core/caps/backend-unavailable", "the task did not answer"
		if e, ok := out.Failure(); ok {
			v.code, v.message = e.Code, e.Message
		}
		return v
	}
	v.answered = true
	v.result, _ = out.Data()
	v.ok = holds(v.result)
	return v
}

// holds reports whether what a task answered says that all is well.
func holds(result coreform.Term) bool {
	if result.Kind() != coreform.KindMap {
		return false
	}
	ok, _ := result.Lookup(":ok")
	errs, counted := result.Lookup(":error-count")
	n, isInt := errs.Int64()
	return ok.Equal(coreform.Bool(true)) && (!counted || isInt && n == 0)
}

// readApply reads the payload.
func readApply(payload coreform.Term) (text []byte, todo []Obligation, err error) {
	p, _ := payload.Lookup(":patch")
	text, ok := content(p)
	list, _ := payload.Lookup(":obligations")
	if payload.Kind() != coreform.KindMap || payload.Len() != 2 || !ok || list.Kind() != coreform.KindVector {
		return nil, nil, fail(CodePayload, "", "the payload is a map of :obligations, a vector, and :patch, a string or bytes")
	}
	if list.Len() == 0 || list.Len() > MaxObligations {
		return nil, nil, fail(CodePayload, "/:obligations", "a patch has at least one obligation, and not too many")
	}
	for i, item := range list.Items() {
		kind, _ := item.Lookup(":task-kind")
		input, has := item.Lookup(":input")
		name, isSym := kind.Symbol()
		if !isSym || !has {
			return nil, nil, fail(CodePayload, "/:obligations/"+strconv.Itoa(i), "an obligation is a payload of editor/task::spawn")
		}
		todo = append(todo, Obligation{name, input, item})
	}
	return text, todo, nil
}

// codeOf returns the code of an error of this module, "" for another.
func codeOf(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
