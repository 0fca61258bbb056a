package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/ringfence/ringfence/contract"
)

func versionCommand() *subcommand {
	return &subcommand{
		name: "version", args: "", title: "print the version", flags: newFlags("version"),
		about: `Prints the version of this program, the Go version it was built with, and the
contract versions it reads.`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 0 {
				return 0, usageError("version takes no arguments", "")
			}
			version := "(devel)"
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
				version = info.Main.Version
			}
			fmt.Fprintf(inv.out, "promptcheck %s\n%s\nedit contexts %s, %s\n", version, runtime.Version(), contract.Version01, contract.Version02)
			return ExitClean, nil
		},
	}
}
