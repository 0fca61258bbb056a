package bpe

import (
	"math"

	"github.com/ringfence/ringfence/internal/grapheme"
)

// Prefix returns the length in bytes of the longest prefix of s that ends at a
// boundary of grapheme clusters and whose own count, taken alone, is at most
// limit. Clusters are those of internal/grapheme: one of more than 32 code
// points may be cut inside. It is 0 if not even the first cluster fits, or if
// limit is not above 0.
//
// The count of a prefix is not the sum of the tokens of s up to there, and a
// longer prefix can have a smaller count. Every candidate is therefore counted
// as a text of its own; the work for this is bounded by the pieces around the
// place where s itself passes the limit. Time is linear in the bytes that limit
// tokens can have.
func (e *Encoding) Prefix(s string, limit int) int {
	if limit <= 0 {
		return 0
	}
	// No prefix of more bytes than this fits. What lies behind it decides
	// only where the last cluster ends.
	most := math.MaxInt
	if limit < math.MaxInt/e.vocab.longest {
		most = limit * e.vocab.longest
	}
	seen := s
	if len(s) > most && len(s)-most > clusterBytes {
		seen = s[:most+clusterBytes]
	}
	p := prefixSearch{encoding: e, original: seen, text: repair(seen), limit: limit, most: most}
	if p.fits() && len(seen) == len(s) {
		return len(s)
	}
	return p.longest()
}

// clusterBytes is more than the longest cluster of grapheme.MaxRunes has.
const clusterBytes = 4 * (grapheme.MaxRunes + 32)

// prefixSearch is the work of one call of Prefix. Positions are in the
// repaired text.
type prefixSearch struct {
	encoding *Encoding
	original string
	text     string
	limit    int
	most     int
	pieces   []piece // the last ones before the limit is passed, and some more
}

// piece is one piece of the text with the count of all before it.
type piece struct {
	start, end int
	before     int // tokens of the text up to start
	count      int // tokens of the piece
}

const (
	// piecesAfter is how many pieces are looked at behind the one in which
	// the text passes the limit. Cutting changes the last two pieces at most,
	// so that no prefix that ends further behind fits.
	piecesAfter = 3
	// piecesBefore is how many pieces are kept before it.
	piecesBefore = 13
	// longPiece is the length from which the prefixes of a piece are counted
	// together and not one by one.
	longPiece = 256
)

// fits splits and counts the text until the limit is passed, and reports
// whether it never is.
func (p *prefixSearch) fits() bool {
	e := p.encoding
	w := e.getWork()
	defer e.putWork(w)
	n, after := 0, 0
	p.pieces = make([]piece, 0, 2*(piecesBefore+piecesAfter))
	for i := 0; i < len(p.text) && after < piecesAfter; {
		end := e.next(p.text, i)
		count := e.atLeast(end - i)
		if n <= p.limit && n+count <= p.limit {
			count = e.countPiece(w, p.text, i, end)
		} else if n <= p.limit {
			// Too long to fit: its own count is not needed, only that.
			count = max(count, p.limit-n+1)
		}
		if len(p.pieces) == cap(p.pieces) {
			kept := copy(p.pieces, p.pieces[len(p.pieces)-piecesBefore-piecesAfter:])
			p.pieces = p.pieces[:kept]
		}
		p.pieces = append(p.pieces, piece{i, end, n, count})
		if n += count; n > p.limit {
			after++
		}
		i = end
	}
	return n <= p.limit
}

