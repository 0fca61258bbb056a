package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/policy"
)

// The reference of the rules is made by the command itself, with the findings
// that the examples really have.
//go:generate go run ../../cmd/promptcheck rules --format markdown -o ../../docs/checks.md

func rulesCommand() *subcommand {
	fs := newFlags("rules")
	format := fs.String("format", "text", "`FORMAT` of the list: text, json or markdown")
	output := outputFlag(fs)
	return &subcommand{
		args: "", flags: fs,
		about: `Lists the rules with their severity. "refuses" means that a file which breaks
the rule cannot be checked: exit status 2. "promptcheck explain ID" says more
about one; markdown is the whole reference with examples. Those that look at the
file system, which check does not, are found by policy lint alone: "(policy lint)".`,
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

// lintOnly are the rules of policy lint that check has not.
func lintOnly() []policy.LintRule {
	return slices.DeleteFunc(policy.LintRules(), func(r policy.LintRule) bool {
		_, known := audit.RuleByID(r.ID)
		return known
	})
}

// lintSince is the version of the rules of lintOnly.
const lintSince = "0.1.0"

// lintExamples say what breaks each rule of lintOnly: no file does by itself, it
// takes the folders beside it.
var lintExamples = map[string]string{
	"policy/root-missing": `For example, dialog_roots = ["drafts"] where base_dir holds no folder drafts. Make the folder, or write the one that is meant.`,
	"policy/root-symlink": `For example, watch_roots = ["/var/www"] where /var/www is a link to /srv/site. Write "/srv/site".`,
	"policy/glob-nothing": `For example, watch_globs = ["**/*.markdwon"] below a root whose files end in .markdown.`,
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
	for _, r := range lintOnly() {
		fmt.Fprintf(&b, "%-8s %-40s %s (policy lint)\n", r.Severity, r.ID, upperFirst(r.Title))
	}
	return []byte(b.String())
}

func rulesJSON() []byte {
	b := []byte{'['}
	rules := audit.Rules()
	for i, r := range rules {
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
		b = append(appendJSON(append(b, `,"good":`...), r.Good), `,"command":"check"}`...)
	}
	for i, r := range lintOnly() { // it has no examples: they would be folders
		b = appendJSON(append(separate(b, len(rules)+i), `{"rule":`...), r.ID)
		b = appendJSON(append(b, `,"severity":`...), r.Severity.String())
		b = appendJSON(append(b, `,"refuses":false,"title":`...), upperFirst(r.Title))
		b = appendJSON(append(b, `,"why":`...), r.Why)
		b = appendJSON(append(b, `,"since":`...), lintSince)
		b = appendJSON(append(b, `,"section":"","kind":`...), audit.Policy.String())
		b = appendJSON(append(b, `,"bad":"","good":"","example":`...), lintExamples[r.ID])
		b = append(b, `,"command":"policy lint"}`...)
	}
	return append(b, "]\n"...)
}
