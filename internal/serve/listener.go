package serve

import (
	"net"
	"sync"
)

// limitedListener accepts no more than a number of connections at once, so that
// slow clients cost a bounded number of goroutines and file descriptors.
type limitedListener struct {
	net.Listener
	free   chan struct{}
	closed chan struct{}
	once   sync.Once
}

func newLimitedListener(l net.Listener, n int) *limitedListener {
	return &limitedListener{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{})}
}

// Accept waits until there is room, then for a connection.
func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.free <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &limitedConn{Conn: c, release: func() { <-l.free }}, nil
}

// Close also wakes an Accept that waits for room.
func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// limitedConn gives its room back once.
type limitedConn struct {
	net.Conn
	once    sync.Once
	release func()
}

// Close closes the connection.
func (c *limitedConn) Close() error {
	defer c.once.Do(c.release)
	return c.Conn.Close()
}
