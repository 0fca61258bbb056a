package bpe

// cacheSlots is the number of entries of a cache. It is a power of two, and
// small enough for the cache to stay in the processor's own.
const (
	cacheBits  = 13
	cacheSlots = 1 << cacheBits
)

// A cache remembers the counts of pieces of up to midMax bytes, but for those
// that known holds. Each piece has one slot, the last one wins. So the cache cannot
// grow, and text made to defeat it only makes it useless.
type cache struct {
	entries [cacheSlots]cacheEntry
}

type cacheEntry struct {
	head, tail uint64
	size       uint32 // the length in bytes; 0 marks a free slot
	count      uint32
}

// slot returns the slot of a piece. The keys are those of vocab.find.
func (c *cache) slot(head, tail uint64, n int) *cacheEntry {
	return &c.entries[hashMid(head, tail, n)>>(64-cacheBits)]
}

// knownSlots is the number of entries of known, a power of two. At 128 kB it
// fits the processor's second cache with room to spare.
const (
	knownBits  = 14
	knownSlots = 1 << knownBits
)

// known remembers pieces of up to seven bytes that are tokens: the bytes in the
// low part of a word, the length in the highest byte. It is a smaller and so
// faster copy of what the vocabulary's own table says, filled as texts are
// counted; each piece has one slot, the last one wins.
type known [knownSlots]uint64

// slot returns the slot of a key.
func (k *known) slot(key uint64) *uint64 { return &k[key*mulA>>(64-knownBits)] }
