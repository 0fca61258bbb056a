package patch

import "sort"

// comparison finds which lines go and which come. It looks for the shortest
// edit in linear space (Myers 1986, the middle snake) as long as that is cheap,
// else it holds fast to lines that occur once on each side (patience diff), and
// where there are none it replaces the block.
type comparison struct {
	a, b []int
	del  []bool // of a
	ins  []bool // of b
	// budget is how many steps are left; it is linear in the lines, and so is
	// the whole comparison.
	budget int
	// forth and back are the furthest points by diagonal, offset by mid.
	forth, back []int
	mid         int
	// onceA and onceB count a line in a block, at is its place in b.
	onceA, onceB, at []int
}

const (
	// stepsPerLine bounds a comparison, and blockSteps one search for a middle:
	// with these, texts of which every tenth line changed have the shortest diff.
	stepsPerLine = 256
	blockSteps   = 32
	// freeSteps is what small texts may take whatever they hold.
	freeSteps = 1 << 16
)

// compare says which lines go and which come, of texts with count different ones.
func compare(a, b []int, count int) (del, ins []bool) {
	c := newComparison(a, b, count)
	c.block(0, len(a), 0, len(b))
	return c.del, c.ins
}

func newComparison(a, b []int, count int) *comparison {
	n := len(a) + len(b)
	return &comparison{
		a: a, b: b, del: make([]bool, len(a)), ins: make([]bool, len(b)),
		budget: stepsPerLine*n + freeSteps,
		forth:  make([]int, 2*n+3), back: make([]int, 2*n+3), mid: n + 1,
		onceA: make([]int, count), onceB: make([]int, count), at: make([]int, count),
	}
}

// block compares a[alo:ahi] with b[blo:bhi].
func (c *comparison) block(alo, ahi, blo, bhi int) {
	for alo < ahi && blo < bhi && c.a[alo] == c.b[blo] {
		alo, blo = alo+1, blo+1
	}
	for alo < ahi && blo < bhi && c.a[ahi-1] == c.b[bhi-1] {
		ahi, bhi = ahi-1, bhi-1
	}
	if alo == ahi || blo == bhi {
		c.replace(alo, ahi, blo, bhi)
		return
	}
	if x, y, ok := c.middle(c.a[alo:ahi], c.b[blo:bhi]); ok {
		c.block(alo, alo+x, blo, blo+y)
		c.block(alo+x, ahi, blo+y, bhi)
		return
	}
	anchors := c.anchors(alo, ahi, blo, bhi)
	if len(anchors) == 0 {
		c.replace(alo, ahi, blo, bhi)
		return
	}
	for _, p := range anchors {
		c.block(alo, p[0], blo, p[1])
		alo, blo = p[0]+1, p[1]+1
	}
	c.block(alo, ahi, blo, bhi)
}

func (c *comparison) replace(alo, ahi, blo, bhi int) {
	for i := alo; i < ahi; i++ {
		c.del[i] = true
	}
	for j := blo; j < bhi; j++ {
		c.ins[j] = true
	}
}

// middle returns a point that a shortest edit of a to b passes, with edits on
// both sides of it; ok is false when that takes too long. Neither a nor b is
// empty, and they differ in their first and in their last line.
func (c *comparison) middle(a, b []int) (x, y int, ok bool) {
	n, m := len(a), len(b)
	delta := n - m
	odd := delta&1 != 0
	allowed := min(c.budget, blockSteps*(n+m)+freeSteps/16)
	c.budget -= allowed
	defer func() { c.budget += max(allowed, 0) }()
	for d := 0; d <= (n+m+1)/2; d++ {
		for k := max(-d, -m+(d+m)&1); k <= min(d, n); k += 2 {
			x := furthest(c.forth, c.mid, d, k, n, m)
			if x < 0 {
				c.forth[c.mid+k] = -1
				continue
			}
			start := x
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
			}
			allowed -= 1 + x - start
			c.forth[c.mid+k] = x
			if r := delta - k; odd && -d < r && r < d && r >= -m && r <= n {
				if back := c.back[c.mid+r]; back >= 0 && x+back >= n {
					return x, x - k, true
				}
			}
		}
		for k := max(-d, -m+(d+m)&1); k <= min(d, n); k += 2 {
			x := furthest(c.back, c.mid, d, k, n, m)
			if x < 0 {
				c.back[c.mid+k] = -1
				continue
			}
			start := x
			for x < n && x-k < m && a[n-1-x] == b[m-1-(x-k)] {
				x++
			}
			allowed -= 1 + x - start
			c.back[c.mid+k] = x
			if r := delta - k; !odd && -d <= r && r <= d && r >= -m && r <= n {
				if forth := c.forth[c.mid+r]; forth >= 0 && x+forth >= n {
					return n - x, m - (x - k), true
				}
			}
		}
		if allowed < 0 {
			return 0, 0, false
		}
	}
	return 0, 0, false // not reached: the searches meet
}

// furthest is the furthest point of diagonal k with d edits before its snake, -1
// for none.
func furthest(v []int, mid, d, k, n, m int) int {
	if d == 0 {
		return 0
	}
	best := -1
	if k-1 >= max(-(d-1), -m) {
		if x := v[mid+k-1]; x >= 0 && x < n && x+1-k <= m {
			best = x + 1
		}
	}
	if k+1 <= min(d-1, n) {
		if x := v[mid+k+1]; x >= 0 && x-k <= m && x > best {
			best = x
		}
	}
	return best
}

// anchors returns the longest rising run of lines that occur once in a[alo:ahi]
// and once in b[blo:bhi].
func (c *comparison) anchors(alo, ahi, blo, bhi int) [][2]int {
	if c.budget -= ahi - alo + bhi - blo; c.budget < 0 {
		return nil
	}
	for _, id := range c.a[alo:ahi] {
		c.onceA[id]++
	}
	for j, id := range c.b[blo:bhi] {
		c.onceB[id]++
		c.at[id] = blo + j
	}
	var pairs [][2]int
	var before []int // the pair before, in the run that a pair ends
	var piles []int  // the pair that ends the best run of each length
	for i := alo; i < ahi; i++ {
		id := c.a[i]
		if c.onceA[id] != 1 || c.onceB[id] != 1 {
			continue
		}
		j := c.at[id]
		p := sort.Search(len(piles), func(p int) bool { return pairs[piles[p]][1] > j })
		last := -1
		if p > 0 {
			last = piles[p-1]
		}
		pairs, before = append(pairs, [2]int{i, j}), append(before, last)
		if p == len(piles) {
			piles = append(piles, 0)
		}
		piles[p] = len(pairs) - 1
	}
	for _, id := range c.a[alo:ahi] {
		c.onceA[id] = 0
	}
	for _, id := range c.b[blo:bhi] {
		c.onceB[id] = 0
	}
	out := make([][2]int, len(piles))
	for i, at := len(piles)-1, -1; i >= 0; i-- {
		if at < 0 {
			at = piles[i]
		} else {
			at = before[at]
		}
		out[i] = pairs[at]
	}
	return out
}
