package bpe

// A piece that is too long for mergeSmall is encoded from left to right. The
// method rests on one fact about byte-pair encoding: a sequence of tokens is
// the encoding of its bytes exactly if each two neighbours are the encoding of
// theirs. So it is enough to take the longest token that fits behind the last
// one, and to step back where none does. A position from which no encoding
// goes on is marked and never tried again, which makes the time linear.

// stack is the reusable work space for long pieces.
type stack struct {
	tokens []uint32
	dead   []uint64 // a bit for each position that leads nowhere
	pairs  pairMemo
}

// pairMemo remembers answers of adjacent. Text that repeats itself asks for the
// same pairs over and over. Each pair has one slot, the last one wins.
type pairMemo struct {
	entries [memoSlots]uint64 // left, right, then memoYes or memoNo
}

const (
	memoBits  = 11
	memoSlots = 1 << memoBits
	memoNo    = 1
	memoYes   = 2
)

// remembered is adjacent with memory.
func (v *vocab) remembered(m *pairMemo, left, right uint32) bool {
	key := uint64(left)<<(tokenBits+2) | uint64(right)<<2
	entry := &m.entries[key*mulA>>(64-memoBits)]
	switch *entry {
	case key | memoYes:
		return true
	case key | memoNo:
		return false
	}
	yes := v.adjacent(left, right)
	*entry = key | memoNo
	if yes {
		*entry = key | memoYes
	}
	return yes
}

// stackKeep is the largest work space, in tokens, that is kept for the next
// call. Larger ones are left to the garbage collector, so that one huge input
// does not hold memory for ever.
const stackKeep = 1 << 18

// encodeLong encodes p, which is not empty, into w.tokens.
func (v *vocab) encodeLong(w *stack, t *trie, p string) {
	words := len(p)/64 + 1
	if cap(w.dead) < words {
		w.dead = make([]uint64, words)
	}
	w.dead = w.dead[:words]
	clear(w.dead)
	w.tokens = w.tokens[:0]

	at, next := 0, t.longest(p)
	for {
		last := none
		if n := len(w.tokens); n > 0 {
			last = w.tokens[n-1]
		}
		// Find the longest token, no longer than next, that may stand here.
		for next != none {
			end := at + v.width(next)
			if w.dead[end>>6]>>(end&63)&1 == 0 && (last == none || v.remembered(&w.pairs, last, next)) {
				break
			}
			next = t.shorter[next]
		}
		if next != none {
			w.tokens = append(w.tokens, next)
			if at += v.width(next); at == len(p) {
				return
			}
			next = t.longest(p[at:])
			continue
		}
		if last == none {
			// Cannot happen: the encoding exists, and every step back keeps
			// it reachable. Falling through to bytes keeps the loop finite.
			for _, b := range []byte(p) {
				w.tokens = append(w.tokens, uint32(b))
			}
			return
		}
		// Nothing goes on from here. Take the last token back and try shorter
		// ones in its place: its own end is dead now.
		w.dead[at>>6] |= 1 << (at & 63)
		w.tokens = w.tokens[:len(w.tokens)-1]
		at -= v.width(last)
		next = last
	}
}

// width returns the length of token t in bytes.
func (v *vocab) width(t uint32) int { return int(v.starts[t+1] - v.starts[t]) }

// adjacent reports whether the encoding of the bytes of left and right is left
// followed by right. It undoes the merges next to the border, the latest
// first, and looks whether the two tokens at the border would have merged
// before the merge that was undone.
//
// Tokens are numbered in the order of their ranks. Of two merges with the same
// rank, the one further left comes first.
func (v *vocab) adjacent(left, right uint32) bool {
	// A merge across the border comes first if its number is below limit.
	limit := none
	for {
		if m := v.pairs.find(left, right); m < limit {
			return false
		}
		switch {
		case left > right && left >= firstMerge:
			// The merge to left comes before an equal one at the border.
			limit = left
			left = v.splits[left].right
		case right >= firstMerge:
			limit = right + 1
			right = v.splits[right].left
		default:
			return true // single bytes on both sides
		}
	}
}
