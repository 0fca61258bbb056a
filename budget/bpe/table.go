package bpe

import "math/bits"

// The tables here are hash tables with open addressing and linear probing,
// built once and only read afterwards. They hold no pointers. None is more
// than two thirds full, so a probe that fails ends soon; the keys come from the
// vocabulary and not from the text, so no text can make a chain longer.

const (
	shortMax = 8  // bytes in the key of a shortTable
	midMax   = 16 // bytes in the key of a midTable
)

// The multipliers are odd with well spread bits (from the fractional parts of
// the golden ratio and of pi); only the high bits of the products are used.
const (
	mulA = 0x9E3779B97F4A7C15
	mulB = 0x243F6A8885A308D3
)

// tableSize returns the number of slots for n entries and the shift that turns
// a 64-bit hash into a slot.
func tableSize(n int) (slots int, shift uint8) {
	log := max(bits.Len(uint(n+n/2)), 4)
	return 1 << log, uint8(64 - log)
}

// shortTable maps texts of one to eight bytes to tokens.
type shortTable struct {
	entries []shortEntry
	mask    uint64
	shift   uint8
}

type shortEntry struct {
	key   uint64 // the bytes, padded with zeros
	token uint32
	size  uint32 // the length in bytes; 0 marks a free slot
}

// shortKey returns the bytes s[i:end], eight at most, padded with zeros.
func shortKey(s string, i, end int) uint64 {
	n := end - i
	if i+8 <= len(s) {
		return load64(s, i) & (^uint64(0) >> (64 - 8*uint(n)))
	}
	if end >= 8 {
		return load64(s, end-8) >> (64 - 8*uint(n))
	}
	var key uint64
	for k := n - 1; k >= 0; k-- {
		key = key<<8 | uint64(s[i+k])
	}
	return key
}

func hashShort(key uint64, n int) uint64 { return (key ^ uint64(n)<<56) * mulA }

func (t *shortTable) init(n int) {
	slots, shift := tableSize(n)
	t.entries, t.mask, t.shift = make([]shortEntry, slots), uint64(slots-1), shift
}

func (t *shortTable) add(key uint64, n int, token uint32) {
	at := hashShort(key, n) >> t.shift
	for t.entries[at].size != 0 {
		at = (at + 1) & t.mask
	}
	t.entries[at] = shortEntry{key, token, uint32(n)}
}

func (t *shortTable) find(key uint64, n int) uint32 {
	for at := hashShort(key, n) >> t.shift; ; at = (at + 1) & t.mask {
		e := &t.entries[at&uint64(len(t.entries)-1)]
		if e.key == key && e.size == uint32(n) {
			return e.token
		}
		if e.size == 0 {
			return none
		}
	}
}

// midTable maps texts of nine to sixteen bytes to tokens. The key is the first
// eight bytes and the last eight, which together with the length are the text.
type midTable struct {
	entries []midEntry
	mask    uint64
	shift   uint8
}

type midEntry struct {
	head, tail uint64
	token      uint32
	size       uint32 // the length in bytes; 0 marks a free slot
}

func hashMid(head, tail uint64, n int) uint64 {
	return (head*mulB ^ bits.RotateLeft64(tail, 31) ^ uint64(n)) * mulA
}

func (t *midTable) init(n int) {
	slots, shift := tableSize(n)
	t.entries, t.mask, t.shift = make([]midEntry, slots), uint64(slots-1), shift
}

func (t *midTable) add(head, tail uint64, n int, token uint32) {
	at := hashMid(head, tail, n) >> t.shift
	for t.entries[at].size != 0 {
		at = (at + 1) & t.mask
	}
	t.entries[at] = midEntry{head, tail, token, uint32(n)}
}

func (t *midTable) find(head, tail uint64, n int) uint32 {
	for at := hashMid(head, tail, n) >> t.shift; ; at = (at + 1) & t.mask {
		e := &t.entries[at]
		if e.head == head && e.tail == tail && e.size == uint32(n) {
			return e.token
		}
		if e.size == 0 {
			return none
		}
	}
}

// longTable maps hashes of longer texts to tokens. The text is compared too.
type longTable struct {
	entries []longEntry
	mask    uint64
	shift   uint8
}

// A free slot has token 0, which is a single byte and never here.
type longEntry struct {
	hash  uint64
	token uint32
}

// hashLong hashes a text of at least eight bytes.
func hashLong(s string) uint64 {
	h := uint64(len(s))
	for i := 0; i+8 <= len(s); i += 8 {
		h = bits.RotateLeft64((h^load64(s, i))*mulA, 29)
	}
	return (h ^ load64(s, len(s)-8)) * mulB
}

func (t *longTable) init(n int) {
	slots, shift := tableSize(n)
	t.entries, t.mask, t.shift = make([]longEntry, slots), uint64(slots-1), shift
}

func (t *longTable) add(hash uint64, token uint32) {
	at := hash >> t.shift
	for t.entries[at].token != 0 {
		at = (at + 1) & t.mask
	}
	t.entries[at] = longEntry{hash, token}
}

// pairTable maps two tokens to the token they merge to. An entry packs all
// three, tokenBits each; a free slot is 0, which no merge has, because its
// token is at least firstMerge.
//
// Most pairs asked for do not merge. The filter, one bit a hash, answers for
// nine in ten of them from the processor's nearer caches.
//
// Pairs of single bytes, with which every merging begins, have a table of their
// own.
type pairTable struct {
	bytes   []uint32 // by left * 256 + right: the token, or none
	filter  []uint64
	entries []uint64
	mask    uint64
	shift   uint8
}

// filterBits is the size of the filter as a power of two. At 256 kB it stays
// near the processor; 200,000 merges set a tenth of the bits.
const filterBits = 21

const (
	tokenBits = 20 // MaxTokens is 1 << tokenBits
	tokenMask = 1<<tokenBits - 1
)

func (t *pairTable) init(n int) {
	slots, shift := tableSize(n)
	t.entries, t.mask, t.shift = make([]uint64, slots), uint64(slots-1), shift
	t.filter = make([]uint64, 1<<(filterBits-6))
	t.bytes = make([]uint32, firstMerge*firstMerge)
	for i := range t.bytes {
		t.bytes[i] = none
	}
}

// ofBytes returns the token that two bytes merge to, or none.
func (t *pairTable) ofBytes(left, right byte) uint32 {
	return t.bytes[uint(left)<<8|uint(right)]
}

func (t *pairTable) add(p split, token uint32) {
	if p.left < firstMerge && p.right < firstMerge {
		t.bytes[p.left<<8|p.right] = token
	}
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
