package bpe

// Short pieces are counted in batches. Splitting and counting wait for the memory
// in their own ways: kept apart, the processor looks for many pieces at the same
// time, and where it splits next does not depend on what it finds.

// batchSize is how many pieces are counted together.
const batchSize = 64

// countKeys counts as many pieces of up to shortMax bytes by their keys in w.
func (e *Encoding) countKeys(w *work, number int) int {
	keys := w.keys[:number]
	// What the cache holds is counted without a jump; the others move up.
	var n uint64
	left := 0
	for _, key := range keys {
		entry := *w.short.slot(hashShort(key))
		hit := ((entry^key)&keyMask - 1) >> 63
		n += entry >> countShift & -hit
		keys[left] = key
		left += int(1 - hit)
	}
	for _, key := range keys[:left] {
		n += uint64(e.countKey(w, key))
	}
	return int(n)
}

// countMids counts as many longer pieces by their keys in w.
func (e *Encoding) countMids(w *work, number int) int {
	n := 0
	for _, key := range w.mids[:number] {
		n += e.countMid(w, key[0], key[1])
	}
	return n
}

// countKey counts a short piece.
func (e *Encoding) countKey(w *work, key uint64) int {
	slot := w.short.slot(hashShort(key))
	if (*slot^key)&keyMask == 0 {
		return int(*slot >> countShift)
	}
	n := 1
	if e.vocab.findShort(key) == none {
		n = e.vocab.mergeKey(&w.small, e.built.Load(), key)
	}
	*slot = key | uint64(n)<<countShift
	return n
}

// countMid counts a piece by the two words of its key.
func (e *Encoding) countMid(w *work, head, tail uint64) int {
	hash := hashMid(head, tail)
	slot := w.mid.slot(hash)
	if slot[0] == head && (slot[1]^tail)&keyMask == 0 {
		return int(slot[1] >> countShift)
	}
	n := 1
	if e.vocab.findMid(hash, head, tail) == none {
		n = e.vocab.mergeWords(&w.small, e.built.Load(), head, tail)
	}
	*slot = [2]uint64{head, tail | uint64(n)<<countShift}
	return n
}
