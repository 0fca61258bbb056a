package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// progressEvery is how often the line is written, and how long a run takes
// before there is one.
const progressEvery = 500 * time.Millisecond

// progress says on a terminal how far a long run is. It writes nothing anywhere
// else: nobody wants a thousand lines of it in a log.
type progress struct {
	w     io.Writer
	files int

	mu                 sync.Mutex
	checked, filesDone int
	shown              int // characters of the line that is there
	quit               chan struct{}
	stopped            sync.WaitGroup
}

// newProgress returns nil where w is no terminal.
func newProgress(w io.Writer, files int) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	p := &progress{w: w, files: files, quit: make(chan struct{})}
	ticker := time.NewTicker(progressEvery)
	p.stopped.Go(func() {
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				p.show()
			case <-p.quit:
				return
			}
		}
	})
	return p
}

// add counts what was checked.
func (p *progress) add(checked int, fileDone bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checked += checked
	if fileDone {
		p.filesDone++
	}
}

// show writes the line over the one before.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	const width = 20
	done := 0
	if p.files > 0 {
		done = min(width, p.filesDone*width/p.files)
	}
	line := fmt.Sprintf("promptcheck: [%s%s] %d of %d files, %d checked",
		strings.Repeat("=", done), strings.Repeat(" ", width-done), p.filesDone, p.files, p.checked)
	fmt.Fprint(p.w, "\r"+line+strings.Repeat(" ", max(0, p.shown-len(line))))
	p.shown = len(line)
}

// clear removes the line, so that something else can be said.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown > 0 {
		fmt.Fprint(p.w, "\r"+strings.Repeat(" ", p.shown)+"\r")
		p.shown = 0
	}
}

// end removes the line for good.
func (p *progress) end() {
	if p == nil {
		return
	}
	close(p.quit)
	p.stopped.Wait()
	p.clear()
}
