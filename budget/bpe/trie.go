package bpe

// trie finds the longest token that begins at a position. Only pieces that are
// longer than smallMax and no token themselves need it, so it is built when
// the first of them comes.
//
// The node of a token has the token's number; the nodes between have the
// numbers behind the last token. Tokens that no merges make are not in it.
type trie struct {
	splits []split  // by token: the parts, read from the merges
	widths []uint16 // by token: the length in bytes
	pairs  pairTable
	edges  edgeTable
	leaps  leapTable
	tokens uint32 // nodes below this are tokens
	// inner gives, for each node that is no token, the longest token on the
	// way to it.
	inner []uint32
	// shorter gives, by token, the longest other token that it begins with,
	// or none.
	shorter []uint32
}

// rootNode is the node above the first bytes.
const rootNode = 1<<30 - 1

// place is a position in a trie: the node, and the way to it from the last node
// above or at it whose depth is a multiple of block.
type place struct {
	node, base, bytes uint32
	n                 int // the length of the way
}

// down returns the place one byte below p, and whether there is one.
func (t *trie) down(p place, b byte) (place, bool) {
	p.bytes |= uint32(b) << (8 * p.n)
	p.n++
	if p.base == rootNode && p.n == 1 {
		p.node = uint32(b) // the node of a byte is its number
		return p, true
	}
	if p.node = t.edges.find(p.base, p.bytes, p.n); p.node == 0 {
		return p, false
	}
	return p.settle(), true
}

// settle makes the node of p the base if its depth is a multiple of block.
func (p place) settle() place {
	if p.n == block {
		p = place{node: p.node, base: p.node}
	}
	return p
}

// newTrie builds the trie of the tokens of v, the short ones first: so the last
// node of a token is always new, and the path of its left part is there.
func newTrie(v *vocab) *trie {
	n := uint32(v.size())
	t := &trie{tokens: n, shorter: make([]uint32, n), inner: make([]uint32, 0, n)}
	t.unpack(v)
	t.pairs = newPairs(t.splits)
	t.edges.init(tableSize(int(n)))
	bases := make([]uint32, n) // by token: the base of its place
	for b := range firstMerge {
		t.shorter[b], bases[b] = none, rootNode
	}
	nodes := 0
	for _, token := range v.byLength() {
		if !v.isMerge(token) {
			continue // a byte, which is a root, or a stray
		}
		text, left := v.text(token), t.splits[token].left
		i := v.width(left)
		p := place{node: left, base: bases[left]}
		for k := i &^ (block - 1); k < i; k++ {
			p.bytes |= uint32(text[k]) << (8 * p.n)
			p.n++
		}
		for ; i < len(text); i++ {
			q, ok := t.down(p, text[i])
			if !ok {
				if q.node = token; i < len(text)-1 {
					q.node = n + uint32(len(t.inner))
					t.inner = append(t.inner, t.token(p.node))
				}
				if nodes++; nodes > len(t.edges.entries)/16*13 {
					t.edges.grow()
				}
				t.edges.add(p.base, q.bytes, q.n, q.node)
				q = q.settle()
			}
			if i == len(text)-1 {
				t.shorter[token] = t.token(p.node)
			}
			p = q
		}
		bases[token] = p.base
	}
	t.addLeaps(v)
	return t
}

// unpack reads what long pieces ask for too often to look it up in v.
func (t *trie) unpack(v *vocab) {
	t.splits, t.widths = make([]split, t.tokens), make([]uint16, t.tokens)
	for token := range t.tokens {
		t.widths[token] = uint16(v.width(token)) // MaxTokenBytes at most
		if token >= firstMerge {
			t.splits[token] = v.merges.of(token)
		}
	}
}

// width returns the length of a token in bytes.
func (t *trie) width(token uint32) int { return int(t.widths[token]) }

// byLength returns the tokens sorted by length.
func (v *vocab) byLength() []uint32 {
	var starts [MaxTokenBytes + 2]int
	for t := range uint32(v.size()) {
		starts[v.width(t)+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	sorted := make([]uint32, v.size())
	for t := range uint32(v.size()) {
		sorted[starts[v.width(t)]] = t
		starts[v.width(t)]++
	}
	return sorted
}

// token returns the longest token on the way to a node, its own if it has one.
func (t *trie) token(node uint32) uint32 {
	if node < t.tokens {
		return node
	}
	return t.inner[node-t.tokens]
}

// longest returns the longest token that s begins with. s is not empty.
func (t *trie) longest(s string) uint32 {
	node, i := uint32(rootNode), 0
	for i+block <= len(s) {
		bytes := uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
		next := t.edges.find(node, bytes, block)
		if next == 0 {
			// Not all four bytes: search for how many.
			if next = t.edges.find(node, bytes&0xFFFF, 2); next != 0 {
				if third := t.edges.find(node, bytes&0xFFFFFF, 3); third != 0 {
					next = third
				}
				return t.token(next)
			}
			return t.below(node, s[i])
		}
		node, i = next, i+block
		if i%leap == 0 {
			i, node = t.leap(s, i, node)
		}
	}
	// Fewer than four bytes are left.
	last := node
	p := place{node: node, base: node}
	for ; i < len(s); i++ {
		q, ok := t.down(p, s[i])
		if !ok {
			break
		}
		p, last = q, q.node
	}
	return t.token(last)
}

// below returns the longest token on the way to the node one byte below node,
// or to node if there is none.
func (t *trie) below(node uint32, b byte) uint32 {
	if node == rootNode {
		return uint32(b)
	}
	if next := t.edges.find(node, uint32(b), 1); next != 0 {
		node = next
	}
	return t.token(node)
}
