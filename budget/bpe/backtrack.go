package bpe

// A piece that is too long for mergeSmall is encoded from left to right. The
// method rests on one fact about byte-pair encoding: a sequence of tokens is
// the encoding of its bytes exactly if each two neighbours are the encoding of
// theirs. So it is enough to take the longest token that fits behind the last
// one, and to step back where none does. A position from which no encoding
// goes on is marked and never tried again, which makes the time linear.

// stack is the reusable work space for long pieces.
type stack struct {
	tokens  []uint32
	dead    []uint64 // a bit for each position from base on that leads nowhere
	base    int      // a multiple of 64
	settled int      // tokens before those in tokens, which only the count holds
	bottom  int      // where tokens begins in the piece
	fits    fitMemo
}

// fitMemo remembers answers of fitting. Text that repeats itself asks the same
// over and over, and a run of one character has tokens of so many lengths that an
// answer takes a hundred steps. Each question has one slot, the last one wins.
type fitMemo struct {
	entries [memoSlots]uint64 // last, next, the answer or next for none, then memoNone or memoSome
}

const (
	memoBits  = 11
	memoSlots = 1 << memoBits
	memoNone  = 1
	memoSome  = 2
)

// fitting returns the longest token that may stand behind last, of next and the
// shorter ones that next begins with, or none.
func (t *trie) fitting(m *fitMemo, last, next uint32) uint32 {
	key := (uint64(last)<<tokenBits | uint64(next)) << (tokenBits + 2)
	entry := &m.entries[key*mulA>>(64-memoBits)]
	switch e := *entry; e &^ (tokenMask << 2) {
	case key | memoNone:
		return none
	case key | memoSome:
		return uint32(e>>2) & tokenMask
	}
	for fit := next; fit != none; fit = t.shorter[fit] {
		if t.adjacent(last, fit) {
			*entry = key | uint64(fit)<<2 | memoSome
			return fit
		}
	}
	*entry = key | memoNone
	return none
}

// stackKeep is the largest work space, in tokens, that is kept for the next
// call. Larger ones are left to the garbage collector, so that one huge input
// does not hold memory for ever.
const stackKeep = 1 << 18

// Counting looks back only so far: when there are so many tokens, or they cover
// so many bytes, the older half is forgotten but for its number. So the memory
// that is touched does not grow with the piece and stays in the processor's
// caches. Should a step back ever go further, which has been seen with no vocabulary
// in use, the piece is encoded again with all of its tokens kept.
const (
	windowTokens = 1 << 12
	windowBytes  = 1 << 16
)

// countLong returns the number of tokens of p, which is not empty.
func (v *vocab) countLong(w *stack, t *trie, p string) int {
	if !v.encode(w, t, p, windowTokens, windowBytes) {
		v.encodeLong(w, t, p)
	}
	return w.settled + len(w.tokens)
}

// encodeLong encodes p, which is not empty, into w.tokens.
func (v *vocab) encodeLong(w *stack, t *trie, p string) {
	v.encode(w, t, p, len(p)+1, len(p)+1)
}

// encode encodes p, and forgets tokens when there are more than so many, or they
// are of more than so many bytes. It reports whether it got to the end without
// those it has forgotten.
func (v *vocab) encode(w *stack, t *trie, p string, tokens, size int) bool {
	w.open(min(len(p), size+2*v.longest))
	at, next := 0, t.longest(p)
	for {
		last := none
		if n := len(w.tokens); n > 0 {
			last = w.tokens[n-1]
		} else if w.settled > 0 {
			return false // what may stand here depends on what is forgotten
		}
		// Find the longest token, no longer than next, that may stand here.
		for next != none {
			if last != none {
				if next = t.fitting(&w.fits, last, next); next == none {
					break
				}
			}
			if end := at + t.width(next) - w.base; w.dead[end>>6]>>(end&63)&1 == 0 {
				break
			}
			next = t.shorter[next]
		}
		if next != none {
			w.tokens = append(w.tokens, next)
			if at += t.width(next); at == len(p) {
				return true
			}
			for n := len(w.tokens); n > 1 && (n >= tokens || at-w.base >= size); n = len(w.tokens) {
				t.forget(w)
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
			return true
		}
		// Nothing goes on from here. Take the last token back and try shorter
		// ones in its place: its own end is dead now.
		w.dead[(at-w.base)>>6] |= 1 << ((at - w.base) & 63)
		w.tokens = w.tokens[:len(w.tokens)-1]
		at -= t.width(last)
		next = last
	}
}

// open makes a work space empty, for positions up to size.
func (w *stack) open(size int) {
	words := size/64 + 2
	if cap(w.dead) < words {
		w.dead = make([]uint64, words)
	}
	w.dead = w.dead[:words]
	clear(w.dead)
	w.tokens = w.tokens[:0]
	w.base, w.settled, w.bottom = 0, 0, 0
}

// forget drops the older half of the tokens, of which there are two at least, and
// the marks before the others.
func (t *trie) forget(w *stack) {
	half := len(w.tokens) / 2
	for _, token := range w.tokens[:half] {
		w.bottom += t.width(token)
	}
	w.settled += half
	w.tokens = w.tokens[:copy(w.tokens, w.tokens[half:])]
	words := (w.bottom - w.base) / 64
	w.base += 64 * words
	kept := copy(w.dead, w.dead[min(words, len(w.dead)):])
	clear(w.dead[kept:])
}

// adjacent reports whether the encoding of the bytes of left and right is left
// followed by right. It undoes the merges next to the border, the latest
// first, and looks whether the two tokens at the border would have merged
// before the merge that was undone.
//
// Tokens are numbered in the order of their ranks. Of two merges with the same
// rank, the one further left comes first.
func (t *trie) adjacent(left, right uint32) bool {
	// A merge across the border comes first if its number is below limit.
	limit := none
	for {
		if m := t.pairs.find(left, right); m < limit {
			return false
		}
		switch {
		case left > right && left >= firstMerge:
			// The merge to left comes before an equal one at the border.
			limit = left
			left = t.splits[left].right
		case right >= firstMerge:
			limit = right + 1
			right = t.splits[right].left
		default:
			return true // single bytes on both sides
		}
	}
}
