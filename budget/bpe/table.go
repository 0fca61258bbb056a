package bpe

import (
	"encoding/binary"
	"math/bits"
)

// The tables of this package are hash tables, built once and only read
// afterwards. They hold no pointers. The keys come from the vocabulary and not
// from the text, so no text can make a search longer.

// The multipliers are odd with well spread bits (from the fractional parts of
// the golden ratio and of pi); only the high bits of the products are used.
const (
	mulA = 0x9E3779B97F4A7C15
	mulB = 0x243F6A8885A308D3
)

// tableSize returns the number of slots for n entries and the shift that turns
// a 64-bit hash into a slot. The table is two thirds full at most.
func tableSize(n int) (slots int, shift uint8) {
	log := max(bits.Len(uint(n+n/2)), 4)
	return 1 << log, uint8(64 - log)
}

// textTable finds tokens by hashes of their texts. The texts themselves are not
// in it, so what it finds has to be compared. What the table takes of the
// processor's caches decides how fast text is counted that has not been seen
// before, and every page of memory costs when a vocabulary is loaded.
//
// It consists of buckets of one cache line each: a byte for each of sixteen
// entries, taken from the hash, then the sixteen tokens, three bytes each. A byte
// of 0 marks a free entry, and entries are taken from the first to the last. What
// a full bucket has no room for is in the next one.
type textTable struct {
	memory  []byte
	buckets uint64
}

const (
	bucketBytes   = 64
	bucketEntries = 16
	bucketFill    = 10 // entries to make a bucket for
)

func (t *textTable) init(n int) {
	t.buckets = uint64(n/bucketFill + 2)
	t.memory = make([]byte, t.buckets*bucketBytes)
}

// mark returns the byte of a hash. The upper bits of a hash choose the bucket.
func mark(hash uint64) uint64 { return max(hash>>40&0xFF, 1) }

// add enters a token by the hash of its text.
func (t *textTable) add(hash uint64, token uint32) {
	at, _ := bits.Mul64(hash, t.buckets)
	for ; ; at++ {
		if at >= t.buckets {
			at = 0
		}
		b := t.memory[at*bucketBytes:][:bucketBytes]
		if b[bucketEntries-1] != 0 {
			continue
		}
		k := freeMark(binary.LittleEndian.Uint64(b))
		if k == 8 {
			k += freeMark(binary.LittleEndian.Uint64(b[8:]))
		}
		b[k] = byte(mark(hash))
		b[bucketEntries+3*k] = byte(token)
		b[bucketEntries+3*k+1] = byte(token >> 8)
		b[bucketEntries+3*k+2] = byte(token >> 16)
		return
	}
}

// freeMark returns the number of the first byte of a word that is 0, or 8. The
// bytes after it are 0 too.
func freeMark(word uint64) int { return (bits.Len64(word) + 7) / 8 }

// matches has the high bit set in each byte of word that is equal to m. It may be
// set in others above those.
func matches(word, m uint64) uint64 {
	x := word ^ m*lows
	return (x - lows) &^ x & highs
}

// look returns the bucket at a place, and in the high bits of two words which of
// its entries have this mark: the first eight, then the others.
func (t *textTable) look(at, m uint64) (b *[bucketBytes]byte, first, second uint64) {
	b = (*[bucketBytes]byte)(t.memory[at*bucketBytes:])
	return b, matches(binary.LittleEndian.Uint64(b[:]), m), matches(binary.LittleEndian.Uint64(b[8:]), m)
}

// token returns the token of entry k.
func token(b *[bucketBytes]byte, k int) uint32 {
	return binary.LittleEndian.Uint32(b[bucketEntries-1+3*k:]) >> 8
}

// next returns the place after one.
func (t *textTable) next(at uint64) uint64 {
	if at++; at < t.buckets {
		return at
	}
	return 0
}
