package host

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// work carries a task out, on a worker of the pool.
func (h *Host) work(ctx context.Context, c *call, s spawnRequest, w *task.Work) outcome.Outcome {
	ws := task.Workspace{Dir: h.baseDir(c.table), Denied: c.denied}
	root, err := os.OpenRoot(ws.Dir)
	if err == nil {
		ws.Root = root
		defer func() { _ = root.Close() }() // nothing was written through it
	}
	if !s.contract.Bridged {
		return task.Run(ctx, w, s.contract, s.input, ws)
	}
	// Once more on the file system, without following links; the bridge does the
	// same when it opens what is named.
	for _, key := range pathKeys {
		v, _ := s.input.Lookup(key)
		p, is := v.Text()
		if !is || s.contract.Outputs == nil {
			continue
		}
		if err := ws.Check(p); err != nil && (key != ":out" || !errors.Is(err, fs.ErrNotExist)) {
			return s.contract.Refused(p, err)
		}
	}
	pkg, _ := s.input.Lookup(":pkg")
	if err := w.Phase(0, coreform.Sym(":path"), pkg); err != nil {
		return outcome.Outcome{} // the pool knows why it was stopped
	}
	return h.bridged(ctx, c, s, w)
}

// bridged hands a task to the bridge of the op, and judges what it answers.
func (h *Host) bridged(ctx context.Context, c *call, s spawnRequest, w *task.Work) outcome.Outcome {
	b, err := h.taskBridge(c)
	if err != nil {
		return bridge.Sealed(bridge.DefaultFamily, opTaskSpawn, err)
	}
	payload := s.payload
	if h.unsafeExec(c) && s.contract.Executes {
		pairs := []coreform.Term{coreform.Sym(":unsafe-exec"), yes()}
		for k, v := range s.payload.Pairs() {
			pairs = append(pairs, k, v)
		}
		if payload, err = coreform.Map(pairs...); err != nil {
			return fail(c, CodeUnavailable, "the payload is no term")
		}
	}
	r := b.Call(ctx, payload)
	answer, ok := r.Outcome.Data()
	if !ok {
		return r.Outcome
	}
	out := s.contract.Accept(answer)
	if value, good := out.Data(); good {
		done, _ := value.Lookup(":ok")
		for i := 1; i < len(s.contract.Phases) && done.Equal(yes()); i++ {
			if w.Phase(i) != nil {
				return outcome.Outcome{} // the pool knows why it was stopped
			}
		}
	}
	return out
}

// taskBridge returns the opened bridge of the op's table. Its calls end with the
// task, so that its own time is the longest there is.
func (h *Host) taskBridge(c *call) (*bridge.Bridge, error) {
	s := &h.tasks
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errors.New("host: closed")
	}
	if b, ok := s.bridges[c.op]; ok {
		return b, nil
	}
	config := h.bridgeConfig(opTaskSpawn, c.table)
	config.Timeout = bridge.MaxTimeout
	b, err := bridge.Open(config)
	if err != nil {
		return nil, err
	}
	if s.bridges == nil {
		s.bridges = map[string]*bridge.Bridge{}
	}
	s.bridges[c.op] = b
	return b, nil
}

// unsafeExec reports whether a task of the call may run code without a sandbox:
// the policy's table and the configuration both say so, and somebody approved it,
// which is asked for [opTaskSpawn] alone.
func (h *Host) unsafeExec(c *call) bool {
	return c.op == opTaskSpawn && c.table.UnsafeExec && h.config.UnsafeExec
}

// taskNeedsApproval says that a task that may run code without a sandbox needs an
// approval.
func taskNeedsApproval(h *Host, payload coreform.Term) (rule string, needed bool) {
	k, _ := payload.Lookup(":task-kind")
	kind, _ := k.Symbol()
	contract, _ := task.ContractOf(kind)
	table, _ := h.config.Policy.Op(opTaskSpawn)
	if !contract.Executes || !table.UnsafeExec || !h.config.UnsafeExec {
		return "", false
	}
	return "unsafe_exec", true
}
