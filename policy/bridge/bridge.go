package bridge

import (
	"context"
	"errors"
	"sync"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Bridge runs the program of one operation. It is safe for concurrent use; the
// calls of a persistent bridge take turns.
type Bridge struct {
	config  Config
	env     []string
	program *program

	turn    chan struct{} // held by the call that uses session
	session *session      // the persistent process, nil when there is none

	mu     sync.Mutex
	closed bool
}

// Result is what a call came to.
type Result struct {
	Outcome outcome.Outcome
	// Stderr is what the bridge wrote to its standard error, up to the limit,
	// and Dropped how many bytes more there were. It is outside text, which may
	// hold secrets: it goes to no log and no prompt by itself.
	Stderr  []byte
	Dropped int64
	// Err is why the Outcome is an ERROR, with the cause in the words of the
	// system, or nil. It is for diagnostics of the host.
	Err error
}

// Open looks at the executable and prepares to run it. An error is a
// [ringfence.Error] with CodeRequired, CodePolicy, CodePath, CodeIdentity or
// CodeNotSupported; [Sealed] turns it into the ERROR of the operation. Nothing is
// started.
func Open(c Config) (*Bridge, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	env, err := c.environment()
	if err != nil {
		return nil, err
	}
	p, err := openProgram(c)
	if err != nil {
		return nil, err
	}
	return &Bridge{config: c, env: env, program: p, turn: make(chan struct{}, 1)}, nil
}

// Call sends a payload and returns what came back. It ends when the bridge has
// answered and, for spawn-per-op, its process tree has ended; at the deadline;
// or when ctx is done. Every failure is an ERROR in the result. It takes as long
// as the bridge and copies request and response a constant number of times.
func (b *Bridge) Call(ctx context.Context, payload coreform.Term) Result {
	r, err := b.call(ctx, payload)
	if err != nil {
		r.Outcome, r.Err = Sealed(b.config.Family, b.config.Op, err), err
	}
	return r
}

func (b *Bridge) call(ctx context.Context, payload coreform.Term) (Result, error) {
	text, err := payload.AppendMax(nil, b.config.MaxRequest)
	if err != nil {
		if payload.Err() != nil {
			return Result{}, fail(CodePolicy, "the payload is no term", err)
		}
		return Result{}, with(fail(CodePayloadTooLarge, "the payload is longer than allowed", err), ":limit", int64(b.config.MaxRequest))
	}
	request, err := frame.Append(nil, text)
	if err != nil {
		return Result{}, fail(CodePolicy, "the payload cannot be framed", err)
	}
	ctx, cancel := context.WithTimeout(ctx, b.config.Timeout)
	defer cancel()
	if b.isClosed() {
		return Result{}, fail(CodeSpawn, "the bridge was closed", nil)
	}
	if b.config.Transport == PersistentStdio {
		return b.exchange(ctx, request)
	}
	return b.spawn(ctx, request)
}

// argv is the command line of the contract.
func (c Config) argv() []string {
	argv := append(make([]string, 0, len(c.Args)+2), c.Command)
	return append(append(argv, c.Args...), c.Op)
}

func (b *Bridge) isClosed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// Close waits for the call of a persistent bridge that is under way, ends its
// process tree, and gives up the executable. Calls after it fail. Close the
// bridge when no call of spawn-per-op is under way.
func (b *Bridge) Close() error {
	b.mu.Lock()
	again := b.closed
	b.closed = true
	b.mu.Unlock()
	if again {
		return nil
	}
	b.turn <- struct{}{}
	defer func() { <-b.turn }()
	if b.session != nil {
		b.session.end()
		b.session = nil
	}
	b.program.close()
	return nil
}

// timedOut is the error of a call that reached its deadline or was given up.
func timedOut(ctx context.Context) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return fail(CodeTimeout, "the caller gave up", ctx.Err())
	}
	return fail(CodeTimeout, "the bridge did not answer in time", ctx.Err())
}
