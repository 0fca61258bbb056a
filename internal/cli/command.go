package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"
)

// Exit statuses of promptcheck.
const (
	ExitClean     = 0 // done; check found nothing at or above --fail-on
	ExitFindings  = 1 // check found something at or above --fail-on
	ExitUnchecked = 2 // something could not be checked or done, or the usage is wrong
)

// Command is promptcheck with its streams. It holds no state between calls of
// Main; two calls may run at once if their streams allow it.
type Command struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Environ is the environment, as "NAME=value": where the desktop is, and what
	// policies let bridges and tasks have of it. Nothing else looks at it.
	Environ []string
}

// Main runs one command line, given without the name of the program, and
// returns the exit status.
func (c *Command) Main(args []string) int {
	out := &stickyWriter{w: bufio.NewWriter(c.Stdout)}
	inv := &invocation{stdin: c.Stdin, stdout: c.Stdout, out: out, err: c.Stderr, environ: c.Environ}
	code, err := inv.dispatch(args)
	if err != nil {
		if !out.made(err) { // it is told below
			inv.report(err)
		}
		code = ExitUnchecked
	}
	if err := out.flush(); err != nil {
		inv.report(fileError("", "standard output cannot be written", err))
		code = ExitUnchecked
	}
	return code
}

// invocation is one run of one command.
type invocation struct {
	stdin   io.Reader
	stdout  io.Writer // what out writes to
	out     *stickyWriter
	err     io.Writer
	environ []string
	// stdinTaken is set once standard input has a reader.
	stdinTaken atomic.Bool
	// inputs are the regular files that were read, or would have been, so that
	// no result replaces one of them.
	inputs []os.FileInfo
	// implied says that the command is the one that needs no name.
	implied bool
}

// newFlags returns a flag set that prints nothing by itself and keeps flags in
// the order in which they are declared.
func newFlags(name string) *pflag.FlagSet {
	fs := pflag.NewFlagSet(name, pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.SortFlags = false
	fs.Usage = func() {}
	return fs
}

// defaultCommand runs when the first argument is no command.
const defaultCommand = "check"

// dispatch finds the command and runs it.
func (inv *invocation) dispatch(args []string) (int, error) {
	name := defaultCommand
	inv.implied = true
	if len(args) > 0 {
		switch first := args[0]; {
		case first == "--help" || first == "-h":
			return inv.help("", "")
		case first == "--version":
			name, args = "version", args[1:]
		case slices.Contains(commandNames(), first):
			name, args, inv.implied = first, args[1:], false
		case mistyped(first) != "":
			return 0, usageError("there is no command "+quote(first), "did you mean promptcheck "+mistyped(first)+"?")
		}
	}
	return inv.run(command(name), args)
}

// run parses the flags of a command and runs it.
func (inv *invocation) run(s *subcommand, args []string) (int, error) {
	help := s.flags.BoolP("help", "h", false, "say how the command is used")
	err := s.flags.Parse(args)
	switch {
	case *help || errors.Is(err, pflag.ErrHelp):
		return inv.help(s.name, s.actionIn(s.flags.Args()))
	case err != nil:
		return 0, flagError(s, err)
	}
	if err := notEmpty(s.flags); err != nil {
		return 0, err
	}
	return s.run(inv, s.flags.Args())
}

// notEmpty refuses a flag that was given without a value, where none means that it
// was not given: a name that a script left unset would turn off what was asked for.
func notEmpty(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.DefValue == "" && f.Value.String() == "" {
			err = usageError("--"+f.Name+" is empty", "leave it out, or give it a value")
		}
	})
	return err
}

// flagError says what is wrong with a flag, and which one may have been meant.
func flagError(s *subcommand, err error) error {
	hint := "promptcheck " + s.name + " --help lists the flags"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		s.flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
			hint = "did you mean --" + near + "?"
		}
	}
	if errors.Is(err, errNoSize) || errors.Is(err, errSizeOver) {
		hint = sizeHint
	}
	return usageError(visible(strings.TrimSuffix(err.Error(), ".")), hint)
}

// stickyWriter keeps the first error, so that results need not check each line.
type stickyWriter struct {
	w     *bufio.Writer
	first error
}

// Write implements [io.Writer]. After an error it writes nothing more.
func (s *stickyWriter) Write(p []byte) (int, error) {
	if s.first != nil {
		return 0, s.first
	}
	n, err := s.w.Write(p)
	s.first = err
	return n, err
}

// made reports whether an error is the one that was kept.
func (s *stickyWriter) made(err error) bool { return s.first != nil && errors.Is(err, s.first) }

func (s *stickyWriter) flush() error {
	if s.first == nil {
		s.first = s.w.Flush()
	}
	return s.first
}
