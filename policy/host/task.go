package host

import (
	"context"
	"sync"
	"time"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// opTaskSpawn is the op whose payload a bridge gets, also for the obligations of
// a patch, which are payloads of it.
const opTaskSpawn = "editor/task::spawn"

// taskState is what a host keeps of its tasks.
type taskState struct {
	pool *task.Pool

	mu      sync.Mutex
	bridges map[string]*bridge.Bridge // by the op whose table names them
	closed  bool
}

// startTasks is called once by New.
func (h *Host) startTasks() error {
	l := h.config.Policy.Task()
	limits := task.Limits{
		Workers: l.DefaultWorkers, MaxWorkers: l.MaxWorkers, MaxTasks: l.MaxTasks,
		MaxQueue: l.MaxQueue, MaxSteps: l.MaxStepsPerTask, MaxTime: -1,
	}
	if l.MaxTimeMSPerTask >= 0 {
		limits.MaxTime = milliseconds(l.MaxTimeMSPerTask)
	}
	h.tasks.pool = task.NewPool(h.config.Session, limits)
	return nil
}

// endTasks ends all tasks and returns when nothing of them runs any more.
func (h *Host) endTasks() {
	s := &h.tasks
	if s.pool != nil {
		s.pool.Close()
	}
	s.mu.Lock()
	open := s.bridges
	s.bridges, s.closed = nil, true
	s.mu.Unlock()
	for _, b := range open {
		_ = b.Close() // it has ended whatever it says
	}
}

// milliseconds is a duration that cannot overflow.
func milliseconds(ms int64) time.Duration {
	const most = int64(1<<63-1) / int64(time.Millisecond)
	return time.Duration(min(ms, most)) * time.Millisecond
}

// spawnRequest is a payload of editor/task::spawn that was read.
type spawnRequest struct {
	contract task.Contract
	input    coreform.Term
	budget   time.Duration // 0 without one
	payload  coreform.Term
}

// readSpawn reads a payload of editor/task::spawn. The gate has judged it before;
// what is not of the shape is an ERROR here as well, since the gate and the host
// must not take the same bytes for two things.
func readSpawn(c *call, payload coreform.Term) (s spawnRequest, refused outcome.Outcome, ok bool) {
	bad := func(message string) (spawnRequest, outcome.Outcome, bool) {
		return s, fail(c, policy.CodePayload, message), false
	}
	if payload.Kind() != coreform.KindMap {
		return bad("the payload is not a map")
	}
	for key := range payload.Pairs() {
		switch k, _ := key.Symbol(); k {
		case ":task-kind", ":input", ":budget-ms":
		default:
			return bad("the payload has a key that the op does not know")
		}
	}
	k, _ := payload.Lookup(":task-kind")
	kind, isSym := k.Symbol()
	input, has := payload.Lookup(":input")
	if !isSym || !has {
		return bad("the payload lacks :input, or :task-kind is no symbol")
	}
	if b, has := payload.Lookup(":budget-ms"); has && !b.IsNil() {
		ms, isInt := b.Int64()
		if !isInt || ms < 0 {
			return bad(":budget-ms is neither nil nor an integer from 0")
		}
		s.budget = max(milliseconds(ms), 1) // no time at all is a time that has passed
	}
	s.contract, _ = task.ContractOf(kind)
	s.input, s.payload = input, payload
	if err := s.contract.Check(input); err != nil {
		return s, task.Sealed(c.op, err), false
	}
	return s, outcome.Outcome{}, true
}

// pathKeys are the keys of inputs that name what is there in the workspace; :out
// may name what is not there yet.
var pathKeys = []string{":path", ":pkg", ":root", ":caps", ":out"}

// spawn queues a task that the policy allows for the op of a call.
func (h *Host) spawn(c *call, s spawnRequest) (id string, refused outcome.Outcome, ok bool) {
	if s.contract.Bridged && c.table.Bridge.Cmd == "" {
		return "", outcome.Sealed(outcome.Error{
			Code: bridge.DefaultFamily + "/" + string(bridge.CodeRequired), Op: c.op,
			Message: "the task kind is carried out by a bridge, and the policy names none",
		}), false
	}
	for _, key := range pathKeys {
		v, _ := s.input.Lookup(key)
		if p, is := v.Text(); is && s.contract.Outputs != nil {
			if allowed, _ := h.config.Policy.PathAllowed(c.op, p); !allowed {
				return "", fail(c, policy.CodePathEscape, "the path is denied or outside the roots"), false
			}
		}
	}
	budget := s.budget
	if t := c.table.Timeout; t > 0 && (budget == 0 || t < budget) {
		budget = t
	}
	id, err := h.tasks.pool.Spawn(task.Job{
		Contract: s.contract, Budget: budget,
		Run: func(ctx context.Context, w *task.Work) outcome.Outcome { return h.work(ctx, c, s, w) },
	})
	if err != nil {
		return "", task.Sealed(c.op, err), false
	}
	return id, outcome.Outcome{}, true
}

func taskSpawn(_ context.Context, c *call) outcome.Outcome {
	s, refused, ok := readSpawn(c, c.payload)
	if !ok {
		return refused
	}
	id, refused, ok := c.host.spawn(c, s)
	if !ok {
		return refused
	}
	return answer(c,
		symOK(), yes(),
		coreform.Sym(":task-id"), coreform.Str(id),
		coreform.Sym(":task-kind"), coreform.Str(s.contract.Kind),
		coreform.Sym(":state"), coreform.Sym(task.Running.String()),
		coreform.Sym(":task-contract"), s.contract.Term(),
		coreform.Sym(":partial-count"), coreform.Int(int64(len(s.contract.Phases))),
	)
}

// taskID reads {:task-id str}.
func taskID(c *call) (id string, refused outcome.Outcome, ok bool) {
	v, _ := c.payload.Lookup(":task-id")
	id, isStr := v.Text()
	if !isStr || c.payload.Len() != 1 {
		return "", fail(c, policy.CodePayload, "the payload is not a map of :task-id alone, or that is no string"), false
	}
	return id, outcome.Outcome{}, true
}

func taskPoll(_ context.Context, c *call) outcome.Outcome {
	id, refused, ok := taskID(c)
	if !ok {
		return refused
	}
	s, err := c.host.tasks.pool.Poll(id)
	if err != nil {
		return task.Sealed(c.op, err)
	}
	if s.Result.IsSealed() {
		return s.Result
	}
	result, _ := s.Result.Data()
	return answer(c,
		coreform.Sym(":state"), coreform.Sym(s.State.String()),
		coreform.Sym(":result"), result,
		coreform.Sym(":task-contract"), s.Contract.Term(),
		coreform.Sym(":partial"), s.Partial,
		coreform.Sym(":partial-emitted"), coreform.Bool(s.Emitted),
		coreform.Sym(":partial-seq"), coreform.Int(int64(s.Seq)),
		coreform.Sym(":partial-total"), coreform.Int(int64(s.Total)),
	)
}

func taskCancel(ctx context.Context, c *call) outcome.Outcome {
	id, refused, ok := taskID(c)
	if !ok {
		return refused
	}
	if err := c.host.tasks.pool.Cancel(ctx, id); err != nil {
		return task.Sealed(c.op, err)
	}
	return answer(c, symOK(), yes())
}

// runTask carries out a task for another op, such as an obligation of a patch, and
// returns what came of it when its work has ended. It never runs code without a
// sandbox.
func (h *Host) runTask(ctx context.Context, c *call, payload coreform.Term) outcome.Outcome {
	s, refused, ok := readSpawn(c, payload)
	if !ok {
		return refused
	}
	id, refused, ok := h.spawn(c, s)
	if !ok {
		return refused
	}
	out, err := h.tasks.pool.Wait(ctx, id)
	if err != nil {
		return task.Sealed(c.op, err)
	}
	return out
}

// denied reports whether the policy keeps a path from an op.
func (c *call) denied(p string) bool {
	allowed, _ := c.host.config.Policy.PathAllowed(c.op, p)
	return !allowed
}
