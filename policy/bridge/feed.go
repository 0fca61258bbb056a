package bridge

import "io"

// feed is the output of a persistent bridge, read ahead by at most two chunks so
// that output between calls is noticed, and no further.
type feed struct {
	chunks chan []byte
	rest   []byte // of the chunk that is being read
	quit   chan struct{}
	done   chan struct{}
}

func newFeed(r io.Reader) *feed {
	f := &feed{chunks: make(chan []byte), quit: make(chan struct{}), done: make(chan struct{})}
	go f.pump(r)
	return f
}

// pump reads into two buffers in turn. A chunk is handed over only when the one
// before it was used up, so the buffer being filled is free.
func (f *feed) pump(r io.Reader) {
	defer close(f.done)
	defer close(f.chunks)
	var buffers [2][]byte
	for i := 0; ; i ^= 1 {
		if buffers[i] == nil {
			buffers[i] = make([]byte, chunk)
		}
		n, err := r.Read(buffers[i])
		if n > 0 {
			select {
			case f.chunks <- buffers[i][:n]:
			case <-f.quit:
				return
			}
		}
		if err != nil {
			return // what cannot be read any more has ended
		}
	}
}

// Read implements [io.Reader].
func (f *feed) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		next, ok := <-f.chunks
		if !ok {
			return 0, io.EOF
		}
		f.rest = next
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// pending reports whether there is output that nobody asked for.
func (f *feed) pending() bool {
	if len(f.rest) > 0 {
		return true
	}
	select {
	case next, ok := <-f.chunks:
		f.rest = next
		return ok
	default:
		return false
	}
}

// stop ends the pump, whose reader must have ended or been closed.
func (f *feed) stop() {
	close(f.quit)
	<-f.done
}
