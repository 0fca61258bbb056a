package task_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

var plain = task.Contract{Kind: "x::y"}

func done() outcome.Outcome { return outcome.Data(coreform.Int(1)) }

// blocked is a job that runs until it is told to stop, or gate is closed.
func blocked(gate <-chan struct{}, running *atomic.Int64) task.Job {
	return task.Job{Contract: plain, Run: func(ctx context.Context, _ *task.Work) outcome.Outcome {
		running.Add(1)
		defer running.Add(-1)
		select {
		case <-gate:
			return done()
		case <-ctx.Done():
			return outcome.Outcome{}
		}
	}}
}

// eventually waits for what must become true.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatal("never: " + what)
}

func mustSpawn(t *testing.T, p *task.Pool, j task.Job) string {
	t.Helper()
	id, err := p.Spawn(j)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Ids are the session and a counter of what was accepted.
func TestIdsAreDeterministic(t *testing.T) {
	for range 2 {
		l := task.UnlimitedLimits()
		l.Workers, l.MaxQueue = 1, 1
		p := task.NewPool("run1", l)
		gate, running := make(chan struct{}), new(atomic.Int64)
		var ids []string
		for range 4 { // two are refused and take no number
			if id, err := p.Spawn(blocked(gate, running)); err == nil {
				ids = append(ids, id)
			} else if code(err) != task.CodeLimit {
				t.Fatal(err)
			}
		}
		close(gate)
		for _, id := range ids {
			drain(t, p, id)
		}
		ids = append(ids, mustSpawn(t, p, blocked(gate, running)))
		if want := []string{"run1-task-1", "run1-task-2", "run1-task-3"}; !slices.Equal(ids, want) {
			t.Fatalf("ids %q", ids)
		}
		p.Close()
	}
}

// Workers, queue and tasks have limits; 0 is none at all and -1 the default.
func TestPoolIsBounded(t *testing.T) {
	gate, running := make(chan struct{}), new(atomic.Int64)
	l := task.UnlimitedLimits()
	l.Workers, l.MaxWorkers, l.MaxTasks, l.MaxQueue = 5, 3, 6, 10
	p := task.NewPool("s", l)
	defer p.Close()
	var most atomic.Int64
	var ids []string
	for range 6 {
		ids = append(ids, mustSpawn(t, p, task.Job{Contract: plain, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			n := running.Add(1)
			for m := most.Load(); n > m; m = most.Load() {
				if most.CompareAndSwap(m, n) {
					break
				}
			}
			defer running.Add(-1)
			<-gate
			return done()
		}}))
	}
	eventually(t, "three run", func() bool { return running.Load() == 3 })
	if _, err := p.Spawn(blocked(gate, running)); code(err) != task.CodeLimit {
		t.Fatalf("a seventh task: %v", err)
	}
	close(gate)
	for _, id := range ids {
		drain(t, p, id)
	}
	if most.Load() != 3 {
		t.Errorf("%d ran at a time", most.Load())
	}
	mustSpawn(t, p, blocked(gate, running)) // what was polled to its end makes room

	for name, zero := range map[string]func(*task.Limits){
		"workers": func(l *task.Limits) { l.MaxWorkers = 0 },
		"tasks":   func(l *task.Limits) { l.MaxTasks = 0 },
	} {
		l := task.UnlimitedLimits()
		zero(&l)
		p := task.NewPool("s", l)
		if _, err := p.Spawn(blocked(gate, running)); code(err) != task.CodeLimit {
			t.Errorf("no %s: %v", name, err)
		}
		p.Close()
	}
	l = task.UnlimitedLimits()
	l.Workers, l.MaxQueue = 1, 0
	q := task.NewPool("s", l)
	defer q.Close()
	mustSpawn(t, q, blocked(make(chan struct{}), running))
	if _, err := q.Spawn(blocked(gate, running)); code(err) != task.CodeLimit {
		t.Errorf("no queue: %v", err)
	}
}

// A client that never polls cannot make a pool grow.
func TestTasksThatNobodyPolls(t *testing.T) {
	l := task.UnlimitedLimits()
	l.MaxTasks, l.MaxQueue = 10, 100
	p := task.NewPool("s", l)
	defer p.Close()
	refused := 0
	for range 200 {
		if _, err := p.Spawn(task.Job{Contract: plain, Run: func(context.Context, *task.Work) outcome.Outcome { return done() }}); err != nil {
			refused++
		}
	}
	if refused != 190 {
		t.Errorf("%d were refused", refused)
	}
}

