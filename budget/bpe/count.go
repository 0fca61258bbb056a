package bpe

// Count returns the number of tokens of s. Time is linear in len(s), whatever
// is in it, and nothing is allocated unless s is invalid UTF-8 or holds pieces
// longer than 24 bytes that are not one token.
func (e *Encoding) Count(s string) int {
	s = repair(s)
	w := e.getWork()
	n := e.count(w, s)
	e.putWork(w)
	return n
}

// count splits s, and counts the pieces in batches.
func (e *Encoding) count(w *work, s string) int {
	n, i, short, mid := 0, 0, 0, 0
	for i+16 <= len(s) {
		i, short, mid = e.fast.scan(s, i, w, short, mid)
		if short == batchSize || mid == batchSize {
			n += e.countKeys(w, short) + e.countMids(w, mid)
			short, mid = 0, 0
		}
		if i+16 > len(s) {
			break
		}
		size := e.fast.piece(s, i)
		if size == 0 {
			size = e.next(s, i) - i
		}
		switch {
		case size <= shortMax:
			w.keys[short&(batchSize-1)] = shortKey(load64(s, i), size)
			short++
		case size <= midMax:
			w.mids[mid&(batchSize-1)] = [2]uint64{load64(s, i), midTail(load64(s, i+8), size)}
			mid++
		default:
			n += e.countLong(w, s, i, i+size)
		}
		i += size
	}
	n += e.countKeys(w, short) + e.countMids(w, mid)
	for i < len(s) {
		end := e.next(s, i)
		n += e.countPiece(w, s, i, end)
		i = end
	}
	return n
}

// countPiece returns the number of tokens of the piece s[i:end].
func (e *Encoding) countPiece(w *work, s string, i, end int) int {
	switch n := end - i; {
	case n <= shortMax:
		return e.countKey(w, keyAt(s, i, end))
	case n <= midMax:
		head, tail := pairAt(s, i, end)
		return e.countMid(w, head, tail)
	default:
		return e.countLong(w, s, i, end)
	}
}

// countLong is countPiece for pieces of more than midMax bytes.
func (e *Encoding) countLong(w *work, s string, i, end int) int {
	if e.vocab.find(s, i, end) != none {
		return 1
	}
	if end-i <= e.mergeMax() {
		return e.vocab.mergeSmall(&w.small, s, i, end)
	}
	return e.vocab.countLong(&w.stack, e.trie(), s[i:end])
}

// Encode appends the token ids of s to dst and returns it. The ids are those of
// the rank file. Text of special tokens is encoded as ordinary text; invalid
// bytes are encoded as U+FFFD each.
func (e *Encoding) Encode(dst []uint32, s string) []uint32 {
	s = repair(s)
	w := e.getWork()
	for i := 0; i < len(s); {
		end := e.next(s, i)
		for _, t := range e.encodePiece(w, s, i, end) {
			dst = append(dst, e.vocab.ids.of(t))
		}
		i = end
	}
	e.putWork(w)
	return dst
}

// encodePiece returns the tokens of the piece s[i:end], in memory of w.
func (e *Encoding) encodePiece(w *work, s string, i, end int) []uint32 {
	if t := e.vocab.find(s, i, end); t != none {
		w.small.token[0] = t
		return w.small.token[:1]
	}
	if end-i <= e.mergeMax() {
		return w.small.token[:e.vocab.mergeSmall(&w.small, s, i, end)]
	}
	e.vocab.encodeLong(&w.stack, e.trie(), s[i:end])
	return w.stack.tokens
}
