// Package release is the version that a build of promptcheck was told. Those who
// build releases tell it to the linker:
//
//	go build -ldflags "-X github.com/ringfence/ringfence/internal/release.version=v1.2.3" ./cmd/promptcheck
//
// Such a build answers "promptcheck version" and "promptcheck --version" before the
// packages are initialised that other commands need, those of HTTP among them, which
// take most of the time of a start. Packages have their turn in the order of their
// import paths, each when all that it imports have had theirs (The Go Programming
// Language Specification, "Program initialization"). This one imports little more
// than os, and so is early; what reads the build information is late, which is why
// a build that was told nothing answers as any other command does.
package release

import (
	"os"
	"runtime"
)

// version is set by the linker.
var version string

// Version is the version that the build was told; "" for none.
func Version() string { return version }

// Contracts are the versions of edit contexts that package contract reads, which this
// package cannot ask. A test of internal/cli compares them.
const Contracts = "0.1, 0.2"

// Text is what "promptcheck version" prints of a version.
func Text(version string) string {
	return "promptcheck " + version + "\n" + runtime.Version() + "\nedit contexts " + Contracts + "\n"
}

// init leaves whatever it does not print to the command: other arguments, and an
// output that cannot be written, which is told there.
func init() {
	if version == "" || len(os.Args) != 2 || os.Args[1] != "version" && os.Args[1] != "--version" {
		return
	}
	if _, err := os.Stdout.WriteString(Text(version)); err == nil {
		os.Exit(0)
	}
}
