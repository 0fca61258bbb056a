package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Wait returns for a change, in folders old and new, with notifications and
// without, and Poll then has it.
func TestWait(t *testing.T) {
	for name, named := range map[string]bool{"notified": true, "looking": false} {
		t.Run(name, func(t *testing.T) {
			dir, root := folderOf(t, "a/b/c")
			o := Options{Now: time.Now, Root: root}
			if named {
				o.Name = dir
			}
			w, err := New(background, o)
			must(t, err)
			defer w.Close()
			for _, step := range []struct {
				do   func()
				want string
			}{
				{func() { write(t, dir, "a/b/c", "changed") }, "modify a/b/c\n"},
				{func() { write(t, dir, "new/folder/f", "") }, "create new/folder/f\n"},
				{func() { write(t, dir, "new/folder/g", "") }, "create new/folder/g\n"},
				{func() { must(t, os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "old"))) }, "create old/folder/f\ncreate old/folder/g\ndelete new/folder/f\ndelete new/folder/g\n"},
				{func() { write(t, dir, "old/folder/g", "changed") }, "modify old/folder/g\n"},
				{func() { must(t, os.RemoveAll(filepath.Join(dir, "old"))) }, "delete old/folder/f\ndelete old/folder/g\n"},
				{func() { write(t, dir, "old/folder/f", "") }, "create old/folder/f\n"},
				{func() { write(t, dir, "old/folder/f", "changed") }, "modify old/folder/f\n"},
			} {
				done := make(chan error, 1)
				go func() { done <- w.Wait(t.Context()) }()
				runtime.Gosched()
				step.do()
				must(t, <-done)
				got := poll(t, w)
				for len(got) < len(step.want) {
					// A wake may come before the change, or between two.
					must(t, w.Wait(t.Context()))
					got += poll(t, w)
				}
				if got != step.want {
					t.Errorf("%q, want %q", got, step.want)
				}
			}
		})
	}
}

// Wait ends with its context and with the subscription, and leaves nothing
// running.
func TestWaitEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	dir, root := folderOf(t, "a")
	for range 3 {
		w, err := New(background, Options{Now: time.Now, Root: root, Name: dir})
		must(t, err)
		ctx, cancel := context.WithCancel(background)
		done := make(chan error, 2)
		go func() { done <- w.Wait(ctx) }()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		go func() { done <- w.Wait(background) }()
		expect(t, w)
		w.Close()
		expectCode(t, <-done, CodeClosed)
	}
	for deadline := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > before; {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
		time.Sleep(time.Millisecond)
	}
}

// A folder of which the system does not tell is looked at all the same.
func TestTooManyToNotify(t *testing.T) {
	n := newNotifier(t.TempDir(), func(string) bool { return true })
	defer n.close()
	n.follow([]followed{{"none/such", [2]uint64{}}})
	if n.all.Load() {
		t.Error("a folder that cannot be told of counts as told of")
	}
	many := make([]followed, maxNotified+1)
	for i := range many {
		n.known[strings.Repeat("x", 1)+itoa(i)] = [2]uint64{1, 1}
		many[i] = followed{"x" + itoa(i), [2]uint64{1, 1}}
	}
	delete(n.known, "x0")
	n.follow(many)
	if n.all.Load() || len(n.known) > maxNotified {
		t.Errorf("all %v, %d known", n.all.Load(), len(n.known))
	}
}
