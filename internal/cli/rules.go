package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

// The reference of the rules is made by the command itself, with the findings
// that the examples really have.
//go:generate go run ../../cmd/promptcheck rules --format markdown -o ../../docs/checks.md

func rulesCommand() *subcommand {
	fs := newFlags("rules")
	format := fs.String("format", "text", "`FORMAT` of the list: text, json or markdown")
	output := outputFlag(fs)
	return &subcommand{
		name: "rules", args: "", title: "list what check looks for", flags: fs,
		about: `Lists the rules with their severity. "refuses" means that a file which breaks
the rule cannot be checked: exit status 2. "promptcheck explain ID" says more
about one; markdown is the whole reference with examples.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := oneOf("format", *format, []string{"text", "json", "markdown"}); err != nil {
				return 0, err
			}
			if len(args) > 0 {
				return 0, usageError("rules takes no arguments", "promptcheck explain ID says more about one")
			}
			var list []byte
			switch *format {
			case "json":
				list = rulesJSON()
			case "markdown":
				list = rulesMarkdown()
			default:
				list = rulesText()
			}
			return ExitClean, inv.emit(*output, list, modeResult)
		},
	}
}

// effect is the severity, or that there is nothing left to check.
func effect(r audit.Rule) string {
	if r.Refuses {
		return "refuses"
	}
	return r.Severity.String()
}

func rulesText() []byte {
	var b strings.Builder
	for _, r := range audit.Rules() {
		fmt.Fprintf(&b, "%-8s %-40s %s\n", effect(r), r.ID, r.Title)
	}
	return []byte(b.String())
}

func rulesJSON() []byte {
	b := []byte{'['}
	for i, r := range audit.Rules() {
		b = separate(b, i)
		b = appendJSON(append(b, `{"rule":`...), r.ID)
		b = appendJSON(append(b, `,"severity":`...), r.Severity.String())
		b = append(b, `,"refuses":`...)
		b = fmt.Appendf(b, "%t", r.Refuses)
		b = appendJSON(append(b, `,"title":`...), r.Title)
		b = appendJSON(append(b, `,"why":`...), r.Why)
		b = appendJSON(append(b, `,"since":`...), r.Since)
		b = appendJSON(append(b, `,"section":`...), r.Section)
		b = appendJSON(append(b, `,"kind":`...), r.Kind.String())
		b = appendJSON(append(b, `,"bad":`...), strings.ToValidUTF8(r.Bad, "\uFFFD"))
		b = append(appendJSON(append(b, `,"good":`...), r.Good), '}')
	}
	return append(b, "]\n"...)
}
