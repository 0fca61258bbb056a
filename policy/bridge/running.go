package bridge

import (
	"context"
	"os"
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

// run starts the program of the bridge.
func (b *Bridge) run() (*running, error) {
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
	proc, err := b.config.Reaper.start(func() (*os.Process, error) {
		return b.program.start(b.config, b.env, theirs)
	})
	closeAll(theirs)
	if err != nil {
		closeAll(ours)
		return nil, err
	}
	p := &running{
		proc: proc, reaper: b.config.Reaper, exited: make(chan struct{}),
		stdin: ours[0], stdout: ours[1], stderr: ours[2],
	}
	go p.wait()
	return p, nil
}

// wait sees the end of the process, ends what it left behind, and reaps it last,
// because its number names its session and group.
func (p *running) wait() {
	awaitExit(p.proc)
	p.killing.Lock()
	endLeftovers(p.proc.Pid, p.reaper)
	p.reaper.forget(p.proc.Pid)
	p.reaped = true
	p.status, p.waited = p.proc.Wait()
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
