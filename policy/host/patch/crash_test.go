package patch

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/host/internal/ordinary"
)

// crash is what a test ends a patch with, in the middle.
type crash struct{}

// A process that ends before any change of the file system leaves something from
// which Recover makes the state before; so does one that ends in Recover.
func TestEveryCrash(t *testing.T) {
	for first := 1; ; first++ {
		dir, target := folder(t, before)
		target.MakeDirs = true
		was := state(t, dir)
		a, ended := crashAt(target, first, func() (*Applied, error) { return target.Apply(context.Background(), patchOf(t, changes()...)) })
		if !ended {
			if first < 12 {
				t.Fatalf("only %d steps", first)
			}
			must(t, a.Keep())
			return
		}
		// And again, at each step of the way back.
		for second := 1; ; second++ {
			again := open(t, dir)
			_, ended := crashAt(again, second, func() (*Applied, error) { _, err := again.Recover(); return nil, err })
			if !ended {
				break
			}
		}
		if got := state(t, dir); got != was {
			t.Fatalf("ended at step %d:\n%s\nwas\n%s", first, got, was)
		}
		if left, err := open(t, dir).undoNames(""); err != nil || len(left) != 0 {
			t.Fatalf("ended at step %d: left %q %v", first, left, err)
		}
	}
}

// crashAt runs f and ends it before step n; ended is false when it has fewer.
func crashAt(target *Target, n int, f func() (*Applied, error)) (a *Applied, ended bool) {
	target.step = func() {
		if n--; n == 0 {
			panic(crash{})
		}
	}
	defer func() {
		target.step = nil
		if r := recover(); r != nil {
			if _, ok := r.(crash); !ok {
				panic(r)
			}
			a, ended = nil, true
		}
	}()
	a, err := f()
	if err != nil {
		panic(err)
	}
	return a, false
}

// Errors in place of crashes: the disk fails at some step, and the patch is undone
// by itself or, where the disk still fails, by Recover.
func TestFailures(t *testing.T) {
	ordinary.User(t)
	for _, victim := range []string{"d", "new", "."} {
		failed := 0
		for at, ended := 1, false; !ended; at++ {
			dir, target := folder(t, before)
			target.MakeDirs = true
			was, steps := state(t, dir), 0
			target.step = func() {
				if steps++; steps == at {
					_ = os.Chmod(filepath.Join(dir, victim), 0o500)
				}
			}
			a, err := target.Apply(t.Context(), patchOf(t, changes()...))
			_ = os.Chmod(filepath.Join(dir, victim), 0o700) // it may not be there
			target.step = nil
			if ended = steps < at; err == nil {
				must(t, a.Rollback())
				continue
			}
			failed++
			if pending, _ := target.pending(); (code(err) == CodePending) != (len(pending) > 0) {
				t.Errorf("%s at %d: %v, and %d records", victim, at, err, len(pending))
			}
			if _, err := target.Recover(); err != nil {
				t.Fatal(err)
			}
			if got := state(t, dir); got != was {
				t.Errorf("%s at %d: %v\n%s\nwas\n%s", victim, at, err, got, was)
			}
		}
		if failed == 0 {
			t.Errorf("%s: no patch failed", victim)
		}
	}
}

// victimEnv makes the test binary a process that patches until it is killed.
const victimEnv = "RINGFENCE_PATCH_VICTIM"

// crashRuns is how many processes are killed; RINGFENCE_CRASH_RUNS says another
// number.
const crashRuns = 25

func TestMain(m *testing.M) {
	if dir := os.Getenv(victimEnv); dir != "" {
		victim(dir)
	}
	os.Exit(m.Run())
}

// many is how many files the victim patches at once.
const many = 12

// text is the content of a file in a generation.
func text(file, generation int) []byte {
	return fmt.Appendf(nil, "file %d\ngeneration %d\nend\n", file, generation)
}

