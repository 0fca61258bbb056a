package bpe

import "encoding/binary"

// smallMax is the longest piece, in bytes, that is merged in place on the
// stack. Searching the lowest rank again after each merge takes quadratic
// time, which up to here is faster than anything cleverer.
const smallMax = 24

// smallPiece is the work space of mergeSmall.
type smallPiece struct {
	text  [smallMax + 8]byte
	start [smallMax + 2]uint8  // where token k begins
	token [smallMax + 1]uint32 // token k
	merge [smallMax + 1]uint32 // what token[k] and token[k+1] merge to
}

// mergeWords is mergeSmall for the two words of a key; t is nil or the trie.
func (v *vocab) mergeWords(w *smallPiece, t *trie, head, tail uint64) int {
	binary.LittleEndian.PutUint64(w.text[:], head)
	binary.LittleEndian.PutUint64(w.text[8:], tail)
	if t != nil {
		return v.mergePairs(w, &t.pairs, int(tail>>56))
	}
	return v.mergeText(w, int(tail>>56))
}

// mergeSmall encodes s[i:end], which has at most smallMax bytes, by the
// definition of byte-pair encoding: as long as the bytes of two neighbours are
// together a token, merge those with the lowest rank, the leftmost first. The
// tokens are in w.token; the result is their number.
func (v *vocab) mergeSmall(w *smallPiece, s string, i, end int) int {
	return v.mergeText(w, copy(w.text[:], s[i:end]))
}

// mergePairs is mergeText by the tokens themselves, which takes less time than by
// their texts, but the table of pairs, which comes with the trie.
func (v *vocab) mergePairs(w *smallPiece, pairs *pairTable, n int) int {
	for k := range n {
		w.token[k] = uint32(w.text[k])
		if k > 0 {
			w.merge[k-1] = v.twos.find(w.text[k-1], w.text[k])
		}
	}
	for n > 1 {
		best, at := lowest(w.merge[:n-1])
		if best == none {
			break
		}
		w.token[at] = best
		n--
		for k := at + 1; k < n; k++ {
			w.token[k], w.merge[k-1] = w.token[k+1], w.merge[k]
		}
		if at > 0 {
			w.merge[at-1] = pairs.find(w.token[at-1], best)
		}
		if at+1 < n {
			w.merge[at] = pairs.find(best, w.token[at+1])
		}
	}
	return n
}

// mergeText is mergeSmall for the first bytes of w.text.
func (v *vocab) mergeText(w *smallPiece, n int) int {
	for k := range n {
		w.start[k], w.token[k] = uint8(k), uint32(w.text[k])
		if k > 0 {
			w.merge[k-1] = v.twos.find(w.text[k-1], w.text[k])
		}
	}
	w.start[n] = uint8(n)
	for n > 1 {
		best, at := lowest(w.merge[:n-1])
		if best == none {
			break
		}
		w.token[at] = best
		// Close the gap. For so few elements a loop is faster than copy.
		n--
		for k := at + 1; k < n; k++ {
			w.start[k], w.token[k], w.merge[k-1] = w.start[k+1], w.token[k+1], w.merge[k]
		}
		w.start[n] = w.start[n+1]
		if at > 0 {
			w.merge[at-1] = v.findPart(w, w.start[at-1], w.start[at+1])
		}
		if at+1 < n {
			w.merge[at] = v.findPart(w, w.start[at], w.start[at+2])
		}
	}
	return n
}

// lowest returns the least of some merges and where it is first. Both are put into
// one number, so that the processor need not foretell which is less.
func lowest(merges []uint32) (best uint32, at int) {
	low := ^uint64(0)
	for k, m := range merges {
		low = min(low, uint64(m)<<8|uint64(k))
	}
	return uint32(low >> 8), int(low & 0xFF)
}

// findPart returns the token of a part of w.text, or none.
func (v *vocab) findPart(w *smallPiece, from, to uint8) uint32 {
	n := int(to - from)
	if n > midMax {
		if n > v.longest {
			return none
		}
		return v.findLong(string(w.text[from:to]))
	}
	head := binary.LittleEndian.Uint64(w.text[from:])
	if n <= shortMax {
		return v.findShort(shortKey(head, n))
	}
	tail := midTail(binary.LittleEndian.Uint64(w.text[to-8:])>>(8*uint(midMax+1-n)), n)
	return v.findMid(hashMid(head, tail), head, tail)
}

// mergeKey is mergeWords for a key of one word.
func (v *vocab) mergeKey(w *smallPiece, t *trie, key uint64) int {
	binary.LittleEndian.PutUint64(w.text[:], key)
	if t != nil {
		return v.mergePairs(w, &t.pairs, int(key>>56))
	}
	return v.mergeText(w, int(key>>56))
}
