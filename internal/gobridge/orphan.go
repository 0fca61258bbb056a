package gobridge

import (
	"context"
	"time"
)

// orphanPoll is how often a bridge looks whether its host is there. A host that
// ends by itself ends its bridges; one that was killed cannot, and what runs here
// may have no end of its own. On Linux the kernel ends the bridge before it looks,
// unless it was started by something else than a host.
const orphanPoll = time.Second

// whileParent returns a context that is done when the parent of this process is
// another than it was. stop must be called.
func whileParent(ctx context.Context, parent func() int, every time.Duration) (_ context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(ctx)
	first := parent()
	go func() {
		defer stop()
		tick := time.NewTicker(every)
		defer tick.Stop()
		for parent() == first {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, stop
}
