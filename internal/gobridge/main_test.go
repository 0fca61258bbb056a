package gobridge

import (
	"os"
	"testing"
)

// TestMain is also the process inside a sandbox, which is this program again.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == confined {
		os.Exit(Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Args: os.Args[1:]}.Main())
	}
	os.Exit(m.Run())
}
