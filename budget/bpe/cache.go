package bpe

// Pieces that have been counted are remembered, in tables that have one slot for
// each piece, where the last one wins. So they cannot grow, and text made to
// defeat them only makes them useless. They are small enough to stay in the
// processor's own caches, and slots are exact: they hold the whole piece.

// shortCache remembers pieces of up to shortMax bytes: the key with the count in
// the four highest bits, which the key leaves free.
type shortCache [1 << shortCacheBits]uint64

// midCache remembers pieces of up to midMax bytes that are longer, in the same way.
type midCache [1 << midCacheBits][2]uint64

const (
	shortCacheBits = 14
	midCacheBits   = 12
	countShift     = 60
	keyMask        = 1<<countShift - 1
)

// slot returns the slot of the key with this hash.
func (c *shortCache) slot(hash uint64) *uint64 { return &c[hash>>(64-shortCacheBits)] }

// slot returns the slot of the key with this hash.
func (c *midCache) slot(hash uint64) *[2]uint64 { return &c[hash>>(64-midCacheBits)] }
