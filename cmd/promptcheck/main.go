// Command promptcheck renders and audits prompts in which everything that came
// from outside is fenced data. "promptcheck help" lists what it does.
package main

import (
	"os"

	"github.com/ringfence/ringfence/internal/cli"
)

func main() {
	c := cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ()}
	os.Exit(c.Main(os.Args[1:]))
}