// victim patches all files from one generation to the next, keeping every patch.
func victim(dir string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	undo, err := os.OpenRoot(filepath.Join(filepath.Dir(dir), "undo"))
	if err != nil {
		panic(err)
	}
	t := &Target{Root: root, Name: dir, Undo: undo, Allow: func(string) bool { return true }, MakeDirs: true}
	fmt.Println("ready")
	for generation := 0; ; generation++ {
		var changes []Change
		for i := range many {
			c := Change{name(i), text(i, generation), text(i, generation+1)}
			switch {
			case i%3 == 1 && generation%2 == 0:
				c.Base = nil
			case i%3 == 1:
				c.New = nil
			}
			changes = append(changes, c)
		}
		diff, err := Diff(changes)
		if err != nil {
			panic(err)
		}
		files, err := Parse(diff)
		if err != nil {
			panic(err)
		}
		a, err := t.Apply(context.Background(), files)
		if err == nil && generation%5 == 4 {
			if err = a.Rollback(); err == nil {
				a, err = t.Apply(context.Background(), files)
			}
		}
		if err == nil {
			err = a.Keep()
		}
		if err != nil {
			panic(err)
		}
	}
}

func name(i int) string { return "d" + strconv.Itoa(i%4) + "/f" + strconv.Itoa(i) }

// A process that is killed at any moment leaves, after Recover, a whole
// generation: every file of it, and nothing else.
func TestKilled(t *testing.T) {
	runs := crashRuns
	if n, err := strconv.Atoi(os.Getenv("RINGFENCE_CRASH_RUNS")); err == nil {
		runs = n
	}
	if testing.Short() {
		runs = 3
	}
	self, err := os.Executable()
	must(t, err)
	r := rand.New(rand.NewPCG(7, uint64(time.Now().UnixNano())))
	undone, generations := 0, map[int]bool{}
	for range runs {
		files := map[string]string{}
		for i := range many {
			if i%3 != 1 {
				files[name(i)] = string(text(i, 0))
			}
		}
		dir, _ := folder(t, files)
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), victimEnv+"="+dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		_, _ = out.Read(make([]byte, 8)) // it is ready
		time.Sleep(time.Duration(r.IntN(60_000)) * time.Microsecond)
		must(t, cmd.Process.Kill())
		_ = cmd.Wait() // it was killed
		if stderr.Len() > 0 {
			t.Fatalf("the process ended by itself:\n%s", &stderr)
		}
		target := open(t, dir)
		got, err := target.Recover()
		if err != nil || len(got.Conflicts) > 0 {
			t.Fatalf("%+v %v\n%s", got, err, state(t, dir))
		}
		undone += got.Undone
		generations[whole(t, dir)] = true
	}
	t.Logf("%d runs, %d patches undone, ended in %d different generations", runs, undone, len(generations))
}

// whole returns the generation of a folder, in which every file must be.
func whole(t *testing.T, dir string) int {
	t.Helper()
	first, err := os.ReadFile(filepath.Join(dir, name(0)))
	must(t, err)
	var generation int
	if _, err := fmt.Sscanf(string(first), "file 0\ngeneration %d\n", &generation); err != nil {
		t.Fatalf("%v: %q", err, first)
	}
	left := 0
	for i := range many {
		got, err := os.ReadFile(filepath.Join(dir, name(i)))
		there := i%3 != 1 || generation%2 == 1
		if (err == nil) != there || there && !bytes.Equal(got, text(i, generation)) {
			t.Fatalf("generation %d, file %d: %q %v\n%s", generation, i, got, err, state(t, dir))
		}
		if there {
			left++
		}
	}
	entries, err := filepath.Glob(filepath.Join(dir, "*/*"))
	must(t, err)
	hidden, err := filepath.Glob(filepath.Join(dir, "*/.*"))
	must(t, err)
	if len(entries) != left || len(hidden) > 0 {
		t.Fatalf("generation %d has more files:\n%s", generation, state(t, dir))
	}
	return generation
}