// longest returns the longest prefix that fits, in bytes of the original.
func (p *prefixSearch) longest() int {
	w := p.encoding.getWork()
	defer p.encoding.putWork(w)
	for m := len(p.pieces) - 1; m >= 0; m-- {
		here := p.pieces[m]
		if p.pieces[max(m-2, 0)].before > p.limit {
			continue
		}
		end := min(here.end, p.most)
		if here.end-here.start > p.shortEnd(0) {
			// The last bytes of a word may be a contraction.
			if at := p.oneByOne(w, m, max(here.end-4, here.start), end); at >= 0 {
				return at
			}
			if at := p.together(m, min(here.end-4, end)); at >= 0 {
				return at
			}
			end = min(p.shortEnd(here.start), end)
		}
		if at := p.oneByOne(w, m, here.start, end); at >= 0 {
			return at
		}
	}
	if len(p.pieces) > 0 && p.pieces[0].start > 0 {
		// Not reached in practice: more than piecesBefore pieces would have
		// to grow by being cut. What fits a smaller limit fits.
		smaller := *p
		smaller.limit--
		smaller.fits()
		return smaller.longest()
	}
	return 0
}

// shortEnd returns how far a piece that starts at i is searched one by one. A
// token that is found only as a whole piece does not reach further.
func (p *prefixSearch) shortEnd(i int) int {
	return i + max(longPiece, p.encoding.vocab.longest)
}

// oneByOne looks for the longest prefix that ends behind low and not behind
// high, both inside piece m, and returns its length in the original, or -1.
func (p *prefixSearch) oneByOne(w *work, m, low, high int) int {
	var ends []boundary
	p.boundaries(low, high, func(b boundary) { ends = append(ends, b) })
	for k := len(ends) - 1; k >= 0; k-- {
		if p.countTo(w, m, ends[k].repaired) <= p.limit {
			return ends[k].original
		}
	}
	return -1
}

// countTo counts the prefix of the text that ends in piece m, or just behind
// it. All pieces but the two before m are pieces of the prefix too.
func (p *prefixSearch) countTo(w *work, m, end int) int {
	e := p.encoding
	text := p.text[:end]
	k := max(m-2, 0)
	i, n := p.pieces[k].start, p.pieces[k].before
	for i < end && n <= p.limit {
		next := e.next(text, i)
		for k < m && p.pieces[k].start < i {
			k++
		}
		if p.pieces[k].start == i && p.pieces[k].end == next && n+p.pieces[k].count <= p.limit {
			n += p.pieces[k].count
		} else if least := e.atLeast(next - i); n+least > p.limit {
			n += least
		} else {
			n += e.countPiece(w, text, i, next)
		}
		i = next
	}
	return n
}

// together looks for the longest prefix that ends in the long piece m, not
// behind high, and returns its length in the original, or -1.
func (p *prefixSearch) together(m, high int) int {
	here := p.pieces[m]
	if here.before >= p.limit {
		return -1
	}
	if room := p.limit - here.before; room < (high-here.start)/p.encoding.vocab.longest {
		high = here.start + room*p.encoding.vocab.longest
	}
	best := -1
	var run longRun
	run.begin(p.encoding, p.text, here.start)
	p.boundaries(p.shortEnd(here.start), high, func(b boundary) {
		run.follow(b.repaired)
		if here.before+run.count() <= p.limit {
			best = b.original
		}
	})
	return best
}

// boundary is the end of a grapheme cluster in the repaired text and in the
// original.
type boundary struct{ repaired, original int }

// boundaries calls yield, in order, for each boundary that is above low and
// not above high.
func (p *prefixSearch) boundaries(low, high int, yield func(boundary)) {
	if low >= high {
		return
	}
	valid := len(p.text) == len(p.original)
	at := boundary{}
	if valid {
		// Between two ASCII characters, except CR and LF, there is always a
		// boundary, so the division can begin there.
		i := low
		for i > 0 && !(p.text[i-1] < 0x80 && p.text[i] < 0x80 && p.text[i] != '\n') {
			i--
		}
		at = boundary{i, i}
	}
	from := at.original
	for end := range grapheme.Boundaries(p.original[from:]) {
		width := from + end - at.original
		if !valid {
			width = repairedLen(p.original[at.original : from+end])
		}
		at.repaired += width
		at.original = from + end
		if at.repaired > high {
			return
		}
		if at.repaired > low {
			yield(at)
		}
	}
}
