package bridge

import (
	"context"
	"os"
	"runtime"
	"sync"
	"time"
)

// pipeGrace is how long output may still come after the process tree has ended.
// What holds a pipe open then is a process that could not be found.
const pipeGrace = 200 * time.Millisecond

// running is a process with its three pipes, from our side.
type running struct {
	proc   *os.Process
	reaper *Reaper
	stdin  *os.File
	stdout *os.File
	stderr *os.File
	exited chan struct{} // closed when it has ended and was reaped
	status *os.ProcessState
	waited error

	killing sync.Mutex
	reaped  bool
}

// run starts the program of the bridge. await is how its end is awaited: awaitExit
// of the system.
func (b *Bridge) run(await func(*os.Process) bool) (*running, error) {
	var ours, theirs [3]*os.File
	closeAll := func(list [3]*os.File) {
		for _, f := range list {
			if f != nil {
				_ = f.Close() // nothing was written yet, or it belongs to the child
			}
		}
	}
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ours)
			closeAll(theirs)
			return nil, fail(CodeSpawn, "no pipe for the bridge", err)
		}
		if i == 0 {
			r, w = w, r
		}
		ours[i], theirs[i] = r, w
	}
	p := &running{
		reaper: b.config.Reaper, exited: make(chan struct{}),
		stdin: ours[0], stdout: ours[1], stderr: ours[2],
	}
	started := make(chan error)
	go p.live(started, await, func() (*os.Process, error) {
		return b.program.start(b.config, b.env, theirs)
	})
	err := <-started
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	return p, nil
}

// live is the life of the process. It keeps its thread: on Linux the kernel ends
// the process with the thread that started it, and so with a host that is killed.
func (p *running) live(started chan<- error, await func(*os.Process) bool, start func() (*os.Process, error)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var err error
	p.proc, err = p.reaper.start(start)
	started <- err
	if err == nil {
		p.wait(await)
	}
}

// wait sees the end of the process and ends what it left behind. Where the system
// lets an ended process keep its number, it is reaped last, because its number
// names its session and group. Elsewhere that is in use for as long as there is
// anything left.
func (p *running) wait(await func(*os.Process) bool) {
	if await(p.proc) {
		p.killing.Lock()
		endLeftovers(p.proc.Pid, p.reaper)
		p.reaper.forget(p.proc.Pid)
		p.status, p.waited = p.proc.Wait()
	} else {
		status, err := p.proc.Wait() // kill must be able to end it meanwhile
		p.killing.Lock()
		p.status, p.waited = status, err
		endLeftovers(p.proc.Pid, p.reaper)
		p.reaper.forget(p.proc.Pid)
	}
	p.reaped = true
	p.killing.Unlock()
	close(p.exited)
	time.AfterFunc(pipeGrace, p.closeOutput)
}

// kill ends the process tree. It may be called at any time and more than once.
func (p *running) kill() {
	p.killing.Lock()
	defer p.killing.Unlock()
	if !p.reaped {
		killTree(p.proc.Pid, p.reaper)
	}
}

// killWhenDone ends the process tree when ctx is done; stop takes that back.
func (p *running) killWhenDone(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, p.kill)
}

func (p *running) closeOutput() {
	_ = p.stdout.Close() // readers get an error, which is what this is for
	_ = p.stderr.Close()
}

// exit returns why the end of the process is a failure, or nil.
func (p *running) exit() error {
	switch {
	case p.waited != nil:
		return fail(CodeExec, "the bridge could not be watched to its end", p.waited)
	case p.status.Success():
		return nil
	case p.status.ExitCode() < 0:
		return fail(CodeExit, "the bridge was ended by a signal", nil)
	}
	return with(fail(CodeExit, "the bridge ended with a status other than 0", nil), ":status", int64(p.status.ExitCode()))
}
