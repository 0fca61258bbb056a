package task_test

import (
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
)

// What a bridge answers is data with the keys of the contract, or a sealed ERROR.
func TestAccept(t *testing.T) {
	const whole = `:defined-symbol-count 0 :defined-symbols [] :module-count 1 :path "a" :test-declaration-count 0 `
	const none = `:diagnostics [] :error-count 0 :warn-count 0 `
	for _, c := range []struct{ answer, want string }{
		{`{` + whole + none + `:ok true}`, ""},
		{`{` + whole + none + `:extra 1 :ok true}`, ""},
		{`{` + none + `:ok false}`, ""},
		{`{:diagnostics [{:code "c" :level :error :msg "m" :path "p"}] :error-count 7 :ok false :warn-count 0}`, ""},
		{`{:ok true}`, string(task.CodeField)},
		{`{:ok false}`, string(task.CodeField)},
		{`{}`, string(task.CodeField)},
		{`{` + none + `:ok true}`, string(task.CodeField)},
		{`{` + whole + none + `}`, string(task.CodeField)},
		{`[]`, string(task.CodeInput)},
		{`nil`, string(task.CodeInput)},
		{`{` + whole + none + `:ok 1}`, string(task.CodeInput)},
		{`{:error/code "core/caps/denied" :error/context {} :error/message "m" :error/op x}`, string(task.CodeField)},
		{`{` + whole + `:diagnostics {} :error-count 0 :ok true :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [1] :error-count 0 :ok true :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [{:code "c" :level "error" :msg "m" :path "p"}] :error-count 1 :ok false :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [{:code "c" :level :error :msg 1 :path "p"}] :error-count 1 :ok false :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [] :error-count "0" :ok true :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [] :error-count 1 :ok true :warn-count 0}`, string(task.CodeInput)},
		{`{` + whole + `:diagnostics [{:code "c" :level :warn :msg "m" :path "p"}] :error-count 0 :ok true :warn-count 0}`, string(task.CodeInput)},
	} {
		kind := contract(t, "typecheck-pkg")
		o := kind.Accept(parse(t, c.answer))
		e, _ := o.Failure()
		if e.Code != c.want {
			t.Errorf("%s: %s", c.answer, o)
		}
		if v, ok := o.Data(); ok {
			for _, k := range kind.Outputs {
				at(t, v, k)
			}
		}
	}
	odd := task.Contract{Kind: "x::y"}
	if o := odd.Accept(coreform.Int(1)); !o.Equal(done()) {
		t.Errorf("a kind of a bridge's own: %s", o)
	}
}
