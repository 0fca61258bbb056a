package gobridge

import (
	"sync/atomic"
	"testing"
	"time"
)

// What a bridge runs ends when the host was killed, and not before.
func TestEndsWithItsHost(t *testing.T) {
	var parent atomic.Int64
	parent.Store(7)
	looked := make(chan struct{}, 1)
	look := func() int {
		select {
		case looked <- struct{}{}:
		default:
		}
		return int(parent.Load())
	}
	ctx, stop := whileParent(t.Context(), look, time.Millisecond)
	defer stop()
	for range 4 {
		<-looked
	}
	if ctx.Err() != nil {
		t.Fatal("it ended with a host that lives")
	}
	parent.Store(1)
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
		t.Fatal("it outlives its host")
	}
	ctx, stop = whileParent(t.Context(), look, time.Hour)
	stop()
	<-ctx.Done()
}
