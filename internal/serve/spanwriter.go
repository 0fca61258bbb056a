package serve

import (
	"errors"
	"io"
	"sync"
)

// spanQueue is how many spans wait for the file. A slow disk costs spans, which
// are counted, and never a request's time.
const spanQueue = 1024

// spanWriter writes spans from one goroutine.
type spanWriter struct {
	w       io.Writer
	version string
	metrics *metrics

	mu     sync.Mutex // guards queue against use after close
	closed bool
	queue  chan otlpSpan
	done   chan struct{}
	failed error // written by the goroutine before done
}

// newSpanWriter starts the goroutine; without a writer there is none, and the
// spanWriter is nil.
func newSpanWriter(w io.Writer, version string, m *metrics) *spanWriter {
	if w == nil {
		return nil
	}
	s := &spanWriter{w: w, version: version, metrics: m, queue: make(chan otlpSpan, spanQueue), done: make(chan struct{})}
	go s.run()
	return s
}

// run writes until the queue is closed. After an error it writes nothing more:
// half a line could be there already.
func (s *spanWriter) run() {
	defer close(s.done)
	for sp := range s.queue {
		if s.failed != nil {
			s.metrics.drop()
			continue
		}
		b, err := line(sp, s.version)
		if err == nil {
			_, err = s.w.Write(b)
		}
		if err != nil {
			s.failed = err
			s.metrics.drop()
		}
	}
}

// put queues a span, or drops it.
func (s *spanWriter) put(sp otlpSpan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		s.metrics.drop()
		return
	}
	select {
	case s.queue <- sp:
	default:
		s.metrics.drop()
	}
}

// errSpans says that spans are missing, without the words of the system.
var errSpans = errors.New("serve: not all spans could be written")

// close writes what is queued and returns whether that succeeded.
func (s *spanWriter) close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	already := s.closed
	s.closed = true
	if !already {
		close(s.queue)
	}
	s.mu.Unlock()
	<-s.done
	if s.failed != nil {
		return errors.Join(errSpans, s.failed)
	}
	return nil
}
