package bpe

import "math"

// Count returns the number of tokens of s. Time is linear in len(s), whatever
// is in it, and nothing is allocated unless s is invalid UTF-8 or holds pieces
// longer than 24 bytes that are not one token.
func (e *Encoding) Count(s string) int {
	s = repair(s)
	w := e.getWork()
	n, _ := e.count(w, s, 0, math.MaxInt)
	e.putWork(w)
	return n
}

// count counts the pieces of s from i on, until the sum passes limit, and
// returns it and where it stopped.
func (e *Encoding) count(w *work, s string, i, limit int) (n, end int) {
	fast := e.fast
	for i < len(s) && n <= limit {
		if i+16 <= len(s) {
			// Most pieces of most texts are short words of ASCII, which are
			// found in one look at eight bytes, and are known.
			if size := fast.piece(s, i); size > 0 {
				if size < 8 {
					key := load64(s, i)&(1<<(8*uint(size))-1) | uint64(size)<<56
					if *w.known.slot(key) == key {
						n++
						i += size
						continue
					}
				}
				n += e.countWord(w, s, i, i+size)
				i += size
				continue
			}
		}
		end := e.next(s, i)
		n += e.countPiece(w, s, i, end)
		i = end
	}
	return n, i
}

// countWord is countPiece for a piece of ASCII with eight bytes of text behind
// its start. It makes the piece known.
func (e *Encoding) countWord(w *work, s string, i, end int) int {
	n := end - i
	if n >= 8 {
		return e.countPiece(w, s, i, end)
	}
	bytes := load64(s, i) & (1<<(8*uint(n)) - 1)
	entry := w.cache.slot(bytes, 0, n)
	if entry.head == bytes && entry.tail == 0 && entry.size == uint32(n) {
		return int(entry.count)
	}
	if e.vocab.short.find(bytes, n) != none {
		key := bytes | uint64(n)<<56
		*w.known.slot(key) = key
		return 1
	}
	count := e.merge(w, s, i, end)
	*entry = cacheEntry{bytes, 0, uint32(n), uint32(count)}
	return count
}

// countPiece returns the number of tokens of the piece s[i:end].
func (e *Encoding) countPiece(w *work, s string, i, end int) int {
	n := end - i
	if n > midMax {
		if e.vocab.find(s, i, end) != none {
			return 1
		}
		return e.merge(w, s, i, end)
	}
	var head, tail uint64
	if n <= shortMax {
		head = shortKey(s, i, end)
	} else {
		head, tail = load64(s, i), load64(s, end-8)
	}
	entry := w.cache.slot(head, tail, n)
	if entry.head == head && entry.tail == tail && entry.size == uint32(n) {
		return int(entry.count)
	}
	count := 1
	if e.vocab.find(s, i, end) == none {
		count = e.merge(w, s, i, end)
	}
	*entry = cacheEntry{head, tail, uint32(n), uint32(count)}
	return count
}

// merge counts a piece that is no token.
func (e *Encoding) merge(w *work, s string, i, end int) int {
	if end-i <= e.mergeMax() {
		return e.vocab.mergeSmall(&w.small, s, i, end)
	}
	e.vocab.encodeLong(&w.stack, e.trie(), s[i:end])
	return len(w.stack.tokens)
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
			dst = append(dst, e.vocab.ids[t])
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
