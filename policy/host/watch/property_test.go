package watch

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A consumer that applies the events of every poll has, in the end, the files
// that are there, with every change of content told: on random changes, with few
// events a poll.
func TestEventsAddUp(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir, root := folderOf(t)
		w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, MaxEvents: 1 + r.IntN(6), Globs: []string{"**/*.x"}})
		must(t, err)
		mirror := map[string]string{} // path to content
		apply := func(events []Event) {
			for i, e := range events {
				_, known := mirror[e.Path]
				if known != (e.Kind != Create) {
					t.Fatalf("seed %d: %v of a file that is known: %v", seed, e, known)
				}
				if i > 0 && events[i-1].Kind == Delete && e.Kind != Delete {
					t.Fatalf("seed %d: %v after a delete", seed, e)
				}
				if e.Kind == Delete {
					delete(mirror, e.Path)
					continue
				}
				content, err := os.ReadFile(filepath.Join(dir, e.Path))
				if err != nil {
					content = []byte("?") // gone since: a later poll says so
				}
				mirror[e.Path] = string(content)
			}
		}
		for range 40 {
			for range r.IntN(8) {
				change(r, dir)
			}
			events, err := w.Poll(background)
			must(t, err)
			apply(events)
		}
		for {
			events, err := w.Poll(background)
			must(t, err)
			if len(events) == 0 {
				break
			}
			apply(events)
		}
		want := map[string]string{}
		must(t, filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && strings.HasSuffix(p, ".x") {
				content, _ := os.ReadFile(p)
				rel, _ := filepath.Rel(dir, p)
				want[filepath.ToSlash(rel)] = string(content)
			}
			return err
		}))
		if len(mirror) != len(want) {
			t.Errorf("seed %d: %d files told, %d there", seed, len(mirror), len(want))
		}
		for p, content := range want {
			if mirror[p] != content {
				t.Errorf("seed %d: %s is %q, told %q", seed, p, content, mirror[p])
			}
		}
		w.Close()
	}
}

// change does something to a small tree; that it cannot is no matter.
func change(r *rand.Rand, dir string) {
	name := func() string {
		p := []string{"a.x", "b.x", "c", "d.x", "e"}
		out := p[r.IntN(len(p))]
		for range r.IntN(3) {
			out = filepath.Join([]string{"p", "q"}[r.IntN(2)], out)
		}
		return filepath.Join(dir, out)
	}
	switch r.IntN(7) {
	case 0, 1, 2:
		p := name()
		_ = os.MkdirAll(filepath.Dir(p), 0o700)
		_ = os.WriteFile(p, []byte{byte('a' + r.IntN(3))}, 0o600)
	case 3:
		_ = os.Remove(name())
	case 4:
		_ = os.Rename(name(), name())
	case 5:
		if d := filepath.Dir(name()); d != dir {
			_ = os.RemoveAll(d)
		}
	case 6:
		_ = os.Symlink(name(), name())
	}
}
