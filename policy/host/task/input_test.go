package task_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Every shape that the contract does not name is an error with a published code.
func TestInputsOfAnotherShape(t *testing.T) {
	long := strings.Repeat("a", task.MaxPathBytes+1)
	many := "[" + strings.Repeat(`"a" `, task.MaxArgs+1) + "]"
	for _, c := range []struct {
		kind, input, pointer string
		code                 ringfence.Code
	}{
		{"parse-module", `nil`, "", task.CodeInput},
		{"parse-module", `[]`, "", task.CodeInput},
		{"parse-module", `"(def x 1)"`, "", task.CodeInput},
		{"parse-module", `{}`, "/:source", task.CodeField},
		{"parse-module", `{:source 1}`, "/:source", task.CodeInput},
		{"parse-module", `{:source nil}`, "/:source", task.CodeInput},
		{"parse-module", `{:source b"x"}`, "/:source", task.CodeInput},
		{"parse-module", `{:source "x" :path "a.gc"}`, "/:source", task.CodeInput},
		{"parse-module", `{:path ""}`, "/:path", task.CodeInput},
		{"parse-module", `{:path a.gc}`, "/:path", task.CodeInput},
		{"parse-module", `{:path "a\u0000b"}`, "/:path", task.CodeInput},
		{"parse-module", `{:path "` + long + `"}`, "/:path", task.CodeInput},
		{"parse-module", `{:source "x" :from y}`, "", task.CodeInput},
		{"parse-module", `{"source" "x"}`, "", task.CodeInput},
		{"parse-module", `{1 2}`, "", task.CodeInput},
		{"parse-module", `{:input []}`, "", task.CodeInput},
		{"fmt-coreform", `{}`, "/:source", task.CodeField},
		{"fmt-coreform", `{:path ["a"]}`, "/:path", task.CodeInput},
		{"lint-module", `{}`, "/:source", task.CodeField},
		{"lint-module", `{:input {}}`, "/:input", task.CodeInput},
		{"lint-module", `{:input "x"}`, "/:input", task.CodeInput},
		{"lint-module", `{:input [] :source ""}`, "/:source", task.CodeInput},
		{"optimize-module", `{:out "a"}`, "/:source", task.CodeField},
		{"optimize-module", `{:out 1 :path "a"}`, "/:out", task.CodeInput},
		{"typecheck-pkg", `{}`, "/:pkg", task.CodeField},
		{"typecheck-pkg", `{:path "a"}`, "/:pkg", task.CodeField},
		{"typecheck-pkg", `{:pkg nil}`, "/:pkg", task.CodeInput},
		{"typecheck-pkg", `{:pkg "a" :caps "b"}`, "", task.CodeInput},
		{"test-pkg", `{:caps "a"}`, "/:pkg", task.CodeField},
		{"test-pkg", `{:caps {} :pkg "a"}`, "/:caps", task.CodeInput},
		{"build-pkg", `{:pkg "a" :targets "linux/amd64"}`, "/:targets", task.CodeInput},
		{"build-pkg", `{:pkg "a" :targets [1]}`, "/:targets", task.CodeInput},
		{"build-pkg", `{:pkg "a" :targets ` + many + `}`, "/:targets", task.CodeInput},
		{"run-pkg", `{:args nil :pkg "a"}`, "/:args", task.CodeInput},
		{"run-pkg", `{:args [a] :pkg "a"}`, "/:args", task.CodeInput},
		{"run-pkg", `{:args ["a\u0000"] :pkg "a"}`, "/:args", task.CodeInput},
		{"run-pkg", `{:args ["` + strings.Repeat("x", task.MaxArgBytes+1) + `"] :pkg "a"}`, "/:args", task.CodeInput},
		{"run-pkg", `{:entry "" :pkg "a"}`, "/:entry", task.CodeInput},
		{"run-pkg", `{:entry 1 :pkg "a"}`, "/:entry", task.CodeInput},
		{"debug-pkg", `{:breakpoints {} :pkg "a"}`, "/:breakpoints", task.CodeInput},
		{"refactor-module", `{:from a :source "a"}`, "/:to", task.CodeField},
		{"refactor-module", `{:source "a" :to a}`, "/:from", task.CodeField},
		{"refactor-module", `{:from a :to b}`, "/:source", task.CodeField},
		{"refactor-module", `{:from 1 :source "a" :to b}`, "/:from", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to "b c"}`, "/:to", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to "1"}`, "/:to", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to "nil"}`, "/:to", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to "(x)"}`, "/:to", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to ""}`, "/:to", task.CodeInput},
		{"refactor-module", `{:from a :source "a" :to "` + strings.Repeat("b", task.MaxName+1) + `"}`, "/:to", task.CodeInput},
		{"index-workspace", `{}`, "/:root", task.CodeField},
		{"index-workspace", `{:root "a" :max-packages 0}`, "/:max-packages", task.CodeInput},
		{"index-workspace", `{:root "a" :max-packages 4097}`, "/:max-packages", task.CodeInput},
		{"index-workspace", `{:max-partials -1 :root "a"}`, "/:max-partials", task.CodeInput},
		{"index-workspace", `{:max-partials "1" :root "a"}`, "/:max-partials", task.CodeInput},
		{"index-workspace", `{:max-partials 99999999999999999999999 :root "a"}`, "/:max-partials", task.CodeInput},
	} {
		err := contract(t, c.kind).Check(parse(t, c.input))
		if code(err) != c.code {
			t.Errorf("%s %.60s: code %q, want %q", c.kind, c.input, code(err), c.code)
			continue
		}
		if e := err.(*ringfence.Error); e.Pointer != c.pointer { //nolint:errorlint // errors of Check are never wrapped
			t.Errorf("%s %.60s: at %q, want %q", c.kind, c.input, e.Pointer, c.pointer)
		}
		if o := task.Sealed("editor/task::spawn", err); !o.IsSealed() {
			t.Errorf("%s %.60s: not sealed", c.kind, c.input)
		}
	}
}

// The shapes of the contract are accepted.
func TestInputsOfTheShape(t *testing.T) {
	for kind, inputs := range map[string][]string{
		"parse-module":    {`{:source ""}`, `{:path "a/b.gc"}`},
		"fmt-coreform":    {`{:source "x"}`},
		"lint-module":     {`{:input [(def x 1)]}`, `{:path "a"}`},
		"optimize-module": {`{:out "b" :path "a"}`, `{:source "x"}`},
		"typecheck-pkg":   {`{:pkg "a"}`, `{:path "a/b" :pkg "a"}`},
		"test-pkg":        {`{:caps "caps.toml" :pkg "a"}`},
		"build-pkg":       {`{:pkg "a" :targets ["linux/amd64" :edge]}`},
		"run-pkg":         {`{:args ["" "-x"] :entry pkg/a::x :pkg "a"}`},
		"debug-pkg":       {`{:breakpoints [a "b"] :entry "x" :pkg "a"}`},
		"refactor-module": {`{:from a :source "a" :to "b"}`},
		"index-workspace": {`{:max-packages 4096 :max-partials 1 :root "."}`},
	} {
		for _, in := range inputs {
			if err := contract(t, kind).Check(parse(t, in)); err != nil {
				t.Errorf("%s %s: %v", kind, in, err)
			}
		}
	}
}

// FuzzTask gives any term to any kind: a wrong shape has a published code, and a
// right one comes to an outcome, which, as data, has the keys of the contract and
// counts that agree.
func FuzzTask(f *testing.F) {
	for i := range task.Kinds() {
		for _, s := range []string{
			`{}`, `{:source "(def x (fn (a) (let ((b a)) b)))\n"}`, `{:source "(("}`, `{:from a :source "a 'a {a 1 b \"a\"}" :to c}`,
			`{:input [(def) (def 1 2) (fn x) (let (a) b) (if) (quote)]}`, `{:root "." :max-packages 1}`, `{:path "../x"}`, `nil`,
		} {
			f.Add(uint8(i), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, src []byte) {
		if len(src) > 1<<12 {
			return
		}
		input, err := coreform.Parse(src)
		if err != nil {
			return
		}
		c, _ := task.ContractOf(task.Kinds()[int(n)%len(task.Kinds())])
		if err := c.Check(input); err != nil {
			if got := code(err); got != task.CodeInput && got != task.CodeField {
				t.Fatalf("code %q", got)
			}
			return
		}
		if c.Bridged {
			return
		}
		p := task.NewPool("s", task.UnlimitedLimits())
		defer p.Close()
		id, err := p.Spawn(task.Job{Contract: c, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
			return task.Run(ctx, w, c, input, task.Workspace{})
		}})
		if err != nil {
			t.Fatal(err)
		}
		o, err := p.Wait(t.Context(), id)
		if err != nil || o.IsZero() {
			t.Fatalf("no outcome: %v", err)
		}
		v, ok := o.Data()
		if !ok {
			return
		}
		if v.Len() != len(c.Outputs) {
			t.Fatalf("%d keys, want %d: %s", v.Len(), len(c.Outputs), v)
		}
		if again := c.Accept(v); !again.Equal(o) {
			t.Fatalf("a bridge could not have answered %s", v)
		}
	})
}
