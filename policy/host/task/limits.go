package task

import "time"

// Limits bound a pool. A field of -1 (or any negative value) means its default; 0
// means none at all, so that a pool with MaxTasks 0 refuses every task.
type Limits struct {
	// Workers is how many tasks run at a time, and MaxWorkers a cap on that.
	Workers, MaxWorkers int64
	// MaxTasks is how many tasks may be there at a time whose end nobody has
	// polled yet, MaxQueue how many of them may wait for a worker.
	MaxTasks, MaxQueue int64
	// MaxSteps is how many steps a task may take (a step is a form, a name or an
	// entry of a folder), MaxTime how long it may run. Waiting is not running.
	MaxSteps int64
	MaxTime  time.Duration
}

// Defaults of [Limits].
const (
	// DefaultWorkers leaves a core to the editor on a small machine.
	DefaultWorkers = 2
	// DefaultMaxWorkers is more than tasks that compile can use.
	DefaultMaxWorkers = 16
	// DefaultMaxTasks is more than a person or an agent keeps an eye on.
	DefaultMaxTasks = 64
	// DefaultMaxQueue lets a burst wait.
	DefaultMaxQueue = 48
	// DefaultMaxSteps is a workspace of ten million entries, or the same of forms.
	DefaultMaxSteps = 10_000_000
	// DefaultMaxTime is enough to test a large package, and ends what hangs.
	DefaultMaxTime = 10 * time.Minute
	// keptTasks is how many ended tasks stay to be polled again: a client that
	// lost an answer asks at once.
	keptTasks = 32
)

// UnlimitedLimits returns the limits of a policy that sets none.
func UnlimitedLimits() Limits {
	return Limits{-1, -1, -1, -1, -1, -1}
}

func (l Limits) withDefaults() Limits {
	or := func(v *int64, otherwise int64) {
		if *v < 0 {
			*v = otherwise
		}
	}
	or(&l.Workers, DefaultWorkers)
	or(&l.MaxWorkers, DefaultMaxWorkers)
	or(&l.MaxTasks, DefaultMaxTasks)
	or(&l.MaxQueue, DefaultMaxQueue)
	or(&l.MaxSteps, DefaultMaxSteps)
	if l.MaxTime < 0 {
		l.MaxTime = DefaultMaxTime
	}
	l.Workers = min(l.Workers, l.MaxWorkers)
	return l
}
