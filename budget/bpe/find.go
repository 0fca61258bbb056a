package bpe

import (
	"encoding/binary"
	"math/bits"
)

// find returns the token whose bytes are s[i:end], or none.
func (v *vocab) find(s string, i, end int) uint32 {
	n := end - i
	switch {
	case n <= shortMax:
		return v.findShort(keyAt(s, i, end))
	case n <= midMax:
		head, tail := pairAt(s, i, end)
		return v.findMid(hashMid(head, tail), head, tail)
	case n > v.longest:
		return none
	default:
		return v.findLong(s[i:end])
	}
}

// The three that follow do the same for keys of different sizes. That a mark
// matches says nearly always that the text does, so the processor goes on with
// the token before it has seen the text.

// findShort is find by a key of one word.
func (v *vocab) findShort(key uint64) uint32 {
	size := uint32(key >> 56)
	if size == 1 {
		return uint32(key & 0xFF)
	}
	hash := hashShort(key)
	m := mark(hash)
	at, _ := bits.Mul64(hash, v.texts.buckets)
	for {
		b, found, second := v.texts.look(at, m)
		for k := 0; ; found &= found - 1 {
			if found == 0 {
				if k != 0 || second == 0 {
					break
				}
				k, found = 8, second
			}
			t := token(b, k+bits.TrailingZeros64(found)>>3)
			from := v.start(t)
			if v.start(t+1)-from == size && shortKey(binary.LittleEndian.Uint64(v.bytes[from:]), int(size)) == key {
				return t
			}
		}
		if b[bucketEntries-1] == 0 {
			return none
		}
		at = v.texts.next(at)
	}
}

// findMid is find by a key of two words and its hash.
func (v *vocab) findMid(hash, head, tail uint64) uint32 {
	size := uint32(tail >> 56)
	m := mark(hash)
	at, _ := bits.Mul64(hash, v.texts.buckets)
	for {
		b, found, second := v.texts.look(at, m)
		for k := 0; ; found &= found - 1 {
			if found == 0 {
				if k != 0 || second == 0 {
					break
				}
				k, found = 8, second
			}
			t := token(b, k+bits.TrailingZeros64(found)>>3)
			from := v.start(t)
			wide := v.bytes[from : from+textSlack]
			if v.start(t+1)-from == size && binary.LittleEndian.Uint64(wide) == head &&
				midTail(binary.LittleEndian.Uint64(wide[8:]), int(size)) == tail {
				return t
			}
		}
		if b[bucketEntries-1] == 0 {
			return none
		}
		at = v.texts.next(at)
	}
}

// findLong is find for what has no key.
func (v *vocab) findLong(s string) uint32 {
	hash := hashLong(s)
	m := mark(hash)
	at, _ := bits.Mul64(hash, v.texts.buckets)
	for {
		b, found, second := v.texts.look(at, m)
		for k := 0; ; found &= found - 1 {
			if found == 0 {
				if k != 0 || second == 0 {
					break
				}
				k, found = 8, second
			}
			t := token(b, k+bits.TrailingZeros64(found)>>3)
			if string(v.text(t)) == s {
				return t
			}
		}
		if b[bucketEntries-1] == 0 {
			return none
		}
		at = v.texts.next(at)
	}
}
