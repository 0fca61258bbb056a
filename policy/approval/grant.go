package approval

import (
	"sync/atomic"
	"time"
)

// Grant is a yes to one request. It is safe for concurrent use.
type Grant struct {
	binding Binding
	expires time.Time
	now     func() time.Time
	used    atomic.Bool
}

// Use spends the grant on the request that is about to happen. It returns nil
// exactly once, for the request that was approved, before the expiry. An attempt
// for another request spends it, too: after that nothing is certain.
func (g *Grant) Use(b Binding) error {
	switch {
	case g == nil || g.now == nil:
		return fail(CodeDenied, "there is no grant", nil)
	case g.used.Swap(true):
		return fail(CodeUsed, "the grant was used before", nil)
	case g.binding != b:
		return fail(CodeOther, "the grant is for another request, session, place or provenance", nil)
	case !g.now().Before(g.expires):
		return fail(CodeExpired, "the grant has expired", nil)
	}
	return nil
}
