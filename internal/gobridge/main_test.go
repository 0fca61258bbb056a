package gobridge

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// unconfinedHelper, in the environment, makes this binary a bridge that runs a
// program without a sandbox: it writes its number to the file that is named.
const unconfinedHelper = "GOBRIDGE_TEST_UNCONFINED"

// TestMain is also the process inside a sandbox, which is this program again.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == confined {
		os.Exit(Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Args: os.Args[1:]}.Main())
	}
	if file := os.Getenv(unconfinedHelper); file != "" {
		runUnconfined(file)
	}
	os.Exit(m.Run())
}

func runUnconfined(file string) {
	j := &job{tmp: filepath.Dir(file), ctx: context.Background()}
	j.unsafe, j.module.dir = true, "."
	j.plain(step{dir: ".", argv: []string{"/bin/sh", "-c", "echo $$ >" + filepath.Base(file) + "; exec sleep 3600"}})
	os.Exit(0)
}
