package bridge

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// process is one line of the process table.
type process struct {
	pid, parent, group, session int
	state                       byte
	started                     uint64 // in ticks since boot: tells a reused number
}

// awaitExit returns true when the process has ended. It is not reaped: until it is,
// its number, group and session cannot become those of others.
func awaitExit(p *os.Process) bool {
	for {
		if err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != unix.EINTR { // a system call returns the number itself
			return true
		}
	}
}

const (
	// killRounds bounds the work against a tree that starts processes as fast
	// as they are stopped.
	killRounds = 64
	// killPause lets the kernel carry out signals between two looks.
	killPause = 500 * time.Microsecond
)

// killTree ends the tree of a bridge, whose root must not be reaped yet. It stops
// what it finds before it kills anything, so that no member can start another
// one, and so that none loses the parent that shows whose it is. When nothing new
// is found, all die.
func killTree(root int, r *Reaper) {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	for range killRounds {
		alive, moving := false, false
		for _, p := range members(processes(), root, r) {
			switch p.state {
			case 'Z', 'X':
			case 'T':
				alive = true
			default:
				alive, moving = true, true
				signal(p, unix.SIGSTOP)
			}
		}
		if !alive && !r.adopts() {
			return // the usual end: nothing is left
		}
		if !moving {
			break
		}
		time.Sleep(killPause)
	}
	for range killRounds {
		alive := false
		for _, p := range members(processes(), root, r) {
			if p.state == 'Z' || p.state == 'X' {
				r.reap(p)
				// A zombie below another one becomes an orphan only when that
				// one is gone: with a Reaper, all are waited for.
				alive = alive || r.adopts() && p.pid != root
				continue
			}
			alive = true
			signal(p, unix.SIGKILL)
		}
		if !alive {
			return
		}
		time.Sleep(killPause)
	}
}

// endLeftovers is killTree for a root that has ended, which is how nearly every
// call ends: then nothing descends from it any more, and its group and session
// are asked for by system calls, which cost a hundredth of reading the table.
func endLeftovers(root int, r *Reaper) {
	_ = unix.Kill(-root, unix.SIGKILL) // the group at once; its leader is a zombie
	if r.adopts() || leftovers(root) {
		killTree(root, r)
	}
}

// leftovers reports whether the group or session of an ended process has another
// member.
func leftovers(root int) bool {
	dir, err := os.Open("/proc")
	if err != nil {
		return true
	}
	defer func() { _ = dir.Close() }() // it was only read
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return true
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == root {
			continue
		}
		if session, err := unix.Getsid(pid); err == nil && session == root {
			return true
		}
		if group, err := unix.Getpgid(pid); err == nil && group == root {
			return true
		}
	}
	return false
}

// members returns the processes of a tree: the root, its session and group, the
// descendants of all these, and orphans.
func members(all []process, root int, r *Reaper) []process {
	in := map[int]bool{root: true}
	var tree []process
	for grown := true; grown; {
		grown = false
		for i, p := range all {
			if p.pid == 0 || !in[p.pid] && !in[p.parent] && p.session != root && p.group != root && !r.orphan(p) {
				continue
			}
			in[p.pid] = true
			tree = append(tree, p)
			all[i].pid = 0 // taken
			grown = true
		}
	}
	return tree
}

// processes reads the process table.
func processes() []process {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer func() { _ = dir.Close() }() // it was only read
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	all := make([]process, 0, len(names))
	buf := make([]byte, 1024)
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, ok := look(pid, buf); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

// look reads one line of the process table into buf.
func look(pid int, buf []byte) (process, bool) {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return process{}, false // it has ended
	}
	n, err := unix.Read(fd, buf)
	_ = unix.Close(fd) // it was only read
	if err != nil {
		return process{}, false
	}
	return parseStat(pid, buf[:max(n, 0)])
}

// parseStat reads the fields of a line: number, (name), state, parent, group,
// session, and the start time as field 22. A name can hold anything, so fields
// are counted from its last parenthesis.
func parseStat(pid int, line []byte) (process, bool) {
	at := bytes.LastIndexByte(line, ')')
	if at < 0 {
		return process{}, false
	}
	f := bytes.Fields(line[at+1:])
	const startTime = 19
	if len(f) <= startTime || len(f[0]) != 1 {
		return process{}, false
	}
	p := process{pid: pid, state: f[0][0]}
	for i, to := range []*int{&p.parent, &p.group, &p.session} {
		n, err := strconv.Atoi(string(f[i+1]))
		if err != nil {
			return process{}, false
		}
		*to = n
	}
	var err error
	p.started, err = strconv.ParseUint(string(f[startTime]), 10, 64)
	return p, err == nil
}

// signal sends a signal to exactly the process that was looked at.
func signal(p process, sig syscall.Signal) {
	fd, err := unix.PidfdOpen(p.pid, 0)
	if err != nil {
		if err == unix.ENOSYS { // a system call returns the number itself
			_ = unix.Kill(p.pid, sig) // kernels before 5.3
		}
		return
	}
	defer func() { _ = unix.Close(fd) }() // it carries nothing
	// The descriptor holds the process; is it still the same one?
	if now, ok := look(p.pid, make([]byte, 1024)); ok && now.started == p.started {
		_ = unix.PidfdSendSignal(fd, sig, nil, 0) // it may have ended
	}
}
