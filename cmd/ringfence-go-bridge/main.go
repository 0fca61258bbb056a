// Command ringfence-go-bridge carries out tasks about Go modules for a host:
// typecheck-pkg, test-pkg, build-pkg and run-pkg, with the go tool, in a sandbox.
// docs/tasks.md says how a policy names it.
package main

import (
	"os"

	"github.com/ringfence/ringfence/internal/gobridge"
)

func main() {
	c := gobridge.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Args: os.Args[1:]}
	os.Exit(c.Main())
}
