package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// tree makes n small files, 100 to a folder, four folders deep.
func tree(b *testing.B, n int) (dir string, root *os.Root) {
	b.Helper()
	dir, root = folderOf(b)
	for i := range n {
		p := filepath.Join(dir, "p"+itoa(i/5_000), "q"+itoa(i/1_000), "r"+itoa(i/100), "file"+itoa(i)+".go")
		if i%100 == 0 {
			must(b, os.MkdirAll(filepath.Dir(p), 0o700))
		}
		must(b, os.WriteFile(p, nil, 0o600))
	}
	return dir, root
}

// BenchmarkSnapshot50k is a poll of 50,000 files of which none changed.
func BenchmarkSnapshot50k(b *testing.B) {
	dir, root := tree(b, 50_000)
	time.Sleep(2 * tick)
	w, err := New(background, Options{Now: time.Now, Root: root, Name: dir, Globs: []string{"**/*.go"}})
	must(b, err)
	defer w.Close()
	b.ReportAllocs()
	for b.Loop() {
		events, err := w.Poll(background)
		if err != nil || len(events) != 0 {
			b.Fatal(events, err)
		}
	}
}

// BenchmarkChangeToEvent is the time from a change to its event, through Wait
// and Poll.
func BenchmarkChangeToEvent(b *testing.B) {
	for _, n := range []int{100, 5_000, 50_000} {
		b.Run(itoa(n), func(b *testing.B) {
			dir, root := tree(b, n)
			w, err := New(background, Options{Now: time.Now, Root: root, Name: dir})
			must(b, err)
			defer w.Close()
			name := filepath.Join(dir, "p0", "q0", "r0", "file0.go")
			ready := make(chan struct{})
			changed := make(chan time.Time)
			go func() {
				for range ready {
					time.Sleep(50 * time.Millisecond)
					at := time.Now()
					f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
					if err == nil {
						_, err = f.WriteString("x") // one change, not two
						_ = f.Close()
					}
					if err != nil {
						b.Error(err)
					}
					changed <- at
				}
			}()
			defer close(ready)
			var worst, sum time.Duration
			i := 0
			for b.Loop() {
				ready <- struct{}{}
				var events []Event
				for len(events) == 0 {
					must(b, w.Wait(background))
					var err error
					events, err = w.Poll(background)
					must(b, err)
				}
				told := time.Now()
				took := told.Sub(<-changed)
				worst, sum, i = max(worst, took), sum+took, i+1
			}
			b.ReportMetric(float64(worst.Milliseconds()), "worst-ms")
			b.ReportMetric(float64(sum.Milliseconds())/float64(i), "mean-ms")
		})
	}
}
