package budget

import "hash/maphash"

// tally is a count and what it is worth.
type tally struct {
	n int
	e Exactness
}

// entry is a text that has been counted.
type entry struct {
	text string
	tally
}

// ledger counts the forms that are not an item's smallest, and runs of texts,
// each once in a call of Fit. Texts are compared as a whole; a hash of their
// ends only says where to look first. A text whose place is taken goes to a
// map, so that texts made to collide cost no more than they would there. (The
// smallest forms are counted once because each item keeps its own; see recent.)
type ledger struct {
	counter Counter
	measure Measurer // nil unless the counter is one
	seed    maphash.Seed
	texts   int     // expected
	slots   []int32 // index into entries, plus one; a power of two
	entries []entry
	crowded map[string]tally
}

// ends is how many bytes at each end of a text are hashed: a fence line with
// its ordinal, or the beginning of a sentence.
const ends = 48

// maxSlots bounds the memory of a ledger beside its entries.
const maxSlots = 1 << 17

// newLedger returns a ledger for so many texts, which may be more or fewer. It
// takes no memory until it is used.
func newLedger(c Counter, texts int) *ledger {
	m, _ := c.(Measurer)
	return &ledger{counter: c, measure: m, seed: maphash.MakeSeed(), texts: texts}
}

// open makes the places.
func (l *ledger) open() {
	slots := 64
	for slots/4 < l.texts && slots < maxSlots {
		slots *= 2
	}
	l.slots, l.crowded = make([]int32, slots), map[string]tally{}
}

// count returns the tally of s.
func (l *ledger) count(s string) tally {
	if l.slots == nil {
		l.open()
	}
	slot := &l.slots[l.hash(s)&uint64(len(l.slots)-1)]
	if *slot == 0 {
		t := l.once(s)
		l.entries = append(l.entries, entry{s, t})
		*slot = int32(len(l.entries)) // at most one an entry of slots
		return t
	}
	if e := &l.entries[*slot-1]; e.text == s {
		return e.tally
	}
	if t, ok := l.crowded[s]; ok {
		return t
	}
	t := l.once(s)
	l.crowded[s] = t
	return t
}

// hash is random from one ledger to the next; what count returns does not
// depend on it.
func (l *ledger) hash(s string) uint64 {
	if len(s) <= 2*ends {
		return maphash.String(l.seed, s)
	}
	return maphash.String(l.seed, s[:ends]) ^ 3*maphash.String(l.seed, s[len(s)-ends:]) ^ uint64(len(s))
}

// once counts s without remembering it, for texts that do not come again.
func (l *ledger) once(s string) tally {
	var t tally
	if l.measure != nil {
		t.n, t.e = l.measure.Measure(s)
	} else {
		t.n, t.e = l.counter.Count(s), l.counter.Exactness()
	}
	if t.n < 0 {
		t.n = maxCount
	}
	if !t.e.known() {
		t.e = Estimate
	}
	return t
}
