package audit

import "github.com/ringfence/ringfence/policy"

const sectionPolicy = "editor capability surface, caps.toml"

// Parts of the examples of policies.
const (
	examplePlugin = "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\n"
	examplePinned = "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_cmd_sha256 = \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"\n"
	goodPlugin    = examplePlugin + "allow_plugins = [\"a\"]\n" + examplePinned
	goodPolicy    = "allow = [\"editor/clipboard::get\"]\n"
)

// policyExamples returns, for each rule of policy.Lint, a policy that breaks it and no
// other rule, and one that breaks none. Rules about the file system have none: they
// are not applied here.
func policyExamples() map[string][2]string {
	return map[string][2]string{
		"policy/never-matches":   {"allow = [\"editor/clipbord::get\"]\n", goodPolicy},
		"policy/deny-nothing":    {"allow = []\ndeny = [\"editor/clipbord::get\"]\n", "allow = []\ndeny = [\"editor/clipboard::get\"]\n"},
		"policy/redundant":       {"allow = [\"editor/clipboard::get\", \"editor/clipboard::get\"]\n", goodPolicy},
		"policy/table-missing":   {"allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/x\"\n", goodPolicy},
		"policy/table-unused":    {"allow = []\n[op.\"editor/clipboard::get\"]\nmax_bytes = 1\n", "allow = [\"editor/clipboard::get\"]\n[op.\"editor/clipboard::get\"]\nmax_bytes = 1\n"},
		"policy/key-unused":      {"allow = [\"editor/clipboard::get\"]\n[op.\"editor/clipboard::get\"]\ndialog_roots = [\"/x\"]\n", goodPolicy},
		"policy/wildcard":        {examplePlugin + "allow_plugins = [\"*\"]\n" + examplePinned, goodPlugin},
		"policy/wide-root":       {"allow = [\"editor/dialog::open\"]\n[op.\"editor/dialog::open\"]\ndialog_roots = [\"/\"]\n", "allow = [\"editor/dialog::open\"]\n[op.\"editor/dialog::open\"]\ndialog_roots = [\"/work\"]\n"},
		"policy/bridge-unpinned": {examplePlugin + "allow_plugins = [\"a\"]\nbase_dir = \"/opt\"\nbridge_cmd = \"b\"\n", goodPlugin},
		"policy/bridge-missing":  {examplePlugin + "allow_plugins = [\"a\"]\n", goodPlugin},
		"policy/store-missing":   {"allow = [\"core/editor/agent::store-session-log\"]\n", "allow = [\"core/editor/agent::store-session-log\"]\n[store]\ndir = \"/store\"\n"},
		"policy/bridge-path":     {examplePlugin + "allow_plugins = [\"a\"]\nbase_dir = \"/opt\"\nbridge_cmd = \"../b\"\nbridge_cmd_sha256 = \"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"\n", goodPlugin},
	}
}

// policies are the rules of policy.Lint that need no file system.
func policies() []Rule {
	var out []Rule
	examples := policyExamples()
	for _, r := range policy.LintRules() {
		example, ok := examples[r.ID]
		if !ok {
			continue
		}
		sev := Note
		switch r.Severity {
		case policy.Warning:
			sev = Warning
		case policy.Error:
			sev = Error
		case policy.Note:
		}
		out = append(out, Rule{
			ID: r.ID, Title: upperFirst(r.Title), Severity: sev, Why: r.Why,
			Bad: example[0], Good: example[1], Kind: Policy, Section: sectionPolicy,
		})
	}
	return out
}

func upperFirst(s string) string {
	b := []byte(s)
	if len(b) > 0 && isLetter(b[0]) {
		b[0] &^= 0x20
	}
	return string(b)
}
