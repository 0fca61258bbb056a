package audit

import (
	"cmp"
	"slices"
)

// searcher finds many texts in one pass over another (Aho and Corasick, 1975). It
// is not changed once it is made. Its size and the time to make it are linear in
// the texts together, but for sorting them; a search takes time linear in what is
// searched, however many texts there are.
//
// A text that is looked for as a whole word begins behind what is no letter or
// digit, and ends before such. For the first, a boundary stands in what is
// searched wherever a word may begin, and in each text at its beginning too; the
// second is the same for all that end at one place. So no text is met again and
// again and turned down.
type searcher struct {
	nodes []trieNode
	root  [256]int32 // the first level, of which most places are: node 0 is the root
	size  []int      // bytes of each text
}

// trieNode stands for what a text begins with. Its children are next to each
// other, in the order of their bytes.
type trieNode struct {
	first, n int32
	fail     int32    // the longest ending of it that a text begins with
	out      [2]int32 // the longest ending, or itself, that is a text: any, whole word
	text     int32    // which text it is; -1 for none
	whole    bool
	label    byte
}

// boundary is written where a word may begin. No text of UTF-8 holds it.
const boundary = 0xFF

// newSearcher takes texts that are not empty and differ; whole says which of them
// are whole words.
func newSearcher(texts []string, whole func(i int) bool) *searcher {
	type pattern struct {
		s string
		i int
	}
	list := make([]pattern, len(texts))
	s := &searcher{size: make([]int, len(texts))}
	for i, t := range texts {
		b := make([]byte, 0, len(t)+len(t)/4+1)
		for k := range len(t) {
			if k == 0 && whole(i) || k > 0 && !wordByte(t[k-1]) {
				b = append(b, boundary)
			}
			b = append(b, t[k])
		}
		list[i] = pattern{string(b), i}
		s.size[i] = len(t)
	}
	slices.SortFunc(list, func(x, y pattern) int { return cmp.Compare(x.s, y.s) })

	// Level by level, so that what a node fails to is there before it. Each node
	// has the patterns from lo to hi, which begin alike up to depth.
	type work struct{ lo, hi, depth int }
	s.nodes = []trieNode{{text: -1}}
	queue := []work{{0, len(list), 0}}
	for at := 0; at < len(queue); at++ {
		w := queue[at]
		if w.lo < w.hi && len(list[w.lo].s) == w.depth { // the shortest is the first
			s.ends(int32(at), list[w.lo].i, whole(list[w.lo].i))
			w.lo++
		}
		s.links(int32(at))
		s.nodes[at].first = int32(len(s.nodes))
		for lo := w.lo; lo < w.hi; {
			label, hi := list[lo].s[w.depth], lo
			for hi < w.hi && list[hi].s[w.depth] == label {
				hi++
			}
			child := int32(len(s.nodes))
			node := trieNode{text: -1, label: label}
			if at == 0 {
				s.root[label] = child
			} else {
				node.fail = s.step(s.nodes[at].fail, label)
			}
			s.nodes = append(s.nodes, node)
			s.nodes[at].n++
			queue = append(queue, work{lo, hi, w.depth + 1})
			lo = hi
		}
	}
	return s
}

// ends makes a node the end of a text.
func (s *searcher) ends(at int32, text int, whole bool) {
	s.nodes[at].text, s.nodes[at].whole = int32(text), whole
}

// links sets the texts that end at a node.
func (s *searcher) links(at int32) {
	n := &s.nodes[at]
	n.out = s.nodes[n.fail].out
	switch {
	case n.text < 0:
	case n.whole:
		n.out[1] = at
	default:
		n.out[0] = at
	}
}

// child is the node behind one more byte, 0 if there is none.
func (s *searcher) child(at int32, b byte) int32 {
	if at == 0 {
		return s.root[b]
	}
	from, to := s.nodes[at].first, s.nodes[at].first+s.nodes[at].n
	for to-from > 8 {
		if half := from + (to-from)/2; s.nodes[half].label > b {
			to = half
		} else {
			from = half
		}
	}
	for ; from < to; from++ {
		if s.nodes[from].label == b {
			return from
		}
	}
	return 0
}

// step goes on with one byte.
func (s *searcher) step(at int32, b byte) int32 {
	for {
		if next := s.child(at, b); next != 0 || at == 0 {
			return next
		}
		at = s.nodes[at].fail
	}
}

// search is one search, over one text or over several forms of one. It reports
// each text once.
type search struct {
	*searcher
	passed map[int32]int32 // nodes of texts that were reported, and what to go on with
	// each is called at every place where a text ends, with the longest of either
	// class, reported or not: what it covers, the others there do not exceed. Nil
	// for nothing.
	each func(text, start int)
}

func (s *searcher) begin() *search { return &search{searcher: s, passed: map[int32]int32{}} }

// in calls f with every text that stands in s and was not reported before, and
// where it begins.
func (r *search) in(s string, f func(text, start int)) {
	node := int32(0)
	for i := range len(s) {
		if i == 0 || !wordByte(s[i-1]) {
			node = r.step(node, boundary)
		}
		node = r.step(node, s[i])
		out := r.nodes[node].out
		if out[0] != 0 {
			r.report(out[0], 0, i+1, f)
		}
		if out[1] != 0 && (i+1 == len(s) || !wordByte(s[i+1])) {
			r.report(out[1], 1, i+1, f)
		}
	}
}

// report reports what ends at a node, from the longest to the shortest.
func (r *search) report(at int32, class, end int, f func(text, start int)) {
	if r.each != nil {
		text := int(r.nodes[at].text)
		r.each(text, end-r.size[text])
	}
	for at = r.skip(at); at != 0; at = r.skip(at) {
		n := &r.nodes[at]
		f(int(n.text), end-r.size[n.text])
		r.passed[at] = r.nodes[n.fail].out[class]
	}
}

// skip passes over what was reported. What it passes over once it does not pass
// over step by step again.
func (r *search) skip(at int32) int32 {
	end := at
	for next, ok := r.passed[end]; ok; next, ok = r.passed[end] {
		end = next
	}
	for at != end {
		next := r.passed[at]
		r.passed[at] = end
		at = next
	}
	return end
}
