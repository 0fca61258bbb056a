package bpe

import (
	"encoding/binary"
	"math/bits"
)

// merges says of each token from which two it is merged. A token's parts have
// lower numbers than it has, so each takes as many bits as the token's own
// number; the two parts of all tokens in order, the lowest bits first, are one
// string of bits. It is read where it is needed and never unpacked: the place
// of a token follows from its number. mergesSlack zero bytes end it, so that
// eight bytes can be read at the place of any token.
//
// A token that no merges make has itself for both parts.
type merges string

// mergesSlack is how many bytes follow the last bit.
const mergesSlack = 8

// split holds the two tokens that a token is merged from.
type split struct{ left, right uint32 }

// mergePlace gives, by the bits of a token's number, what to add to 2*bits times
// the number for the place of the token. Before the first token of so many bits,
// which is 1<<(bits-1), there are 1<<(w-1) tokens of each w from 9 on that have 2*w
// bits of parts; the sum of w<<w up to bits-1 is (bits-2)<<bits - 7<<9.
func mergePlace(bits int) int64 { return -2<<bits - 7<<9 }

// mergesLen returns the length of the merges of n tokens in bytes.
func mergesLen(n int) int {
	width := min(bits.Len(uint(n)), tokenBits)
	if n < firstMerge {
		return mergesSlack
	}
	end := mergePlace(width) + int64(n)*2*int64(width)
	return int((end+7)/8) + mergesSlack
}

// of returns the parts of token t, which is at least firstMerge.
func (m merges) of(t uint32) split {
	width := bits.Len32(t)
	return m.at(mergePlace(width)+int64(t)*2*int64(width), width)
}

// at returns the parts at a place, which have so many bits each.
func (m merges) at(place int64, width int) split {
	x := load64(string(m), int(place>>3)) >> (place & 7)
	return split{uint32(x & (1<<(width&63) - 1)), uint32(x >> (width & 63) & (1<<(width&63) - 1))}
}

// packMerges writes merges down, those of the tokens from firstMerge on.
func packMerges(parts []split) merges {
	out := make([]byte, mergesLen(firstMerge+len(parts)))
	for i, p := range parts {
		t := uint32(firstMerge + i)
		width := bits.Len32(t)
		at := mergePlace(width) + int64(t)*2*int64(width)
		x := uint64(p.left) | uint64(p.right)<<width
		place := out[at>>3:]
		binary.LittleEndian.PutUint64(place, binary.LittleEndian.Uint64(place)|x<<(at&7))
	}
	return merges(out)
}