// When Cancel has returned, the work has.
func TestCancelStopsWork(t *testing.T) {
	l := task.UnlimitedLimits()
	l.Workers = 1
	p := task.NewPool("s", l)
	defer p.Close()
	running := new(atomic.Int64)
	first := mustSpawn(t, p, blocked(nil, running))
	waiting := mustSpawn(t, p, blocked(nil, running))
	eventually(t, "it runs", func() bool { return running.Load() == 1 })
	for _, id := range []string{waiting, first, first} {
		if err := p.Cancel(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if running.Load() != 0 {
		t.Fatal("the work runs on")
	}
	c := contract(t, "build-pkg")
	mine := mustSpawn(t, p, task.Job{Contract: c, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
		_ = w.Phase(0)
		<-ctx.Done()
		return c.Result(nil) // what stopped work says does not count
	}})
	eventually(t, "its phase", func() bool { s, err := p.Poll(mine); return err == nil && s.Seq == 1 })
	if err := p.Cancel(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	o, _ := func() (outcome.Outcome, error) { s, err := p.Poll(mine); return s.Result, err }()
	v := data(t, o)
	if ok := at(t, v, ":ok"); !ok.Equal(coreform.Bool(false)) || v.Len() != len(c.Outputs) {
		t.Errorf("a cancelled task came to %s", v)
	}
	d, _ := at(t, v, ":diagnostics").Item(0)
	if s, _ := at(t, d, ":code").Text(); s != "editor/task/cancelled" {
		t.Errorf("diagnostic %s", d)
	}
	if err := p.Cancel(t.Context(), "s-task-99"); code(err) != task.CodeUnknown {
		t.Errorf("unknown id: %v", err)
	}
}

// Work that does not look at its context holds its canceller no longer than the
// canceller's own context, and its answer does not count.
func TestCancelOfWorkThatIgnoresIt(t *testing.T) {
	p := task.NewPool("s", task.UnlimitedLimits())
	gate, started := make(chan struct{}), make(chan struct{})
	id := mustSpawn(t, p, task.Job{Contract: plain, Run: func(context.Context, *task.Work) outcome.Outcome {
		close(started)
		<-gate
		return done()
	}})
	<-started
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Cancel(ctx, id); code(err) != task.CodeTimeout {
		t.Errorf("cancel: %v", err)
	}
	close(gate)
	o, _ := drain(t, p, id)
	if v := data(t, o); at(t, v, ":ok").Equal(coreform.Bool(true)) {
		t.Error("a cancelled task succeeded")
	}
	p.Close()
}

// Time, steps and partials end a task with the published codes.
func TestTaskLimits(t *testing.T) {
	l := task.UnlimitedLimits()
	l.MaxSteps = 1000
	p := task.NewPool("s", l)
	defer p.Close()
	for _, c := range []struct {
		name string
		job  task.Job
		code string
	}{
		{"time", task.Job{Budget: time.Millisecond, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			<-ctx.Done()
			return outcome.Outcome{}
		}}, string(task.CodeTimeout)},
		{"time of work that loops", task.Job{Budget: time.Millisecond, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			for w.Step(0) == nil {
				time.Sleep(time.Millisecond)
			}
			return outcome.Outcome{}
		}}, string(task.CodeTimeout)},
		{"steps", task.Job{Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			var err error
			for err == nil {
				err = w.Step(1)
			}
			return outcome.Outcome{}
		}}, string(task.CodeLimit)},
		{"steps ignored", task.Job{Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			_ = w.Step(2000)
			return done()
		}}, string(task.CodeLimit)},
		{"panic", task.Job{Run: func(context.Context, *task.Work) outcome.Outcome { panic("x") }}, string(task.CodeUnavailable)},
		{"nothing", task.Job{Run: func(context.Context, *task.Work) outcome.Outcome { return outcome.Outcome{} }}, string(task.CodeUnavailable)},
		{"a partial that is none", task.Job{Run: func(_ context.Context, w *task.Work) outcome.Outcome {
			_ = w.Partial(":x", 1, coreform.Sym(":seq"), coreform.Nil())
			return done()
		}}, string(task.CodeUnavailable)},
	} {
		c.job.Contract = plain
		o, _ := drain(t, p, mustSpawn(t, p, c.job))
		if e, _ := o.Failure(); e.Code != c.code {
			t.Errorf("%s: %s", c.name, o)
		}
	}
	p2 := task.NewPool("s", task.UnlimitedLimits())
	defer p2.Close()
	o, partials := drain(t, p2, mustSpawn(t, p2, task.Job{Contract: plain, Run: func(_ context.Context, w *task.Work) outcome.Outcome {
		var err error
		for err == nil {
			err = w.Partial(":x", 1)
		}
		return done()
	}}))
	if e, _ := o.Failure(); e.Code != string(task.CodeLimit) || len(partials) != task.MaxPartials {
		t.Errorf("%d partials and %s", len(partials), o)
	}
}

