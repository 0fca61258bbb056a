package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// tablePolicy prints what a policy allows, an op or task kind a line, and below
// it the rules and limits.
func tablePolicy(inv *invocation, f policyFlags, args []string) (int, error) {
	p, err := inv.capsPolicy(f, "table", args)
	if err != nil {
		return 0, err
	}
	var b strings.Builder
	for _, row := range p.Summary() {
		name := row.Op
		if row.Kind != "" {
			name += " " + row.Kind
		}
		fmt.Fprintf(&b, "%-7s%-13s%s: %s\n", effectWord(row), row.Class, visible(name), whom(row))
		for _, r := range row.Rules {
			verb := "allowed by"
			if r.Denies {
				verb = "denied by"
			}
			fmt.Fprintf(&b, "    %s %s, line %d\n", verb, visible(r.Rule), r.Position.Line)
		}
		for _, limit := range row.Limits {
			fmt.Fprintf(&b, "    %s\n", visible(limit))
		}
	}
	fmt.Fprintf(&b, "The most that a session can do: %s.\n", p.MaxReversibility())
	return ExitClean, inv.emit("", []byte(b.String()), modeResult)
}

func effectWord(row policy.Row) string {
	if row.Allowed {
		return "allow"
	}
	return "deny"
}

// whom says which prompts get an op.
func whom(row policy.Row) string {
	if !row.Allowed {
		return "no prompt"
	}
	with, without := "", ""
	if row.Least > ringfence.Untrusted {
		with = " with nothing less trusted than " + row.Least.String()
	}
	if n := len(row.Except); n > 0 {
		without = " without " + strings.Join(row.Except[:n-1], ", ")
		if n > 1 {
			without += " or "
		}
		without += row.Except[n-1]
	}
	switch {
	case with == "" && without == "":
		return "any prompt"
	case with != "" && without != "":
		return "prompts" + with + " and" + without
	}
	return "prompts" + with + without
}
