package task

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Pool runs the tasks of one session. It is safe for concurrent use.
type Pool struct {
	session string
	limits  Limits

	mu      sync.Mutex
	closed  bool
	count   int64 // tasks spawned so far
	running int64
	queue   []*record
	tasks   map[string]*record
	ended   []*record // polled to their end, the oldest first
	work    sync.WaitGroup
}

// record is one task. What can change is guarded by the pool.
type record struct {
	id       string
	job      Job
	ctx      context.Context    //nolint:containedctx // the life of the task
	cancel   context.CancelFunc // nil while it waits
	done     chan struct{}      // closed when the work has ended
	partials []coreform.Term
	next     int // partial that the next poll hands out
	finished bool
	canceled bool
	fetched  bool // a poll has told the end
	result   outcome.Outcome
}

// Job is work to be done.
type Job struct {
	Contract Contract
	// Budget is how long it may run, at most the limit of the pool; 0 is that
	// limit.
	Budget time.Duration
	// Run does the work. It returns soon after ctx is done; what it returns then
	// does not count. It runs on a goroutine of its own.
	Run func(ctx context.Context, w *Work) outcome.Outcome
}

// NewPool returns a pool for a session, whose name begins the ids of its tasks.
// Nothing runs until something is spawned.
func NewPool(session string, l Limits) *Pool {
	return &Pool{session: session, limits: l.withDefaults(), tasks: map[string]*record{}}
}

// Spawn queues a job and returns the id of the task, or an error with CodeLimit
// or CodeUnavailable. It does not wait for the work.
func (p *Pool) Spawn(j Job) (id string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return "", fault(CodeUnavailable, "", "the session has ended")
	case p.limits.Workers == 0:
		return "", fault(CodeLimit, "", "there are no workers")
	case int64(len(p.tasks)-len(p.ended)) >= p.limits.MaxTasks:
		return "", fault(CodeLimit, "", "there are too many tasks whose end was not polled")
	case p.running >= p.limits.Workers && int64(len(p.queue)) >= p.limits.MaxQueue:
		return "", fault(CodeLimit, "", "all workers are busy and the queue is full")
	}
	p.count++
	r := &record{id: p.session + "-task-" + strconv.FormatInt(p.count, 10), job: j, done: make(chan struct{})}
	p.tasks[r.id] = r
	if p.running >= p.limits.Workers {
		p.queue = append(p.queue, r)
		return r.id, nil
	}
	p.running++
	p.begin(r)
	p.work.Go(func() { p.worker(r) })
	return r.id, nil
}

// begin starts the clock of a task that no longer waits.
func (p *Pool) begin(r *record) {
	budget := p.limits.MaxTime
	if r.job.Budget > 0 {
		budget = min(budget, r.job.Budget)
	}
	r.ctx, r.cancel = context.WithTimeout(context.Background(), budget)
}

// worker runs a task and then what waits, until nothing does.
func (p *Pool) worker(r *record) {
	for r != nil {
		out := p.run(r)
		r = p.finish(r, out)
	}
}

// run does the work of a task and says what came of it.
func (p *Pool) run(r *record) (out outcome.Outcome) {
	defer r.cancel()
	defer func() {
		if recover() != nil {
			// Work that breaks ends its own task and not the session.
			out = Sealed(spawnOp, fault(CodeUnavailable, "", "the work broke"))
		}
	}()
	w := &Work{ctx: r.ctx, pool: p, record: r, left: p.limits.MaxSteps}
	out = r.job.Run(r.ctx, w)
	_, good := out.Data()
	switch {
	case w.err != nil:
		return Sealed(spawnOp, w.err)
	case good:
		return out
	case errors.Is(r.ctx.Err(), context.DeadlineExceeded):
		return Sealed(spawnOp, fault(CodeTimeout, "", "the time of the task passed"))
	case out.IsZero():
		return Sealed(spawnOp, fault(CodeUnavailable, "", "the work came to nothing"))
	}
	return out
}

// finish records the end of a task and returns the next one, or nil.
func (p *Pool) finish(r *record, out outcome.Outcome) *record {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.canceled {
		out = canceled(r.job.Contract)
	}
	r.finished, r.result = true, out
	close(r.done)
	if p.closed || len(p.queue) == 0 {
		p.running--
		return nil
	}
	next := p.queue[0]
	p.queue = p.queue[1:]
	p.begin(next)
	return next
}

// canceled is the result of a task that was cancelled.
func canceled(c Contract) outcome.Outcome {
	return c.failed("editor/task/cancelled", "<task>", "the task was cancelled")
}

// Cancel stops a task and returns when its work has stopped, or ctx is done. The
// task then is failed. A task that has ended stays as it is, and that is no error;
// an id that is not known is one, with CodeUnknown.
func (p *Pool) Cancel(ctx context.Context, id string) error {
	p.mu.Lock()
	r := p.tasks[id]
	if r == nil {
		p.mu.Unlock()
		return unknown()
	}
	if r.cancel == nil && !r.finished { // it waits
		p.queue = slices.DeleteFunc(p.queue, func(q *record) bool { return q == r })
		r.canceled, r.finished, r.result = true, true, canceled(r.job.Contract)
		close(r.done)
	}
	if !r.finished {
		r.canceled = true
		r.cancel()
	}
	p.mu.Unlock()
	select {
	case <-r.done:
		return nil
	case <-ctx.Done():
		return fault(CodeTimeout, "", "the task has been told to stop and has not stopped yet")
	}
}

func unknown() error {
	return fault(CodeUnknown, "/:task-id", "the session has no such task")
}

// Close cancels all tasks and returns when none of them runs any more. The pool
// takes no more of them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, r := range p.queue {
		r.canceled, r.finished, r.result = true, true, canceled(r.job.Contract)
		close(r.done)
	}
	p.queue = nil
	for _, r := range p.tasks {
		if !r.finished {
			r.canceled = true
			r.cancel()
		}
	}
	p.mu.Unlock()
	p.work.Wait()
}
