package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// job is one line to an engine, answer the line that comes back. File names
// stand for texts, so that passing them takes no part in the time.
type job struct {
	Task  string   `json:"task"`  // load, count, fit or cost
	Warm  string   `json:"warm"`  // counted first, not timed
	Files []string `json:"files"` // counted one by one, each timed
	Chunk string   `json:"chunk"` // a workload, for fit and cost
}

type answer struct {
	NS     []int64 `json:"ns"` // CPU time of each file, or of each fit
	Tokens []int   `json:"tokens"`
	Bytes  int64   `json:"bytes"` // of memory in use, for load
	Error  string  `json:"error"`
}

// workload is what is fitted: chunks of text in order, with priorities that are
// all different, and the tokens of cl100k_base to keep.
type workload struct {
	Chunks     []string `json:"chunks"`
	Priorities []int    `json:"priorities"`
	Limit      int      `json:"limit"`
}

// engine is a process that answers jobs. It is started when it is needed, and
// again after it had to be stopped.
type engine struct {
	name    string
	dir     string // where it runs
	command []string
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

var (
	errBound   = errors.New("stopped at the bound")
	errStopped = errors.New("the engine ended")
)

// ask gives an engine a job and waits for the answer, until the engine has taken
// as much CPU time as the bound.
func (e *engine) ask(j job, bound time.Duration) (answer, error) {
	if e.process == nil {
		if err := e.start(); err != nil {
			return answer{}, err
		}
	}
	line, err := json.Marshal(j)
	if err != nil {
		return answer{}, err
	}
	if _, err := e.in.Write(append(line, '\n')); err != nil {
		e.stop()
		return answer{}, errStopped
	}
	type reply struct {
		line []byte
		err  error
	}
	replies := make(chan reply, 1)
	out := e.out
	go func() {
		b, err := out.ReadBytes('\n')
		replies <- reply{b, err}
	}()
	began, clock := e.cpu(), time.Now()
	for {
		select {
		case r := <-replies:
			var a answer
			if r.err != nil || json.Unmarshal(r.line, &a) != nil {
				e.stop()
				return answer{}, errStopped
			}
			if a.Error != "" {
				return answer{}, fmt.Errorf("%s: %s", e.name, a.Error)
			}
			return a, nil
		case <-time.After(min(bound, poll)):
			took := time.Since(clock)
			if began >= 0 && took < patience*bound {
				took = e.cpu() - began
			}
			if took >= bound {
				e.stop()
				return answer{}, errBound
			}
		}
	}
}

const (
	// poll is how often a process is looked at.
	poll = 50 * time.Millisecond
	// patience is how many times its bound an engine may take by the clock,
	// because others use the machine.
	patience = 4
)

// cpu returns the CPU time that the process has taken, or -1 where the system
// does not say. Then the clock stands in for it.
func (e *engine) cpu() time.Duration {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", e.process.Process.Pid))
	if err != nil {
		return -1
	}
	// The name, in brackets, may hold anything; user and system time are the
	// twelfth and thirteenth field after it, in hundredths of a second.
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(fields) < 13 {
		return -1
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return -1
	}
	return time.Duration(user+system) * (time.Second / 100)
}

// start starts the process and waits until it has loaded what it needs, which
// no job's bound includes.
func (e *engine) start() error {
	e.process = exec.Command(e.command[0], e.command[1:]...)
	e.process.Dir = e.dir
	in, err := e.process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := e.process.StdoutPipe()
	if err != nil {
		return err
	}
	e.in, e.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := e.process.Start(); err != nil {
		e.process = nil
		return err
	}
	if _, err := e.out.ReadBytes('\n'); err != nil {
		e.stop()
		return fmt.Errorf("%s does not start: %w", e.name, errStopped)
	}
	return nil
}

// stop ends the process. It is one that start made.
func (e *engine) stop() {
	if e.process != nil {
		_ = e.in.Close()
		_ = e.process.Process.Kill()
		_ = e.process.Wait()
		e.process = nil
	}
}
