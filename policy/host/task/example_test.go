package task_test

import (
	"context"
	"fmt"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// A symbol is renamed by a task of a session.
func ExamplePool() {
	pool := task.NewPool("session", task.UnlimitedLimits())
	defer pool.Close()
	contract, _ := task.ContractOf("editor/task::refactor-module")
	input, err := coreform.Parse([]byte(`{:from x :source "(def x \"x\") ; x" :to y}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := pool.Spawn(task.Job{Contract: contract, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
		return task.Run(ctx, w, contract, input, task.Workspace{})
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := pool.Wait(context.Background(), id)
	value, _ := result.Data()
	updated, _ := value.Lookup(":updated")
	fmt.Println(id, updated, err)
	// Output: session-task-1 "(def y \"x\") ; x" <nil>
}

// What is wrong with an input has a published code.
func ExampleContract_Check() {
	contract, _ := task.ContractOf("editor/task::build-pkg")
	fmt.Println(contract.Check(coreform.Nil()))
	// Output: editor/task/schema-invalid-input: the input of this task kind is a map
}
