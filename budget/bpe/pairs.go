package bpe

// pairTable maps two tokens to the token they merge to. An entry packs all
// three, tokenBits each; a free slot is 0, which no merge has, because its
// token is at least firstMerge. It works like the tables of table.go. Only
// long pieces need it.
//
// Most pairs asked for do not merge. The filter, one bit a hash, answers for
// nine in ten of them from the processor's nearer caches.
type pairTable struct {
	filter  []uint64
	entries []uint64
	mask    uint64
	shift   uint8
}

// filterBits is the size of the filter as a power of two. At 256 kB it stays
// near the processor; 200,000 merges set a tenth of the bits.
const filterBits = 21

// newPairs enters the parts of all tokens that merges make.
func newPairs(splits []split) pairTable {
	slots, shift := tableSize(len(splits))
	t := pairTable{
		entries: make([]uint64, slots), mask: uint64(slots - 1), shift: shift,
		filter: make([]uint64, 1<<(filterBits-6)),
	}
	for token := firstMerge; token < len(splits); token++ {
		if p := splits[token]; p.left != uint32(token) {
			t.add(p, uint32(token))
		}
	}
	return t
}

func (t *pairTable) add(p split, token uint32) {
	key := uint64(p.left)<<tokenBits | uint64(p.right)
	hash := key * mulA
	bit := hash >> (64 - filterBits)
	t.filter[bit>>6] |= 1 << (bit & 63)
	at := hash >> t.shift
	for t.entries[at] != 0 {
		at = (at + 1) & t.mask
	}
	t.entries[at] = key<<tokenBits | uint64(token)
}

// find returns the token that left and right merge to, or none.
func (t *pairTable) find(left, right uint32) uint32 {
	key := uint64(left)<<tokenBits | uint64(right)
	hash := key * mulA
	bit := hash >> (64 - filterBits)
	if t.filter[bit>>6&(1<<(filterBits-6)-1)]>>(bit&63)&1 == 0 {
		return none
	}
	return t.probe(key, hash)
}

// probe looks for a pair that the filter let through.
func (t *pairTable) probe(key, hash uint64) uint32 {
	for at := hash >> t.shift; ; at = (at + 1) & t.mask {
		e := t.entries[at]
		if e>>tokenBits == key && e != 0 {
			return uint32(e & tokenMask)
		}
		if e == 0 {
			return none
		}
	}
}
