package gobridge

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// request is a payload of editor/task::spawn, as the host passes it on.
type request struct {
	contract task.Contract
	input    coreform.Term
	budget   time.Duration // 0 without one
	// unsafe says that somebody approved running without a sandbox.
	unsafe bool
}

var errRequest = errors.New("the payload is not that of a task")

// readRequest reads a payload. The host has judged it; a bridge that trusts its
// caller is one that others can call.
func readRequest(payload coreform.Term) (r request, err error) {
	if payload.Kind() != coreform.KindMap {
		return r, errRequest
	}
	for key, v := range payload.Pairs() {
		k, _ := key.Symbol()
		ok := true
		switch k {
		case ":task-kind":
			var kind string
			kind, ok = v.Symbol()
			r.contract, _ = task.ContractOf(kind)
		case ":input":
			r.input = v
		case ":budget-ms":
			var ms int64
			ms, ok = v.Int64()
			ok = ok && ms >= 0 || v.IsNil()
			r.budget = time.Duration(min(ms, int64(time.Hour/time.Millisecond))) * time.Millisecond
		case ":unsafe-exec":
			r.unsafe, ok = v.Bool()
		default:
			ok = false
		}
		if !ok {
			return r, errRequest
		}
	}
	if r.contract.Kind == "" {
		return r, errRequest
	}
	return r, r.contract.Check(r.input)
}

// answer carries a request out. An error means that there is no answer that a
// host would accept.
func (o options) answer(ctx context.Context, payload coreform.Term) (coreform.Term, error) {
	r, err := readRequest(payload)
	if err != nil {
		return coreform.Nil(), err
	}
	value, ok := o.carryOut(ctx, r).Data()
	if !ok {
		return coreform.Nil(), errors.New("the result is no term")
	}
	return value, nil
}

// carryOut does what a request asks.
func (o options) carryOut(ctx context.Context, r request) outcome.Outcome {
	j := &job{options: o, request: r, ctx: ctx}
	run := map[string]func() outcome.Outcome{
		"editor/task::typecheck-pkg": j.typecheck,
		"editor/task::test-pkg":      j.test,
		"editor/task::build-pkg":     j.build,
		"editor/task::run-pkg":       j.run,
	}[r.contract.Kind]
	if run == nil {
		j.fail("unsupported", "<task>", "this bridge does not carry the task kind out")
		return j.result()
	}
	if o.goTool == "" {
		j.fail("go-missing", "<task>", "there is no go tool: name it with --go")
		return j.result()
	}
	base, err := os.Getwd()
	if err != nil {
		j.fail("workspace", "<task>", "there is no working directory")
		return j.result()
	}
	var done func()
	if j.tmp, done, err = scratch(); err != nil {
		j.fail("workspace", "<task>", "there is no place for temporary files")
		return j.result()
	}
	defer done()
	if !j.load(base) {
		return j.result()
	}
	return run()
}
