// Command startup measures what one start of promptcheck costs: it builds the
// command, and a program that only writes a line, as releases are built, and runs
// them in turn, so that the load of the machine meets all alike.
//
// Figures are CPU time of the process, in user and system mode together, and the
// time until it ended, as the median and the lowest of all starts. The program that
// only writes a line is what any Go program costs here: read the difference.
//
// usage: startup [-n STARTS]
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// line is the source of the program that promptcheck is compared with.
const line = "package main\n\nimport \"os\"\n\nfunc main() { os.Stdout.WriteString(\"a line\\n\") }\n"

// version is what the command is told to be, as the container image is.
const version = "v0.0.0"

// small is what check looks at: ordinary text without a finding.
const small = "# Totals\n\nThe table has one row for each month.\n"

func main() {
	n := flag.Int("n", 40, "starts of each command")
	flag.Parse()
	if err := run(*n); err != nil {
		fmt.Fprintln(os.Stderr, "startup:", err)
		os.Exit(1)
	}
}

// command is one of what is compared, with what its starts took.
type command struct {
	name      string
	argv      []string
	cpu, wall []time.Duration
}

func run(n int) (err error) {
	if n < 1 {
		return errors.New("-n is at least 1")
	}
	dir, err := os.MkdirTemp("", "startup")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file, source := filepath.Join(dir, "small.md"), filepath.Join(dir, "line.go")
	for name, text := range map[string]string{file: small, source: line} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return err
		}
	}
	tool, other := filepath.Join(dir, "promptcheck"), filepath.Join(dir, "line")
	plain := filepath.Join(dir, "plain")
	for _, b := range [][3]string{{tool, "./cmd/promptcheck", version}, {plain, "./cmd/promptcheck", ""}, {other, source, ""}} {
		if err := build(b[0], b[1], b[2]); err != nil {
			return err
		}
	}
	all := []*command{
		{name: "a line", argv: []string{other}},
		{name: "promptcheck version", argv: []string{tool, "version"}},
		{name: "promptcheck version, of a build told none", argv: []string{plain, "version"}},
		{name: "promptcheck check small.md", argv: []string{tool, "check", file}},
		{name: "promptcheck check --model gpt-4o small.md", argv: []string{tool, "check", "--model", "gpt-4o", file}},
	}
	for range n {
		for _, c := range all {
			if err := c.start(); err != nil {
				return err
			}
		}
	}
	for _, c := range all {
		fmt.Println(c)
	}
	return nil
}

// build makes a program without cgo and symbols, as the container image has it.
func build(out, what, version string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w -X github.com/ringfence/ringfence/internal/release.version="+version, "-o", out, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// start runs the command once.
func (c *command) start() error {
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	begin := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", c.name, err, out)
	}
	c.wall = append(c.wall, time.Since(begin))
	c.cpu = append(c.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	return nil
}

// String is the line of the command in the output.
func (c *command) String() string {
	slices.Sort(c.cpu)
	slices.Sort(c.wall)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return fmt.Sprintf("%-42s CPU %5.1f ms, lowest %5.1f; until the end %5.1f ms, lowest %5.1f",
		c.name, ms(c.cpu[len(c.cpu)/2]), ms(c.cpu[0]), ms(c.wall[len(c.wall)/2]), ms(c.wall[0]))
}
