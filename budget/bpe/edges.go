package bpe

// edgeTable holds the edges of a trie. An edge begins at a node whose depth is a
// multiple of block, and goes down by one byte to block bytes; every other node
// has one edge from the last such node above it. So a walk takes block bytes at
// a time, and up to three more lookups at its end.
//
// The table works like those of table.go, with a filter like the one of
// pairTable, and is fuller than they are. A free slot leads to node 0, which no
// edge leads to, because it is the byte 0x00.
type edgeTable struct {
	filter  []uint64
	entries []edgeEntry
	mask    uint64
	shift   uint8
}

// block is the number of bytes that an edge spans at most.
const block = 4

type edgeEntry struct {
	bytes uint32 // the bytes on the way, the first in the lowest bits
	from  uint32 // the upper node times block, plus the number of bytes less one
	to    uint32
}

// edgeFilterBits is the size of the filter as a power of two: ten bits for each
// of the 420,000 nodes of o200k_base.
const edgeFilterBits = 22

func hashEdge(from, bytes uint32) uint64 {
	x := uint64(from)<<32 | uint64(bytes)
	x = (x ^ x>>29) * mulB
	return (x ^ x>>32) * mulA
}

func (t *edgeTable) init(slots int, shift uint8) {
	t.entries, t.mask, t.shift = make([]edgeEntry, slots), uint64(slots-1), shift
	if t.filter == nil {
		t.filter = make([]uint64, 1<<(edgeFilterBits-6))
	}
}

// find returns the node n bytes below the node from, or 0. The bytes above the
// first n are zero.
func (t *edgeTable) find(from, bytes uint32, n int) uint32 {
	from = from*block + uint32(n-1)
	hash := hashEdge(from, bytes)
	bit := hash >> (64 - edgeFilterBits)
	if t.filter[bit>>6&(1<<(edgeFilterBits-6)-1)]>>(bit&63)&1 == 0 {
		return 0
	}
	return t.probe(from, bytes, hash)
}

// probe looks for an edge that the filter let through.
func (t *edgeTable) probe(from, bytes uint32, hash uint64) uint32 {
	for at := hash >> t.shift; ; at = (at + 1) & t.mask {
		e := &t.entries[at]
		if e.to == 0 || e.from == from && e.bytes == bytes {
			return e.to
		}
	}
}

func (t *edgeTable) add(from, bytes uint32, n int, to uint32) {
	t.put(edgeEntry{bytes, from*block + uint32(n-1), to})
}

func (t *edgeTable) put(e edgeEntry) {
	hash := hashEdge(e.from, e.bytes)
	bit := hash >> (64 - edgeFilterBits)
	t.filter[bit>>6] |= 1 << (bit & 63)
	at := hash >> t.shift
	for t.entries[at].to != 0 {
		at = (at + 1) & t.mask
	}
	t.entries[at] = e
}

// grow doubles the table, whose size is known only at the end.
func (t *edgeTable) grow() {
	old := t.entries
	t.init(2*len(old), t.shift-1)
	for _, e := range old {
		if e.to != 0 {
			t.put(e)
		}
	}
}
