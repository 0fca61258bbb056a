package bpe

import "math/bits"

// A text of up to shortMax bytes has one word for its key: its bytes, padded
// with zeros, and its length in the highest byte. One of up to midMax bytes has
// two: its first eight bytes; the others with the length in the same way.
// The four highest bits are always free.
const (
	shortMax = 7
	midMax   = 15
)

// shortKey returns the key of the first n bytes of a word.
func shortKey(word uint64, n int) uint64 {
	return word&(1<<(8*uint(n))-1) | uint64(n)<<56
}

// midTail returns the second word of the key of n bytes, of which those behind the
// first eight are the lowest of word.
func midTail(word uint64, n int) uint64 {
	return word&(1<<(8*uint(n-8))-1) | uint64(n)<<56
}

func hashShort(key uint64) uint64 { return key * mulA }

func hashMid(head, tail uint64) uint64 {
	return (head*mulB ^ bits.RotateLeft64(tail, 31)) * mulA
}

// hashLong hashes a text of at least eight bytes.
func hashLong(s string) uint64 {
	h := uint64(len(s))
	for i := 0; i+8 <= len(s); i += 8 {
		h = bits.RotateLeft64((h^load64(s, i))*mulA, 29)
	}
	return (h ^ load64(s, len(s)-8)) * mulB
}

// keyAt returns the key of s[i:end], which has shortMax bytes at most.
func keyAt(s string, i, end int) uint64 {
	n := end - i
	if i+8 <= len(s) {
		return shortKey(load64(s, i), n)
	}
	if end >= 8 {
		return shortKey(load64(s, end-8)>>(64-8*uint(n)), n)
	}
	var bytes uint64
	for k := n - 1; k >= 0; k-- {
		bytes = bytes<<8 | uint64(s[i+k])
	}
	return shortKey(bytes, n)
}

// pairAt returns the two words of the key of s[i:end], which has more than
// shortMax and midMax bytes at most.
func pairAt(s string, i, end int) (head, tail uint64) {
	n := end - i
	return load64(s, i), midTail(load64(s, end-8)>>(8*uint(midMax+1-n)), n)
}

// hashText hashes a text of any length.
func hashText(s string) uint64 {
	switch n := len(s); {
	case n <= shortMax:
		return hashShort(keyAt(s, 0, n))
	case n <= midMax:
		return hashMid(pairAt(s, 0, n))
	default:
		return hashLong(s)
	}
}
