package policy_test

import (
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
)

const exampleSource = `allow = ["editor/clipboard::get", "editor/dialog::open"]
deny = ["editor/clipboard::set"]

[op."editor/dialog::open"]
dialog_roots = ["/srv/app"]
`

func ExamplePolicy_Decide() {
	p, err := policy.Parse("/etc/agent/caps.toml", []byte(exampleSource))
	if err != nil {
		fmt.Println(err)
		return
	}
	payload, _ := coreform.Parse([]byte(`{:filters [] :multi false :start-dir "/srv/app-evil" :title "Open"}`))
	d := p.Decide(policy.Request{
		Op: "editor/dialog::open", Payload: payload,
		Provenance: ringfence.NewProvenance(ringfence.Source{Kind: "screen", Trust: ringfence.Untrusted}),
	})
	fmt.Println(d.Allowed(), d.Code())
	fmt.Println(d.Rule(), "at", d.Position())
	// Output:
	// false core/caps/path-escape
	// op."editor/dialog::open".dialog_roots at /etc/agent/caps.toml:5:1
}

func ExampleDecision_Explain() {
	p, _ := policy.Parse("caps.toml", []byte(exampleSource))
	payload, _ := coreform.Parse([]byte(`{:data "x"}`))
	x := p.Decide(policy.Request{Op: "editor/clipboard::set", Payload: payload}).Explain()
	for _, r := range x.Reasons {
		fmt.Printf("%s %s, line %d %q\n", r.Effect, r.Rule, r.Position.Line, r.Pointer)
	}
	// Output:
	// denies built-in: shape of the payload, line 0 "/:mime"
	// denies deny[0], line 2 ""
	// denies default, line 0 ""
}

func ExampleState() {
	p, _ := policy.Parse("caps.toml", []byte("allow = [\"editor/clipboard::get\"]\n[runtime]\nmax_effect_ops = 1\n"))
	payload, _ := coreform.Parse([]byte(`{}`))
	var session policy.State
	for range 2 {
		d := p.Decide(policy.Request{Op: "editor/clipboard::get", Payload: payload, State: session})
		session = session.After(d, 0)
		fmt.Println(d.Allowed(), d.Code(), session.MaxReversibility())
	}
	// Output:
	// true  read
	// false core/caps/resource-limit read
}

func ExampleLint() {
	p, _ := policy.Parse("caps.toml", []byte("allow = [\"editor/*\"]\ndeny = [\"editor/clipbord::set\"]\n"))
	for _, f := range policy.Lint(p, nil) {
		if f.Severity == policy.Error {
			fmt.Printf("%s: %s %s: %s\n", f.Position, f.Rule, f.Where, f.Message)
		}
	}
	// Output:
	// caps.toml:2:9: policy/deny-nothing deny[0]: the rule names no op of the contract
}

func ExamplePolicy_PathAllowed() {
	p, _ := policy.Parse("/etc/agent/caps.toml", []byte(exampleSource))
	for _, path := range []string{"/srv/app/main.gc", "/srv/app/.git/hooks/pre-commit"} {
		ok, reasons := p.PathAllowed("editor/dialog::open", path)
		fmt.Println(ok, len(reasons))
	}
	// Output:
	// true 0
	// false 1
}
