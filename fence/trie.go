package fence

import "sync"

// trie holds patterns as sequences of folded runes.
type trie struct {
	nodes []node
}

type node struct {
	edges []edge
	end   int // index of the pattern that ends here, plus one; 0 for none
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
			to = int32(len(t.nodes)) // a few hundred nodes
			t.nodes = append(t.nodes, node{})
			t.nodes[at].edges = append(t.nodes[at].edges, edge{r, to})
		}
		at = to
	}
	if t.nodes[at].end == 0 {
		t.nodes[at].end = index + 1
	}
}

func (t *trie) step(at int32, r rune) (int32, bool) {
	for _, e := range t.nodes[at].edges {
		if e.r == r {
			return e.to, true
		}
	}
	return 0, false
}

// table is the compiled form of the control tokens and the fence words.
type table struct {
	tokens []Token
	lits   trie // literals, case kept
	words  trie // fence words with their openers, lower case
	// second[t][b] says whether the ASCII character b after trigger t can go on
	// to a match, so that ordinary brackets cost one look-up.
	second [128][128]bool
}

// defaultTable is built on first use and never changes.
var defaultTable = sync.OnceValue(func() *table {
	t := &table{tokens: Tokens()}
	for i, tok := range t.tokens {
		t.addLiteral(foldString(tok.Literal), i)
	}
	for _, w := range words {
		t.words.add("<"+w, 0)
		t.words.add("</"+w, 0)
		t.allow('<', '/')
		t.allow('<', rune(w[0]))
		t.allow('<', rune(w[0])-'a'+'A')
	}
	for _, s := range shapes {
		t.allow(rune(s.open[0]), rune(s.open[1]))
	}
	return t
})

func (t *table) addLiteral(folded string, index int) {
	t.lits.add(folded, index)
	rs := []rune(folded)
	t.allow(rs[0], rs[1])
}

func (t *table) allow(first, second rune) {
	if second < 128 {
		t.second[first][second] = true
	}
}

// possible reports whether a match can begin with trigger t at s[i], where n is
// the length of the trigger: false means certainly not.
func (t *table) possible(trig byte, s string, i int) bool {
	if i >= len(s) {
		return false
	}
	b := s[i]
	return b >= 128 || t.second[trig][b]
}
