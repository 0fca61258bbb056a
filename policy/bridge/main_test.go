//go:build linux

package bridge_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/frame"
)

// TestMain lets this binary be a bridge: the first argument is then a behaviour
// and the last one the op.
func TestMain(m *testing.M) {
	if os.Getenv(bridge.EnvOp) != "" && len(os.Args) >= 3 {
		os.Exit(behave(os.Args[1], os.Args[2:len(os.Args)-1]))
	}
	if len(os.Args) > 1 && os.Args[1] == "linger" {
		linger(os.Args[2])
	}
	if len(os.Args) > 1 && os.Args[1] == "adopt" {
		os.Exit(adopt(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == "host" {
		os.Exit(host(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// behave is a bridge of one behaviour.
func behave(name string, args []string) int {
	switch name {
	case "echo": // answers with the payload
		all, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 9
		}
		os.Stdout.Write(all)
	case "bytes": // answers with its argument, Go-quoted
		s, err := strconv.Unquote(args[0])
		if err != nil {
			return 9
		}
		io.Copy(io.Discard, os.Stdin)
		io.WriteString(os.Stdout, s)
	case "drip": // answers byte by byte
		s, _ := strconv.Unquote(args[0])
		for i := range len(s) {
			io.WriteString(os.Stdout, s[i:i+1])
			time.Sleep(time.Millisecond)
		}
	case "exit": // ends with a status, after an answer
		fmt.Fprint(os.Stdout, "11\n{:ok false}")
		fmt.Fprint(os.Stderr, "reason")
		n, _ := strconv.Atoi(args[0])
		return n
	case "signal":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
	case "stall": // begins an answer and never ends it
		fmt.Fprint(os.Stdout, "11\n{:ok")
		time.Sleep(time.Hour)
	case "sleep":
		time.Sleep(time.Hour)
	case "deaf": // closes its input and answers
		os.Stdin.Close()
		fmt.Fprint(os.Stdout, "10\n{:ok true}")
	case "flood", "flooderr": // never stops
		w := os.Stdout
		if name == "flooderr" {
			w = os.Stderr
		}
		b := bytes.Repeat([]byte("7"), 1<<16)
		for {
			if _, err := w.Write(b); err != nil {
				return 1
			}
		}
	case "announce": // a header of the largest frame, and nothing more
		fmt.Fprint(os.Stdout, "999999999\n")
	case "noisy": // much on stderr, then a good answer
		os.Stderr.Write(bytes.Repeat([]byte("e"), 1<<20))
		fmt.Fprint(os.Stdout, "10\n{:ok true}")
	case "env":
		env := os.Environ()
		slices.Sort(env)
		answer(fmt.Sprintf("%q", env))
	case "where":
		wd, _ := os.Getwd()
		answer(fmt.Sprintf("[%q %q]", wd, os.Args))
	case "fds":
		answer(descriptors())
	case "family": // starts descendants, says who they are, and sleeps or ends
		family(args)
	case "pid": // says its number in a file, and sleeps whatever becomes of its streams
		linger(args[0])
	case "loop": // persistent: counts its answers
		return loop(args)
	default:
		return 8
	}
	return 0
}

func answer(term string) {
	frame, err := frame.Append(nil, []byte(term))
	if err != nil {
		os.Exit(9)
	}
	os.Stdout.Write(frame)
}

// descriptors lists the open descriptors beside the one that lists them.
func descriptors() string {
	entries, _ := os.ReadDir("/proc/self/fd")
	var out strings.Builder
	out.WriteString("[")
	for _, e := range entries {
		n, _ := strconv.Atoi(e.Name())
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		// The runtime's own, and the listing itself.
		if err != nil || strings.Contains(target, "eventpoll") || strings.Contains(target, "eventfd") || strings.HasPrefix(target, "/sys/") || strings.HasSuffix(target, "/fd") {
			continue
		}
		if n > 2 {
			out.WriteString(strconv.Quote(e.Name() + "=" + target))
			continue
		}
		out.WriteString(e.Name() + " ")
	}
	return strings.TrimSpace(out.String()) + "]"
}

// family starts processes that do not want to be found: args[0] is a file that
// each writes its number to, args[1] what the bridge does then, the rest the
// kinds of descendants.
func family(args []string) {
	for _, kind := range args[2:] {
		// A shell is not needed: this binary lingers.
		self, _ := os.Executable()
		argv := []string{self, "linger", args[0]}
		cmd := exec.Command("/proc/self/exe", argv[1:]...)
		cmd.Env = []string{"CLEAN=1"}
		switch kind {
		case "group":
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		case "session":
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		case "daemon": // its parent ends at once
			cmd.Args = append(cmd.Args[:2], "fork:"+args[0])
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		}
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(9)
		}
		if kind == "daemon" {
			cmd.Wait()
		}
	}
	for range 2000 {
		if b, _ := os.ReadFile(args[0]); bytes.Count(b, []byte("\n")) == len(args[2:]) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	if args[1] == "sleep" {
		time.Sleep(time.Hour)
	}
	answer("{:ok true}")
}

// linger writes its number to a file and sleeps.
func linger(file string) {
	if name, forks := strings.CutPrefix(file, "fork:"); forks {
		cmd := exec.Command("/proc/self/exe", "linger", name)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Env = []string{"CLEAN=1"}
		if cmd.Start() != nil {
			os.Exit(9)
		}
		os.Exit(0)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		os.Exit(9)
	}
	fmt.Fprintln(f, os.Getpid())
	f.Close()
	time.Sleep(time.Hour)
	os.Exit(0)
}

// loop answers frame after frame. The first argument says what to do with the
// second request.
func loop(args []string) int {
	in := bufio.NewReader(os.Stdin)
	for n := 1; ; n++ {
		payload, err := frame.Read(in, 1<<20)
		if err != nil {
			return 0
		}
		odd := ""
		if n == 2 && len(args) > 0 {
			odd = args[0]
		}
		switch odd {
		case "exit":
			return 7
		case "end":
			return 0
		case "hang":
			time.Sleep(time.Hour)
		case "extra":
			answer("1")
			answer("2")
			continue
		case "close":
			os.Stdout.Close()
			time.Sleep(time.Hour)
		case "partial":
			fmt.Print("10\n{:ok")
			return 6
		case "deaf":
			os.Stdin.Close()
			return 0
		case "bad":
			answer("{:a")
			continue
		case "empty":
			fmt.Print("0\n")
			continue
		}
		answer(fmt.Sprintf("[%d %d %s]", os.Getpid(), n, payload))
		if len(args) > 0 && args[0] == "late" && n == 1 {
			time.Sleep(20 * time.Millisecond)
			answer("late")
		}
	}
}
