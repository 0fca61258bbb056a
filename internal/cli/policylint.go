package cli

import (
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/ringfence/ringfence/policy"
)

// lintPolicy prints the findings of policies, a line each. A finding begins with
// the file as it was named, so that editors can jump there. A policy that cannot be
// read is told, and the others are looked at all the same.
func lintPolicy(inv *invocation, f policyFlags, args []string) (int, error) {
	if len(args) == 0 {
		return 0, usageError("policy lint needs a file", "name one or more, or - for standard input")
	}
	least, never, err := leastSeverity(*f.failOn)
	if err != nil {
		return 0, usageError("--fail-on "+quote(*f.failOn)+" is no severity", "error, warning, note or never")
	}
	var files fs.FS
	if *f.root != "" {
		files = os.DirFS(*f.root)
	}
	var b strings.Builder
	code := ExitClean
	for _, file := range args {
		p, err := inv.loadPolicy(file)
		if err != nil {
			inv.report(err)
			code = ExitUnchecked
			continue
		}
		for _, found := range policy.Lint(p, files) {
			fmt.Fprintf(&b, "%s:%d:%d: %s %s: %s: %s\n", visibleName(file), found.Position.Line, found.Position.Column,
				found.Severity, found.Rule, visible(found.Where), visible(found.Message))
			if found.Severity >= least && !never {
				code = max(code, ExitFindings)
			}
		}
	}
	return code, inv.emit("", []byte(b.String()), modeResult)
}
