package bridge

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// Reaper finds descendants of bridges that left their session and whose parent
// has ended: it makes this process the one that the kernel hands orphans to.
// Every child of this process that no bridge call started is then an orphan of
// a bridge, and is killed and reaped when a call ends.
//
// So it belongs in a program that starts no processes but bridges, such as a
// host: a child that another part of the program starts would be killed. A
// program has at most one; all its bridges share it. It is safe for concurrent
// use.
type Reaper struct {
	mu    sync.RWMutex
	roots map[int]struct{} // processes that calls started and did not yet reap
}

// NewReaper makes this process adopt orphans. That holds until the process ends.
func NewReaper() (*Reaper, error) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, fail(CodeNotSupported, "this process cannot adopt orphans", err)
	}
	return &Reaper{roots: map[int]struct{}{}}, nil
}

// start runs the start of a bridge so that no sweep sees the new process before
// it is known as one.
func (r *Reaper) start(start func() (*os.Process, error)) (*os.Process, error) {
	if r == nil {
		return start()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	proc, err := start()
	if err == nil {
		r.roots[proc.Pid] = struct{}{}
	}
	return proc, err
}

// forget must be called before the process is reaped: after that its number may
// be that of another process.
func (r *Reaper) forget(pid int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.roots, pid)
}

// orphan reports whether a process is one that this process adopted.
func (r *Reaper) orphan(p process) bool {
	if r == nil || p.parent != os.Getpid() {
		return false
	}
	_, root := r.roots[p.pid]
	return !root
}

// adopts reports whether there is a Reaper, whose zombies are to be reaped.
func (r *Reaper) adopts() bool { return r != nil }

// reap takes the status of an orphan that was killed, so that it does not stay
// as a zombie.
func (r *Reaper) reap(p process) {
	if r.orphan(p) {
		_, _ = unix.Wait4(p.pid, nil, unix.WNOHANG, nil) // one that still ends is reaped by the next sweep
	}
}
