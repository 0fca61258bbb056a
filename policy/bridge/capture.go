package bridge

import (
	"errors"
	"io"
	"os"
	"sync"
)

// capture keeps the first bytes of a stream. Once it is full it either goes on
// reading and counts, or says so.
type capture struct {
	mu      sync.Mutex
	kept    []byte
	max     int
	dropped int64
	err     error // why reading ended, nil at the end of the stream
	full    func()
	done    chan struct{}
}

// chunk is how much is read at once, in bytes.
const chunk = 32 << 10

// read fills the capture from r in a goroutine of its own. full, when not nil,
// is called once when more than max bytes came.
func read(r io.Reader, max int, full func()) *capture {
	c := &capture{max: max, full: full, done: make(chan struct{})}
	go c.loop(r)
	return c
}

func (c *capture) loop(r io.Reader) {
	defer close(c.done)
	buf := make([]byte, chunk)
	for {
		n, err := r.Read(buf)
		c.add(buf[:n])
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.mu.Lock()
				c.err = err
				c.mu.Unlock()
			}
			return
		}
	}
}

func (c *capture) add(b []byte) {
	c.mu.Lock()
	room := min(c.max-len(c.kept), len(b))
	c.kept = append(c.kept, b[:room]...)
	before := c.dropped
	c.dropped += int64(len(b) - room)
	overflow := before == 0 && c.dropped > 0
	c.mu.Unlock()
	if overflow && c.full != nil {
		c.full()
	}
}

// take returns what was kept since the last call, and how many bytes were not.
func (c *capture) take() (kept []byte, dropped int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, dropped = c.kept, c.dropped
	c.kept, c.dropped = nil, 0
	return kept, dropped
}

// broken reports whether the stream was cut off from our side, which means that
// somebody still held it open.
func (c *capture) broken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return errors.Is(c.err, os.ErrClosed)
}
