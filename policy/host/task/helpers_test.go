package task_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

func parse(t testing.TB, src string) coreform.Term {
	t.Helper()
	term, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatalf("%s: %v", src, err)
	}
	return term
}

func contract(t testing.TB, name string) task.Contract {
	t.Helper()
	c, ok := task.ContractOf("editor/task::" + name)
	if !ok {
		t.Fatalf("no kind %s", name)
	}
	return c
}

// code returns the code of an error, "" for nil.
func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	if err != nil {
		return "untyped"
	}
	return ""
}

// patience is how long a test waits for what must happen: long enough for a
// machine with other things to do.
const patience = 60 * time.Second

// carryOut runs a kind to its end in a pool of its own and returns its outcome and
// its partials.
func carryOut(t testing.TB, name string, input coreform.Term, ws task.Workspace) (outcome.Outcome, []coreform.Term) {
	t.Helper()
	p := task.NewPool("s", task.UnlimitedLimits())
	defer p.Close()
	c := contract(t, name)
	id, err := p.Spawn(task.Job{Contract: c, Run: func(ctx context.Context, w *task.Work) outcome.Outcome {
		return task.Run(ctx, w, c, input, ws)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return drain(t, p, id)
}

// drain polls a task to its end.
func drain(t testing.TB, p *task.Pool, id string) (outcome.Outcome, []coreform.Term) {
	t.Helper()
	var partials []coreform.Term
	for end := time.Now().Add(patience); time.Now().Before(end); {
		s, err := p.Poll(id)
		if err != nil {
			t.Fatal(err)
		}
		if s.Emitted {
			partials = append(partials, s.Partial)
		}
		if s.Seq != len(partials) {
			t.Fatalf("partial %d has number %d", len(partials), s.Seq)
		}
		if s.State != task.Running {
			if s.Total != len(partials) {
				t.Fatalf("%d partials of %d", len(partials), s.Total)
			}
			return s.Result, partials
		}
		if !s.Result.IsZero() {
			t.Fatal("a task that runs has a result")
		}
		if !s.Emitted {
			time.Sleep(time.Millisecond)
		}
	}
	t.Fatal("the task does not end")
	return outcome.Outcome{}, nil
}

// data returns what a task answered with.
func data(t testing.TB, o outcome.Outcome) coreform.Term {
	t.Helper()
	v, ok := o.Data()
	if !ok {
		t.Fatalf("no data: %s", o)
	}
	return v
}

func at(t testing.TB, m coreform.Term, key string) coreform.Term {
	t.Helper()
	v, ok := m.Lookup(key)
	if !ok {
		t.Fatalf("no %s in %s", key, m)
	}
	return v
}

// folder makes a folder of files.
func folder(t testing.TB, files map[string]string) (string, task.Workspace) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return dir, task.Workspace{Root: root, Dir: filepath.ToSlash(dir)}
}
