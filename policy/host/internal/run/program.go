package run

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// Program is one invocation.
type Program struct {
	Path  string // absolute, as Find returns it
	Args  []string
	Env   []string // the whole environment
	Stdin []byte
	// Take takes standard output, at most MaxOut bytes of it; one byte more ends
	// the program. Otherwise it goes nowhere.
	Take   bool
	MaxOut int
	// Drain lets a program with too much output write to its end, and forgets
	// what is over: what it talks to may not bear that it is ended.
	Drain bool
}

// maxErr is how much of the diagnostics of a program is kept, in bytes: they are
// looked at for a few words only.
const maxErr = 8 << 10

// drain is how long output is waited for after a program ended: a descendant may
// hold the pipe.
const drain = 2 * time.Second

// Result is how a program ended.
type Result struct {
	Out  []byte
	Err  []byte // the beginning of its diagnostics: text from outside
	Code int    // exit status, -1 when a signal ended it
	Over bool   // there was more output than MaxOut, and Out is not all
}

// Process is a program that runs.
type Process struct {
	done   chan struct{}
	result Result
	err    error

	mu   sync.Mutex
	pid  int // 0 once it was reaped
	over bool

	drain bool
}

// Run runs a program to its end, or ends it when ctx is done; the error is then
// that of ctx. Every other error means that it was not started.
func (p Program) Run(ctx context.Context) (Result, error) {
	proc, err := p.Start()
	if err != nil {
		return Result{}, err
	}
	select {
	case <-proc.done:
	case <-ctx.Done():
		proc.Stop()
		return Result{Over: proc.result.Over}, ctx.Err()
	}
	return proc.result, proc.err
}

// Start starts a program that goes on until it ends or is stopped.
func (p Program) Start() (*Process, error) {
	proc := &Process{done: make(chan struct{}), drain: p.Drain}
	started := make(chan error)
	go proc.run(p, started)
	if err := <-started; err != nil {
		return nil, err
	}
	return proc, nil
}

// run is the life of a program. It keeps its thread: on Linux the kernel ends the
// program with the thread that started it.
func (proc *Process) run(p Program, started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	out := &bounded{max: p.MaxOut, full: proc.overflow}
	diagnostics := &bounded{max: maxErr}
	cmd := exec.Command(p.Path, p.Args...) //nolint:gosec,noctx // the caller chose the program; stop ends it
	cmd.Env, cmd.WaitDelay, cmd.SysProcAttr = p.Env, drain, attributes()
	cmd.Stdin = bytes.NewReader(p.Stdin)
	if p.Take {
		cmd.Stdout = out
	}
	cmd.Stderr = diagnostics
	err := cmd.Start()
	if err == nil {
		proc.mu.Lock()
		proc.pid = cmd.Process.Pid
		proc.mu.Unlock()
	}
	started <- err
	if err != nil {
		return
	}
	if awaitExit(proc.pid) { // it has ended, and keeps its number
		proc.ended()
		err = cmd.Wait()
	} else {
		err = cmd.Wait()
		proc.ended()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil // the status says it
	}
	proc.err = ignoreInput(err)
	proc.mu.Lock()
	defer proc.mu.Unlock()
	proc.result = Result{Out: out.bytes(), Err: diagnostics.bytes(), Code: cmd.ProcessState.ExitCode(), Over: proc.over}
	close(proc.done) // the lock is held by nobody who waits for this
}

// ended ends what a program left behind in its group. After it nothing is sent to
// its number any more.
func (proc *Process) ended() {
	proc.mu.Lock()
	defer proc.mu.Unlock()
	endLeftovers(proc.pid)
	proc.pid = 0
}

// overflow ends a program that writes too much.
func (proc *Process) overflow() {
	proc.mu.Lock()
	defer proc.mu.Unlock()
	proc.over = true
	if proc.pid != 0 && !proc.drain {
		endGroup(proc.pid)
	}
}

// Stop ends the program and its group, and returns when it has ended. It may be
// called several times.
func (proc *Process) Stop() {
	proc.mu.Lock()
	if proc.pid != 0 {
		endGroup(proc.pid)
	}
	proc.mu.Unlock()
	<-proc.done
}

// Done is closed when the program has ended.
func (proc *Process) Done() <-chan struct{} { return proc.done }

// Ended reports whether the program has ended.
func (proc *Process) Ended() bool {
	select {
	case <-proc.done:
		return true
	default:
		return false
	}
}

// Result returns how the program ended, once it has.
func (proc *Process) Result() Result {
	<-proc.done
	return proc.result
}

// bounded keeps the first bytes of a stream.
type bounded struct {
	mu   sync.Mutex // a copy may go on after the end was waited for
	buf  []byte
	max  int
	full func() // called when there is more
}

// Write implements [io.Writer]. It takes everything and keeps what it may.
func (b *bounded) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	room := b.max - len(b.buf)
	b.buf = append(b.buf, p[:min(room, len(p))]...)
	if len(p) > room && b.full != nil {
		b.full()
	}
	return len(p), nil
}

func (b *bounded) bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf
}
