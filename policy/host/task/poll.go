package task

import (
	"context"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// State is where a task is.
type State uint8

// The states of the contract. The zero value is running, which a task that waits
// for a worker is as well.
const (
	Running State = iota
	Done
	Failed
)

// String returns the symbol of the state.
func (s State) String() string {
	switch s {
	case Done:
		return ":done"
	case Failed:
		return ":failed"
	default:
		return ":running"
	}
}

// Status is what a poll tells.
type Status struct {
	State    State
	Contract Contract
	// Partial is the partial that this poll hands out, Seq how many were handed
	// out with it, Total how many there are, or will be as far as that is known.
	Partial    coreform.Term
	Emitted    bool
	Seq, Total int
	// Result is what came of the task: data, an ERROR (the task is failed), or no
	// outcome while it runs.
	Result outcome.Outcome
}

// Poll hands out the next partial of a task, and its result when there is no
// further one. A task that has ended and was polled to its end stays for a while
// to be polled again. An id that is not known is an error with CodeUnknown.
func (p *Pool) Poll(id string) (Status, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.tasks[id]
	if r == nil {
		return Status{}, unknown()
	}
	s := Status{Contract: r.job.Contract}
	if r.next < len(r.partials) {
		s.Partial, s.Emitted = r.partials[r.next], true
		r.next++
	}
	s.Seq, s.Total = r.next, len(r.partials)
	if !r.finished {
		s.Total = max(s.Total, len(r.job.Contract.Phases))
	}
	if !r.finished || r.next < len(r.partials) {
		return s, nil
	}
	s.Result, s.State = r.result, Failed
	value, isData := r.result.Data()
	ok, has := value.Lookup(":ok")
	// What a kind of a bridge's own answers is a success unless it says otherwise.
	if ok.Equal(coreform.Bool(true)) || isData && !has && r.job.Contract.Outputs == nil {
		s.State = Done
	}
	p.keep(r)
	return s, nil
}

// Wait returns what comes of a task when its work has ended, and counts as polling
// it to its end. When ctx is done first it cancels the task, and returns when that
// has ended.
func (p *Pool) Wait(ctx context.Context, id string) (outcome.Outcome, error) {
	p.mu.Lock()
	r := p.tasks[id]
	p.mu.Unlock()
	if r == nil {
		return outcome.Outcome{}, unknown()
	}
	select {
	case <-r.done:
	case <-ctx.Done():
		if err := p.Cancel(context.WithoutCancel(ctx), id); err != nil {
			return outcome.Outcome{}, err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r.next = len(r.partials)
	p.keep(r)
	return r.result, nil
}

// keep remembers that the end of a task was told, and forgets the oldest such
// task when there are too many.
func (p *Pool) keep(r *record) {
	if r.fetched {
		return
	}
	r.fetched = true
	p.ended = append(p.ended, r)
	if len(p.ended) > keptTasks {
		delete(p.tasks, p.ended[0].id)
		p.ended = p.ended[1:]
	}
}

// Work is what a job has of its pool. It belongs to the goroutine of the job.
type Work struct {
	ctx    context.Context //nolint:containedctx // the life of the task
	pool   *Pool
	record *record
	left   int64
	err    error // the first limit that was passed
}

// Step counts n steps. An error means that the work must stop: the task was
// cancelled, its time passed, or it has no steps left.
func (w *Work) Step(n int64) error {
	if w.err != nil {
		return w.err
	}
	if w.left -= n; w.left < 0 {
		w.err = fault(CodeLimit, "", "the task has taken all its steps")
		return w.err
	}
	return w.ctx.Err()
}

// Partial tells that a phase is reached; facts are keys and values in turn. An
// error means that the work must stop.
func (w *Work) Partial(phase string, percent int, facts ...coreform.Term) error {
	if err := w.Step(1); err != nil {
		return err
	}
	p, r := w.pool, w.record
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(r.partials) >= MaxPartials {
		w.err = fault(CodeLimit, "", "the task has too many partials")
		return w.err
	}
	t, err := coreform.Map(append([]coreform.Term{
		coreform.Sym(":task-kind"), coreform.Sym(r.job.Contract.Kind),
		coreform.Sym(":seq"), coreform.Int(int64(len(r.partials) + 1)),
		coreform.Sym(":phase"), coreform.Sym(phase),
		coreform.Sym(":progress-percent"), coreform.Int(int64(min(max(percent, 0), 100))),
	}, facts...)...)
	if err != nil {
		w.err = fault(CodeUnavailable, "", "a partial is no term")
		return w.err
	}
	r.partials = append(r.partials, t)
	return nil
}

// Phase tells that the phase with an index of the contract is reached.
func (w *Work) Phase(i int, facts ...coreform.Term) error {
	phases := w.record.job.Contract.Phases
	if i >= len(phases) {
		return w.Step(1) // a kind without phases
	}
	return w.Partial(phases[i].Name, phases[i].Percent, facts...)
}
