package policy_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/presets"
)

// prompts are provenances of all that a table distinguishes: each trust, each kind
// of block by each trust, pairs of kinds, everything, nothing, and the unknown.
func prompts() []ringfence.Provenance {
	trusts := []ringfence.Trust{ringfence.Untrusted, ringfence.Derived, ringfence.Request, ringfence.Instruction}
	out := []ringfence.Provenance{{}, ringfence.NewProvenance()}
	for _, trust := range trusts {
		all := ringfence.NewProvenance()
		for _, kind := range fenceKinds() {
			one := ringfence.NewProvenance(ringfence.Source{Kind: kind, Trust: trust})
			out = append(out, one)
			for _, second := range fenceKinds() {
				out = append(out, one.Join(ringfence.NewProvenance(ringfence.Source{Kind: second, Trust: ringfence.Request})))
			}
			all = all.Join(one)
		}
		out = append(out, all)
	}
	return out
}

// claimed reports whether a row says that a prompt gets the op.
func claimed(row policy.Row, prov ringfence.Provenance) bool {
	return row.Allowed && prov.Least() >= row.Least && !slices.ContainsFunc(row.Except, prov.Tainted)
}

// rowRequest is a request that a row is about, below a root of the policy.
func rowRequest(t testing.TB, row policy.Row, root string) policy.Request {
	t.Helper()
	payload := strings.ReplaceAll(payloads[row.Op], "/ws", root)
	if row.Kind != "" {
		input := map[string]string{
			"build-pkg": `{:pkg "a"}`, "test-pkg": `{:pkg "a"}`, "typecheck-pkg": `{:pkg "a"}`, "run-pkg": `{:pkg "a"}`,
			"debug-pkg": `{:pkg "a"}`, "refactor-module": `{:from a :to b}`, "index-workspace": `{:root "."}`,
		}[strings.TrimPrefix(row.Kind, "editor/task::")]
		if input == "" {
			input = "{}"
		}
		task := "{:input " + input + " :task-kind " + row.Kind + "}"
		payload = task
		if strings.HasPrefix(row.Op, "core/") {
			payload = `{:obligations [` + task + `] :patch "x"}`
		}
	}
	return request(t, row.Op, payload)
}

// What the table of a preset says is what the preset decides, for every op, task
// kind and prompt; and the rules that a row names are those that decide.
func TestSummaryIsDecided(t *testing.T) {
	for _, name := range []string{"dev", "ci"} {
		source, _ := presets.Get(name)
		p := parse(t, string(source))
		asked := 0
		for _, row := range p.Summary() {
			r := rowRequest(t, row, "/srv/gate/workspace")
			for _, prov := range prompts() {
				asked++
				r.Provenance = prov
				d := p.Decide(r)
				if d.Allowed() != claimed(row, prov) {
					t.Errorf("%s: %s %s for %v: %v, the table says %v", name, row.Op, row.Kind, prov.Sources(), d, claimed(row, prov))
				}
				if d.Reversibility() != row.Class && d.Allowed() {
					t.Errorf("%s: %s %s is %v, the table says %v", name, row.Op, row.Kind, d.Reversibility(), row.Class)
				}
				checkNamed(t, row, d)
			}
		}
		if asked < 1000 {
			t.Errorf("%d questions", asked)
		}
	}
}

// checkNamed holds that the rule of a decision stands in the row, if a rule of the
// file decided.
func checkNamed(t *testing.T, row policy.Row, d policy.Decision) {
	t.Helper()
	if d.Position().IsZero() || strings.HasPrefix(d.Rule(), "op.") {
		return
	}
	if !slices.ContainsFunc(row.Rules, func(r policy.RuleRef) bool { return r.Rule == d.Rule() && r.Denies != d.Allowed() }) {
		t.Errorf("%s %s: %s is not in the table: %v", row.Op, row.Kind, d, row.Rules)
	}
}

// For any rules: what a table allows is allowed, every rule that decides is named,
// and every rule that is named decides for some prompt, or another one does before.
func TestSummaryIsSound(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	for range 150 {
		var src strings.Builder
		src.WriteString(`allow = ["editor/clipboard::get", "editor/task::spawn", "core/editor/action::agent-apply-patch-with-obligations"]` + "\n")
		for range random.IntN(5) {
			trust, kinds, effect := "trust_at_least", "untainted", "allow"
			if random.IntN(3) > 0 {
				trust, kinds, effect = "trust_below", "tainted", "deny"
			}
			when := []string{fmt.Sprintf("reversibility = [%q, %q]", pick("read", "outward"), pick("irreversible", "reversible", "outward"))}
			if random.IntN(2) == 0 {
				when = append(when, fmt.Sprintf("%s = %q", trust, pick("untrusted", "derived", "request", "instruction")))
			}
			if random.IntN(2) == 0 {
				when = append(when, fmt.Sprintf("%s = [%q, %q]", kinds, pick("tool", "screen"), pick("note", "derived")))
			}
			fmt.Fprintf(&src, "[[rule]]\neffect = %q\nops = [%q]\nwhen = { %s }\n", effect,
				pick("editor/*", "editor/task::spawn", "editor/clipboard::get", "core/editor/*", "*"), strings.Join(when[random.IntN(len(when)):], ", "))
		}
		for _, op := range []string{"editor/task::spawn", "core/editor/action::agent-apply-patch-with-obligations"} {
			fmt.Fprintf(&src, "[op.%q]\nbase_dir = \"/ws\"\nallow_task_kinds = [\"editor/task::lint-module\", \"editor/task::test-pkg\", \"editor/task::build-pkg\"]\n", op)
		}
		p := parse(t, src.String())
		for _, row := range p.Summary() {
			r := rowRequest(t, row, "/ws")
			deciding := false
			for _, prov := range prompts() {
				r.Provenance = prov
				d := p.Decide(r)
				if claimed(row, prov) && !d.Allowed() {
					t.Fatalf("%s %s for %v: %v\n%s", row.Op, row.Kind, prov.Sources(), d, &src)
				}
				checkNamed(t, row, d)
				deciding = deciding || !d.Allowed()
			}
			denials := slices.ContainsFunc(row.Rules, func(r policy.RuleRef) bool { return r.Denies })
			if row.Allowed && denials && !deciding {
				t.Errorf("%s %s: the table names a denial and nothing is denied: %v\n%s", row.Op, row.Kind, row.Rules, &src)
			}
		}
	}
}

// A table whose lists or counts leave nothing allows nothing.
func TestSummaryOfEmptyTables(t *testing.T) {
	const spawn = "allow = [\"editor/task::spawn\"]\n[op.\"editor/task::spawn\"]\nbase_dir = \"/ws\"\n"
	const plugin = "allow = [\"editor/plugin::command\"]\n[op.\"editor/plugin::command\"]\n"
	for _, src := range []string{
		spawn + "allow_task_kinds = []", plugin + "allow_plugins = []", plugin + "allow_plugins = [\"lint\"]\nallow_commands = []",
		plugin + "allow_plugins = [\"lint\"]\nmax_calls = 0",
	} {
		p := parse(t, src)
		for _, row := range p.Summary() {
			if d := p.Decide(rowRequest(t, row, "/ws")); row.Allowed || d.Allowed() {
				t.Errorf("%s: %s: the table says %v, %v", src, row.Op, row.Allowed, d)
			}
		}
	}
}
