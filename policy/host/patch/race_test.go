package patch

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
)

// raceTime is how long folders and links are exchanged.
const raceTime = 2 * time.Second

// While a folder and a link that leads out are exchanged without a pause, patches
// and their undoing touch the folder or nothing: what lies outside stays as it
// is, and gets nothing.
func TestPathRace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open folders cannot be renamed on Windows")
	}
	dir, target := folder(t, map[string]string{"a/f": "one\n", "w/f": "one\n"})
	outside := filepath.Join(filepath.Dir(dir), "outside")
	inside := filepath.Join(dir, "denied")
	for _, d := range []string{outside, inside} {
		write(t, filepath.Join(d, "f"), "one\n") // what a patch would take for its own
		write(t, filepath.Join(d, "canary"), "canary")
	}
	target.Allow = func(p string) bool { return p[0] != 'd' }
	target.MakeDirs = true
	must(t, os.Symlink(outside, filepath.Join(dir, "out")))
	must(t, os.Symlink("denied", filepath.Join(dir, "in")))
	was := state(t, outside) + state(t, inside)

	stop := make(chan struct{})
	var group sync.WaitGroup
	for from, to := range map[string]string{"a": "out", "w": "in"} {
		group.Go(func() {
			p := func(name string) string { return filepath.Join(dir, name) }
			for {
				select {
				case <-stop:
					return
				default:
				}
				_ = os.Rename(p(from), p(from+".aside"))
				_ = os.Rename(p(to), p(from))
				_ = os.Rename(p(from), p(to))
				_ = os.Rename(p(from+".aside"), p(from))
			}
		})
	}
	applied, refused := 0, 0
	for end := time.Now().Add(raceTime); time.Now().Before(end); {
		for _, d := range []string{"a", "w"} {
			a, err := target.Apply(t.Context(), patchOf(t,
				Change{d + "/f", []byte("one\n"), []byte("two\n")}, Change{d + "/new", nil, []byte("new\n")}))
			if err == nil {
				applied++
				err = a.Rollback()
			} else {
				refused++
			}
			if err != nil {
				// The file is not where it was: nobody's fault, and nothing is lost.
				if _, err := target.Recover(); err != nil {
					t.Fatal(err)
				}
				for _, at := range []string{d, d + ".aside"} {
					_ = os.Remove(filepath.Join(dir, at, "new"))
				}
				target.reset(t, dir, d)
			}
		}
	}
	close(stop)
	group.Wait()
	if got := state(t, outside) + state(t, inside); got != was {
		t.Errorf("outside is\n%s\nwas\n%s", got, was)
	}
	t.Logf("%d applied, %d refused", applied, refused)
	if applied == 0 || refused == 0 {
		t.Error("there was no race")
	}
}

// reset makes the file of a race what it was, in the folder and nowhere else.
func (t *Target) reset(tb testing.TB, dir, name string) {
	tb.Helper()
	for range 1_000 {
		for _, at := range []string{name, name + ".aside"} {
			p := filepath.Join(dir, at)
			if info, err := os.Lstat(p); err != nil || !info.IsDir() {
				continue
			}
			sub, err := os.OpenRoot(p)
			if err != nil {
				continue
			}
			_, marker := sub.Lstat("canary")
			if marker != nil { // not a place that a link leads to
				if sub.WriteFile("f", []byte("one\n"), 0o600) == nil {
					_ = sub.Close()
					return
				}
			}
			_ = sub.Close()
		}
	}
	tb.Fatal("the folder is nowhere")
}
