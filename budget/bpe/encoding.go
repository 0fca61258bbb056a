package bpe

import (
	"sync"
	"sync/atomic"

	"github.com/ringfence/ringfence/budget"
)

// An Encoding counts and encodes text with one vocabulary under one pattern.
// It is immutable after it is made, but for caches that only ever hold true
// values, and safe for concurrent use.
//
// The text of special tokens, such as <|endoftext|>, is ordinary text to it.
// Every byte that is not part of valid UTF-8 counts as U+FFFD, which is what a
// JSON encoder sends in its place.
type Encoding struct {
	name   string
	vocab  *vocab
	family Family
	next   func(s string, i int) int
	fast   *fastFamily
	trie   func() *trie
	built  atomic.Pointer[trie] // what trie returns, when it has
	spare  atomic.Pointer[work]
	work   sync.Pool // of *work, when spare is taken or there already
}

// work is the reusable work space of one call.
type work struct {
	keys  [batchSize]uint64    // pieces that have been split off and not counted
	mids  [batchSize][2]uint64 // longer ones
	small smallPiece
	stack stack
	mid   midCache
	short shortCache
}

// newEncoding puts an encoding together.
func newEncoding(v *vocab, f Family) *Encoding {
	e := &Encoding{vocab: v, family: f, next: families[f].next}
	if fast := families[f].fast; fast != nil {
		e.fast = fast()
	} else {
		e.fast = new(fastFamily)
		e.fast.setPrefixes()
	}
	e.trie = sync.OnceValue(func() *trie {
		t := newTrie(v)
		e.built.Store(t)
		return t
	})
	return e
}

// Name returns the published name of the encoding, such as o200k_base, or that
// of its pattern family for a vocabulary that was loaded.
func (e *Encoding) Name() string {
	if e.name == "" {
		return e.family.String()
	}
	return e.name
}

// Family returns the pattern family of the encoding.
func (e *Encoding) Family() Family { return e.family }

// Size returns the number of tokens.
func (e *Encoding) Size() int { return e.vocab.size() }

// LongestToken returns the length in bytes of the longest token. A text of
// more than limit times as many bytes cannot have a count within limit.
func (e *Encoding) LongestToken() int { return e.vocab.longest }

// Exactness returns [budget.Exact]: every count is what the reference
// implementation returns for the same text.
func (e *Encoding) Exactness() budget.Exactness { return budget.Exact }

// SeamAdditive reports whether counts add up at seams: where the left text ends
// in LF and the right one begins with a character that is neither white space
// nor '/', the count of both together is the sum of their counts. It holds for
// every family but FamilyGPT2, which takes the last of several line ends to the
// next piece.
func (e *Encoding) SeamAdditive() bool { return families[e.family].additive }

var (
	_ budget.Counter  = (*Encoding)(nil)
	_ budget.Additive = (*Encoding)(nil)
	_ budget.Prefixer = (*Encoding)(nil)
)

// getWork takes a work space for one call. One of them stays with the encoding
// for good, because a pool loses what is in it, and with it what has been
// counted, at every garbage collection.
func (e *Encoding) getWork() *work {
	if w := e.spare.Load(); w != nil && e.spare.CompareAndSwap(w, nil) {
		return w
	}
	if w, ok := e.work.Get().(*work); ok {
		return w
	}
	return new(work)
}

// putWork gives a work space back, without what grew too large to keep.
func (e *Encoding) putWork(w *work) {
	if cap(w.stack.tokens) > stackKeep {
		w.stack.tokens, w.stack.dead = nil, nil
	}
	if !e.spare.CompareAndSwap(nil, w) {
		e.work.Put(w)
	}
}

// mergeMax is the longest piece that mergeSmall should encode. The trie is
// faster from seventeen bytes on, but building it takes as long as many merges.
func (e *Encoding) mergeMax() int {
	if e.built.Load() != nil {
		return midMax
	}
	return smallMax
}
