package policy_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// model is a policy as plain lists, from which the file, the naive decision and
// the Cedar policies are made. None of them sees another.
type model struct {
	rules   []modelRule
	plugin  *modelPlugin
	kinds   []string // of editor/task::spawn; nil without a table
	roots   []string // of editor/dialog::open; nil without a table
	maxCall int      // of editor/clipboard::get, -1 without
}

type modelRule struct {
	deny    bool
	listed  bool // an entry of allow or deny, which has one op and no condition
	ops     []string
	kinds   []string
	trust   ringfence.Trust
	trusted bool
	classes []string
}

type modelPlugin struct {
	allow, deny, commands []string // commands nil: not given
}

// modelRequest is a request as plain values.
type modelRequest struct {
	op              string
	plugin, command string
	kind            string
	dir             string // "" for nil
	known           bool
	sources         []ringfence.Source
	calls           int
}

// toml writes the file of a model.
func (m model) toml() string {
	var allow, deny, rest, b strings.Builder
	for _, r := range m.rules {
		switch {
		case r.listed && r.deny:
			fmt.Fprintf(&deny, "%q, ", r.ops[0])
		case r.listed:
			fmt.Fprintf(&allow, "%q, ", r.ops[0])
		default:
			effect, trustKey, kindsKey := "allow", "trust_at_least", "untainted"
			if r.deny {
				effect, trustKey, kindsKey = "deny", "trust_below", "tainted"
			}
			fmt.Fprintf(&rest, "[[rule]]\neffect = %q\nops = [%s]\n", effect, list(r.ops))
			var when []string
			if r.trusted {
				when = append(when, fmt.Sprintf("%s = %q", trustKey, r.trust))
			}
			if len(r.kinds) > 0 {
				when = append(when, fmt.Sprintf("%s = [%s]", kindsKey, list(r.kinds)))
			}
			if len(r.classes) > 0 {
				when = append(when, fmt.Sprintf("reversibility = [%s]", list(r.classes)))
			}
			if len(when) > 0 {
				fmt.Fprintf(&rest, "when = { %s }\n", strings.Join(when, ", "))
			}
		}
	}
	fmt.Fprintf(&b, "allow = [%s]\ndeny = [%s]\n%s", allow.String(), deny.String(), rest.String())
	if m.plugin != nil {
		fmt.Fprintf(&b, "[op.\"editor/plugin::command\"]\nallow_plugins = [%s]\ndeny_plugins = [%s]\n", list(m.plugin.allow), list(m.plugin.deny))
		if m.plugin.commands != nil {
			fmt.Fprintf(&b, "allow_commands = [%s]\n", list(m.plugin.commands))
		}
	}
	if m.kinds != nil {
		fmt.Fprintf(&b, "[op.\"editor/task::spawn\"]\nallow_task_kinds = [%s]\n", list(m.kinds))
	}
	if m.roots != nil {
		fmt.Fprintf(&b, "[op.\"editor/dialog::open\"]\ndialog_roots = [%s]\n", list(m.roots))
	}
	if m.maxCall >= 0 {
		fmt.Fprintf(&b, "[op.\"editor/clipboard::get\"]\nmax_calls = %d\n", m.maxCall)
	}
	return b.String()
}

func list(items []string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = fmt.Sprintf("%q", s)
	}
	return strings.Join(quoted, ", ")
}

// payload writes the payload of a request.
func (r modelRequest) payload() string {
	switch r.op {
	case "editor/plugin::command":
		return fmt.Sprintf(`{:command %q :payload nil :plugin %q}`, r.command, r.plugin)
	case "editor/task::spawn":
		input := `{:source "x"}`
		if r.kind == "editor/task::refactor-module" {
			input = `{:from a :to b}`
		}
		return `{:input ` + input + ` :task-kind ` + r.kind + `}`
	case "editor/dialog::open":
		dir := "nil"
		if r.dir != "" {
			dir = fmt.Sprintf("%q", r.dir)
		}
		return `{:filters [] :multi true :start-dir ` + dir + ` :title "t"}`
	case "editor/clipboard::set":
		return `{:data "x" :mime "text/plain"}`
	case "editor/watch::poll":
		return `{:watch-id "1"}`
	default:
		return `{}`
	}
}

func (r modelRequest) provenance() ringfence.Provenance {
	if !r.known {
		return ringfence.Provenance{}
	}
	return ringfence.NewProvenance(r.sources...)
}

// The class of each op of the model, and of task kinds, written out.
var modelClass = map[string]string{
	"editor/clipboard::get": "read", "editor/clipboard::set": "irreversible", "editor/dialog::open": "read",
	"editor/plugin::command": "outward", "editor/watch::poll": "read",
	"editor/task::lint-module": "read", "editor/task::refactor-module": "reversible", "editor/task::optimize-module": "irreversible", "my/kind": "outward",
}

func (r modelRequest) class() string {
	if r.op == "editor/task::spawn" {
		return modelClass[r.kind]
	}
	return modelClass[r.op]
}

// allows is the naive decision: all of it, in the order of the documentation,
// without any preparation.
func (m model) allows(r modelRequest) bool {
	if r.class() == "" {
		return false // not an op of the contract
	}
	granted := false
	for _, rule := range m.rules {
		if !rule.about(r.op) || !rule.holds(r) {
			continue
		}
		if rule.deny {
			return false
		}
		granted = true
	}
	if !granted {
		return false
	}
	like := func(patterns []string, name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return modelMatch(p, name) })
	}
	switch r.op {
	case "editor/plugin::command":
		return m.plugin != nil && like(m.plugin.allow, r.plugin) && !like(m.plugin.deny, strings.ToLower(r.plugin)) &&
			(m.plugin.commands == nil || like(m.plugin.commands, r.command))
	case "editor/task::spawn":
		return slices.Contains(m.kinds, r.kind)
	case "editor/dialog::open":
		if len(m.roots) == 0 {
			return false // no root is no place to choose from
		}
		if r.dir == "" {
			return true
		}
		return slices.ContainsFunc(m.roots, func(root string) bool { return r.dir == root || strings.HasPrefix(r.dir, root+"/") })
	case "editor/clipboard::get":
		return m.maxCall < 0 || r.calls < m.maxCall
	}
	return true
}

func (rule modelRule) about(op string) bool {
	return slices.ContainsFunc(rule.ops, func(p string) bool { return modelMatch(p, op) })
}

func modelMatch(pattern, name string) bool {
	if strings.HasSuffix(pattern, "*") {
		return strings.HasPrefix(name, pattern[:len(pattern)-1])
	}
	return pattern == name
}

func (rule modelRule) holds(r modelRequest) bool {
	if len(rule.classes) > 0 && !slices.Contains(rule.classes, r.class()) {
		return false
	}
	least := ringfence.Instruction
	tainted := !r.known
	for _, s := range r.sources {
		least = min(least, s.Trust)
		tainted = tainted || slices.Contains(rule.kinds, s.Kind)
	}
	if !r.known {
		least = ringfence.Untrusted
	}
	if rule.deny {
		return (!rule.trusted || least < rule.trust) && (len(rule.kinds) == 0 || tainted)
	}
	return (!rule.trusted || least >= rule.trust) && (len(rule.kinds) == 0 || !tainted)
}
