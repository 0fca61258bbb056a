package bpe

// smallMax is the longest piece, in bytes, that is merged in place on the
// stack. Searching the lowest rank again after each merge takes quadratic
// time, which up to here is faster than anything cleverer.
const smallMax = 24

// smallPiece is the work space of mergeSmall.
type smallPiece struct {
	token [smallMax + 1]uint32
	merge [smallMax + 1]uint32 // what token[k] and token[k+1] merge to
}

// mergeSmall encodes s[i:end], which has at most smallMax bytes, by the
// definition of byte-pair encoding: as long as two neighbours merge, merge
// those with the lowest rank, the leftmost first. The tokens are in w.token;
// the result is their number.
func (v *vocab) mergeSmall(w *smallPiece, s string, i, end int) int {
	n := end - i
	for k := range n {
		w.token[k] = uint32(s[i+k])
		if k > 0 {
			w.merge[k-1] = v.pairs.ofBytes(s[i+k-1], s[i+k])
		}
	}
	for n > 1 {
		best, at := none, 0
		for k, m := range w.merge[:n-1] {
			if m < best {
				best, at = m, k
			}
		}
		if best == none {
			break
		}
		w.token[at] = best
		// Close the gap. For so few elements a loop is faster than copy.
		n--
		for k := at + 1; k < n; k++ {
			w.token[k] = w.token[k+1]
			w.merge[k-1] = w.merge[k]
		}
		if at > 0 {
			w.merge[at-1] = v.pairs.find(w.token[at-1], best)
		}
		if at+1 < n {
			w.merge[at] = v.pairs.find(best, w.token[at+1])
		}
	}
	return n
}
