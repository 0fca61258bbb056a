package watch

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// raceTime is how long folders and links are exchanged.
const raceTime = 2 * time.Second

// While a folder and a link that leads out, or to a folder that may not be looked
// at, are exchanged without a pause, nothing of the places that the link leads to
// is ever reported, nor read: the canaries keep their access times.
func TestPathRace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("open folders cannot be renamed on Windows")
	}
	dir, root := folderOf(t, "a/in", "denied/canary", "w/x/in")
	outside := filepath.Join(filepath.Dir(dir), "outside")
	write(t, outside, "canary", "outside")
	write(t, outside, "x/canary", "outside")
	must(t, os.Symlink(outside, filepath.Join(dir, "out")))
	must(t, os.Symlink("denied", filepath.Join(dir, "in")))
	var canaries []time.Time
	// Access times long past move at the first read on every system that keeps
	// them at all.
	long := time.Now().Add(-48 * time.Hour)
	files := []string{filepath.Join(outside, "canary"), filepath.Join(outside, "x/canary"), filepath.Join(dir, "denied/canary")}
	for _, f := range files {
		must(t, os.Chtimes(f, long, time.Now().Add(time.Hour)))
		canaries = append(canaries, accessTime(t, f))
	}

	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, Allowed: func(p string) bool { return p != "denied" }})
	must(t, err)
	defer w.Close()
	// Every stat is in doubt, so that the content of every file is read.
	w.statOf = func(info os.FileInfo) stat { return stat{ctime: time.Now().UnixNano()} }

	stop := make(chan struct{})
	var group sync.WaitGroup
	for folder, link := range map[string]string{"a": "out", "w": "in"} {
		group.Go(func() {
			p := func(name string) string { return filepath.Join(dir, name) }
			for {
				select {
				case <-stop:
					return
				default:
				}
				_ = os.Rename(p(folder), p(folder+".aside"))
				_ = os.Rename(p(link), p(folder))
				_ = os.Rename(p(folder), p(link))
				_ = os.Rename(p(folder+".aside"), p(folder))
			}
		})
	}
	polls := 0
	for end := time.Now().Add(raceTime); time.Now().Before(end); polls++ {
		events, err := w.Poll(background)
		must(t, err)
		for _, e := range events {
			if strings.Contains(e.Path, "canary") {
				t.Fatalf("%v %s was reported", e.Kind, e.Path)
			}
		}
	}
	close(stop)
	group.Wait()
	for i, f := range files {
		if got := accessTime(t, f); !got.Equal(canaries[i]) {
			t.Errorf("%s was read", f)
		}
	}
	t.Logf("%d polls", polls)
	// The check of access times is one: a read moves them, where they are kept.
	if _, err := os.ReadFile(files[0]); err != nil {
		t.Fatal(err)
	}
	if accessTime(t, files[0]).Equal(canaries[0]) {
		t.Log("this file system keeps no access times: only reports were checked")
	}
}
