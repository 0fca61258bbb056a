package watch_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/ringfence/ringfence/policy/host/watch"
)

func Example() {
	dir, err := os.MkdirTemp("", "watch")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	root, err := os.OpenRoot(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	ctx := context.Background()
	w, err := watch.New(ctx, watch.Options{Root: root, Name: dir, Globs: []string{"**/*.go"}, Now: time.Now})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Close()
	for _, name := range []string{"main.go", "notes.txt"} {
		if err := root.WriteFile(name, nil, 0o600); err != nil {
			fmt.Println(err)
		}
	}
	events, err := w.Poll(ctx)
	for _, e := range events {
		fmt.Println(e.Kind, e.Path, e.Stamp)
	}
	fmt.Println(err)
	// Output:
	// create main.go 1
	// <nil>
}
