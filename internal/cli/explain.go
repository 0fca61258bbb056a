package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/policy"
)

func explainCommand() *subcommand {
	return &subcommand{
		args: "ID", flags: newFlags("explain"),
		about: `ID is a rule ("structure/duplicate-end"), its name without the family, a rule of
policy lint ("policy/root-missing"), or the code of an error ("json-truncated",
"core/caps/denied"). The word "models" lists the models that --model knows.`,
		words: func() (ids []string) {
			for _, r := range audit.Rules() {
				ids = append(ids, r.ID)
			}
			for _, r := range lintOnly() {
				ids = append(ids, r.ID)
			}
			return append(ids, "models")
		},
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) != 1 {
				return 0, usageError("explain takes one rule or error code", "promptcheck rules lists the rules")
			}
			text, ok := explanation(args[0])
			if !ok {
				return 0, unknownID(args[0])
			}
			return ExitClean, inv.emit("", []byte(text), modeResult)
		},
	}
}

// explanation returns what is known about a rule id, a rule name or a code.
func explanation(id string) (string, bool) {
	if r, ok := audit.RuleByID(id); ok {
		return ruleText(r), true
	}
	if r, ok := audit.RuleByCode(ringfence.Code(id)); ok {
		return ruleText(r), true
	}
	for _, r := range audit.Rules() {
		if r.Name() == id {
			return ruleText(r), true
		}
	}
	for _, d := range allCodes() {
		if string(d.code) == id {
			return fmt.Sprintf("%s: %s\n\n%s\n", d.code, d.title, d.text), true
		}
	}
	for _, r := range policy.LintRules() {
		if r.ID == id {
			return fmt.Sprintf("%s: %s\n\n%s\n\nSeverity: %s. Since %s. promptcheck policy lint finds it.\n\n%s\n",
				r.ID, r.Title, r.Why, r.Severity, lintSince, lintExamples[r.ID]), true
		}
	}
	if id == "models" {
		return modelList(), true
	}
	if d, ok := familyOf(id); ok {
		return fmt.Sprintf("%s: %s\n\n%s\n", id, d.title, d.text), true
	}
	return "", false
}

// ruleText is the documentation of a rule as text.
func ruleText(r audit.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n\nSeverity: %s. Since %s. Source: %s.\n", r.ID, r.Title, r.Why, effect(r), r.Since, r.Section)
	fmt.Fprintf(&b, "\nBad (%s):\n\n%s\n%sprints:\n\n%s\nGood:\n\n%s", r.Kind,
		indent(exampleInput(r.Bad)), exampleNeeds(r, indent), indent(exampleOutput(r)), indent(exampleInput(r.Good)))
	return b.String()
}

// indent shifts lines to the right, where no line begins as a command of a CI
// system does.
func indent(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString("  | ")
		b.WriteString(line)
	}
	return b.String()
}

// unknownID suggests the rule or code that was meant.
func unknownID(id string) error {
	var list []string
	for _, r := range audit.Rules() {
		list = append(list, r.ID, r.Name())
	}
	for _, d := range allCodes() {
		list = append(list, string(d.code))
	}
	for _, r := range policy.LintRules() {
		list = append(list, r.ID)
	}
	hint := "promptcheck rules lists the rules"
	if near := nearest(id, list); near != "" {
		hint = "did you mean " + near + "?"
	}
	return usageError("there is no rule or error code "+quote(id), hint)
}
