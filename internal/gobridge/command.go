package gobridge

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
)

// Exit statuses of the command.
const (
	ExitOK    = 0
	ExitError = 1 // the request cannot be read, or the answer not written
	ExitUsage = 2 // the command line is wrong
)

// maxRequest is the longest request, in bytes: the host has its own limit, which
// is lower.
const maxRequest = 8 << 20

// confined is the argument with which the command starts itself inside the
// namespaces of a sandbox.
const confined = "--confined"

// Command is the command line of the bridge.
type Command struct {
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Args   []string // without the name of the program
}

// options are what the policy's bridge_args say.
type options struct {
	goTool   string
	cache    string
	modcache string
	hide     []string
}

// Main runs the command and returns its exit status.
func (c Command) Main() int {
	if len(c.Args) == 1 && c.Args[0] == confined {
		return enterSandbox() // returns only where that failed
	}
	o, op, err := c.parse()
	if err != nil {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge:", err)
		return ExitUsage
	}
	if op != "editor/task::spawn" {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge: the op is none of this bridge")
		return ExitUsage
	}
	body, err := frame.Read(bufio.NewReader(c.Stdin), maxRequest)
	if err != nil {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge: the request cannot be read:", err)
		return ExitError
	}
	payload, err := coreform.Parse(body)
	if err != nil {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge: the request is no term:", err)
		return ExitError
	}
	ctx, stop := whileParent(context.Background(), os.Getppid, orphanPoll)
	defer stop()
	answer, err := o.answer(ctx, payload)
	if err != nil {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge:", err)
		return ExitError
	}
	out, err := frame.Append(nil, answer.Append(nil))
	if err == nil {
		_, err = c.Stdout.Write(out)
	}
	if err != nil {
		fmt.Fprintln(c.Stderr, "ringfence-go-bridge: the answer cannot be written:", err)
		return ExitError
	}
	return ExitOK
}

// usage says how the command is called.
const usage = `Usage: ringfence-go-bridge [--go FILE] [--cache DIR] [--modcache DIR] [--hide NAME]… OP

A bridge for editor/task::spawn: reads one framed request on standard input and
answers it on standard output. It is started by a host, not by people.

  --go FILE        the go tool; else the usual places are tried
  --cache DIR      build cache that is kept; else each task has a new one
  --modcache DIR   module cache to read from; else modules need their vendor folder
  --hide NAME      further names, or patterns, of files that no code may read`

// parse reads the command line.
func (c Command) parse() (o options, op string, err error) {
	fs := flag.NewFlagSet("ringfence-go-bridge", flag.ContinueOnError)
	fs.SetOutput(c.Stderr)
	fs.Usage = func() { fmt.Fprintln(c.Stderr, usage) }
	fs.StringVar(&o.goTool, "go", "", "")
	fs.StringVar(&o.cache, "cache", "", "")
	fs.StringVar(&o.modcache, "modcache", "", "")
	fs.Func("hide", "", func(s string) error {
		if !validPattern(s) {
			return errors.New("this is no name or pattern of a file")
		}
		o.hide = append(o.hide, s)
		return nil
	})
	if err := fs.Parse(c.Args); err != nil {
		return o, "", err
	}
	if fs.NArg() != 1 {
		return o, "", errors.New("the op is missing, or something follows it")
	}
	o.hide = append(o.hide, hidden...)
	if o.goTool == "" {
		o.goTool = findGo()
	}
	return o, fs.Arg(0), nil
}

// findGo returns the go tool at a usual place, or "". The environment of a bridge
// has no path to search.
func findGo() string {
	for _, p := range []string{"/usr/local/go/bin/go", "/usr/lib/go/bin/go", "/opt/homebrew/bin/go", "/usr/bin/go", `C:\Program Files\Go\bin\go.exe`} {
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
			return p
		}
	}
	return ""
}
