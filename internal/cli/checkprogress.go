package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
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
	bytes int64         // of all files; 0 where that is not known, as of a stream
	read  *atomic.Int64 // of them

	mu                 sync.Mutex
	checked, filesDone int
	shown              int // characters of the line that is there
	quit               chan struct{}
	stopped            sync.WaitGroup
}

// progress returns nil where w is no terminal. How far a run is shows in what was
// read of the files, which one file of a million records has as well as a thousand
// files do; the end of a stream nobody knows.
func (c *settings) progress(w io.Writer, list []entry) *progress {
	if !isTerminal(w) {
		return nil
	}
	files, bytes := c.toRead(list)
	c.read = new(atomic.Int64)
	return newProgress(w, files, bytes, c.read)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// toRead is how many files this part of a run opens, and their bytes, 0 where one of
// them is a stream.
func (c *settings) toRead(list []entry) (files int, bytes int64) {
	stream := false
	for _, e := range list {
		if !c.shard.hasFile(e.rel) && (e.err != nil || !c.isLines(e.name)) {
			continue
		}
		files++
		stream = stream || e.name == stdinName
		bytes += max(0, sizeOf(e))
	}
	if stream {
		return files, 0
	}
	return files, bytes
}

func newProgress(w io.Writer, files int, bytes int64, read *atomic.Int64) *progress {
	p := &progress{w: w, files: files, bytes: bytes, read: read, quit: make(chan struct{})}
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
	line := fmt.Sprintf("promptcheck: %s%d of %d files, %d checked", p.bar(), p.filesDone, p.files, p.checked)
	fmt.Fprint(p.w, "\r"+line+strings.Repeat(" ", max(0, p.shown-len(line))))
	p.shown = len(line)
}

// bar draws how much of the bytes was read.
func (p *progress) bar() string {
	if p.bytes <= 0 {
		return ""
	}
	const width = 20
	share := min(1, float64(p.read.Load())/float64(p.bytes)) // a file may grow
	done := int(share * width)
	return fmt.Sprintf("[%s%s] %d %%, ", strings.Repeat("=", done), strings.Repeat(" ", width-done), int(share*100))
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
