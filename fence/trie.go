package fence

import (
	"cmp"
	"slices"
)

// trie holds patterns as sequences of folded runes.
type trie struct {
	nodes []node
}

type node struct {
	edges []edge // by rune
	end   int    // index of the pattern that ends here, plus one; 0 for none
}

type edge struct {
	r  rune
	to int32
}

func (t *trie) add(pattern string, index int) {
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, node{})
	}
	at := int32(0)
	for _, r := range pattern {
		to, ok := t.step(at, r)
		if !ok {
			to = int32(len(t.nodes)) // no more than bytes of folds, see maxTableBytes
			t.nodes = append(t.nodes, node{})
			edges := t.nodes[at].edges
			i, _ := slices.BinarySearchFunc(edges, r, edge.compare)
			t.nodes[at].edges = slices.Insert(edges, i, edge{r, to})
		}
		at = to
	}
	if t.nodes[at].end == 0 {
		t.nodes[at].end = index + 1
	}
}

func (e edge) compare(r rune) int { return cmp.Compare(e.r, r) }

// step follows the edge of r. It is a search and no look-up, since a table of
// a user can have a node with thousands of edges.
func (t *trie) step(at int32, r rune) (int32, bool) {
	edges := t.nodes[at].edges
	lo, hi := 0, len(edges)
	for lo < hi {
		if mid := (lo + hi) / 2; edges[mid].r < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(edges) && edges[lo].r == r {
		return edges[lo].to, true
	}
	return 0, false
}