// Partials come in order, one a poll, and the end only after the last.
func TestPartialsAreHandedOutInOrder(t *testing.T) {
	p := task.NewPool("s", task.UnlimitedLimits())
	defer p.Close()
	c := contract(t, "run-pkg")
	id := mustSpawn(t, p, task.Job{Contract: c, Run: func(_ context.Context, w *task.Work) outcome.Outcome {
		for i := range 4 { // one more than the contract has, which is none
			if err := w.Phase(i, coreform.Sym(":entry"), coreform.Str("main")); err != nil {
				t.Error(err)
			}
		}
		return c.Result(nil)
	}})
	if first, err := p.Poll(id); err != nil || first.Total != 3 || first.State != task.Running {
		t.Fatalf("%+v %v", first, err)
	} else if first.Emitted {
		// The poll may have come after the first phase; the others follow.
		if seq, _ := at(t, first.Partial, ":seq").Int64(); seq != 1 {
			t.Fatalf("first partial %s", first.Partial)
		}
	}
	var states []string
	eventually(t, "it ends", func() bool {
		s, err := p.Poll(id)
		if err != nil {
			t.Fatal(err)
		}
		if s.Emitted {
			want := c.Phases[s.Seq-1]
			if seq, _ := at(t, s.Partial, ":seq").Int64(); int(seq) != s.Seq {
				t.Errorf("seq %s", s.Partial)
			}
			if !at(t, s.Partial, ":phase").Equal(coreform.Sym(want.Name)) || !at(t, s.Partial, ":progress-percent").Equal(coreform.Int(int64(want.Percent))) ||
				!at(t, s.Partial, ":task-kind").Equal(coreform.Sym(c.Kind)) || !at(t, s.Partial, ":entry").Equal(coreform.Str("main")) {
				t.Errorf("partial %s", s.Partial)
			}
		}
		states = append(states, s.State.String())
		return s.State == task.Done
	})
	again, err := p.Poll(id)
	if err != nil || again.State != task.Done || again.Emitted || again.Seq != 3 || again.Total != 3 {
		t.Errorf("a poll after the end: %+v %v, states %q", again, err, states)
	}
}

// What was polled to its end is kept for a while, and not for ever.
func TestEndedTasksAreForgotten(t *testing.T) {
	p := task.NewPool("s", task.UnlimitedLimits())
	defer p.Close()
	for i := range 200 {
		drain(t, p, mustSpawn(t, p, task.Job{Contract: plain, Run: func(context.Context, *task.Work) outcome.Outcome { return done() }}))
		if _, err := p.Poll(fmt.Sprintf("s-task-%d", i+1)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.Poll("s-task-1"); code(err) != task.CodeUnknown {
		t.Errorf("the first task: %v", err)
	}
	if _, err := p.Wait(t.Context(), "s-task-1"); code(err) != task.CodeUnknown {
		t.Errorf("waiting for it: %v", err)
	}
}

// Nothing runs after Close, and nothing is accepted.
func TestCloseEndsEverything(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 20 {
		l := task.UnlimitedLimits()
		l.Workers = 3
		p := task.NewPool("s", l)
		running := new(atomic.Int64)
		var ids []string
		for range 12 {
			ids = append(ids, mustSpawn(t, p, blocked(nil, running)))
		}
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(p.Close)
		}
		wg.Wait()
		if running.Load() != 0 {
			t.Fatal("work runs on")
		}
		if _, err := p.Spawn(blocked(nil, running)); code(err) != task.CodeUnavailable {
			t.Fatalf("a task after the end: %v", err)
		}
		for _, id := range ids {
			if s, err := p.Poll(id); err != nil || s.State != task.Failed {
				t.Fatalf("%s: %+v %v", id, s, err)
			}
		}
	}
	eventually(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
}

// A waiter that gives up ends the task.
func TestWait(t *testing.T) {
	p := task.NewPool("s", task.UnlimitedLimits())
	defer p.Close()
	running := new(atomic.Int64)
	id := mustSpawn(t, p, blocked(nil, running))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o, err := p.Wait(ctx, id)
	if err != nil || running.Load() != 0 {
		t.Fatalf("%v, %d run", err, running.Load())
	}
	if at(t, data(t, o), ":ok").Equal(coreform.Bool(true)) {
		t.Error("it succeeded")
	}
	gate := make(chan struct{})
	close(gate)
	if o, err := p.Wait(t.Context(), mustSpawn(t, p, blocked(gate, running))); err != nil || !o.Equal(done()) {
		t.Errorf("%s %v", o, err)
	}
}

// Many clients at once: every task ends once, and none is lost.
func TestPoolUnderLoad(t *testing.T) {
	l := task.UnlimitedLimits()
	l.MaxTasks, l.MaxQueue = 1000, 1000
	p := task.NewPool("s", l)
	defer p.Close()
	var ran atomic.Int64
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for i := range 50 {
				id, err := p.Spawn(task.Job{Contract: plain, Run: func(_ context.Context, w *task.Work) outcome.Outcome {
					ran.Add(1)
					_ = w.Partial(":x", 50)
					return done()
				}})
				if err != nil {
					t.Error(err)
					return
				}
				if (n+i)%5 == 0 {
					if err := p.Cancel(t.Context(), id); err != nil {
						t.Error(err)
					}
				}
				if o, err := p.Wait(t.Context(), id); err != nil || o.IsZero() {
					t.Errorf("%s %v", o, err)
				}
			}
		})
	}
	wg.Wait()
	if n := ran.Load(); n < 320 || n > 400 {
		t.Errorf("%d ran", n)
	}
}
