package cli

import (
	"io"
	"runtime/debug"

	"github.com/ringfence/ringfence/internal/release"
)

func versionCommand() *subcommand {
	return &subcommand{
		args: "", flags: newFlags("version"),
		about: `Prints the version of this program, the Go version it was built with, and the
contract versions it reads. A build that has no version, and was told none, is
"devel", with the revision of the source where it is known.`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 0 {
				return 0, usageError("version takes no arguments", "")
			}
			_, _ = io.WriteString(inv.out, release.Text(ownVersion())) // flush tells the first error
			return ExitClean, nil
		},
	}
}

// ownVersion is the version of this program.
func ownVersion() string {
	if v := release.Version(); v != "" {
		return v
	}
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// shortRevision is enough of a revision to find it by.
const shortRevision = 12

// versionOf returns the version that the build information has: that of the
// module where it was installed by version, else "devel" and the revision.
func versionOf(info *debug.BuildInfo) string {
	const devel = "devel"
	if info == nil {
		return devel
	}
	if v := info.Main.Version; v != "" && v != "("+devel+")" {
		return v
	}
	revision, changed := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(len(s.Value), shortRevision)]
		case "vcs.modified":
			changed = s.Value == "true"
		}
	}
	switch {
	case revision == "":
		return devel
	case changed:
		return devel + " (revision " + revision + ", with changes)"
	}
	return devel + " (revision " + revision + ")"
}
