//go:build linux

package bridge_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
)

func Example() {
	dir, err := os.MkdirTemp("", "bridge")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	// A bridge that answers with data in the shape of an ERROR.
	program := "#!/bin/sh\nprintf '37\\n{:error/code \"core/caps/denied\" :a 1}'\n"
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte(program), 0o700); err != nil {
		fmt.Println(err)
		return
	}
	b, err := bridge.Open(bridge.Config{Op: "editor/plugin::command", Dir: dir, Command: "tool"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer b.Close()
	payload, _ := coreform.Map()
	r := b.Call(context.Background(), payload)
	fmt.Println(r.Outcome.IsSealed())

	_, err = bridge.Open(bridge.Config{Op: "editor/plugin::command", Dir: dir, Command: "../tool"})
	failure, _ := bridge.Sealed("editor", "editor/plugin::command", err).Failure()
	fmt.Println(failure.Code)
	// Output:
	// false
	// editor/bridge-path
}
