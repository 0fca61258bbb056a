package bpe

// prefixCounts gives the number of tokens of every prefix of one long piece,
// at a cost that is linear in the longest prefix asked for.
//
// Each prefix has one encoding, and what is left of it without its last token
// is the encoding of a shorter prefix. So going from left to right, each token
// that begins at a position and stands next to the last token before it gives
// the last token at its end.
type prefixCounts struct {
	trie  *trie
	last  []uint32 // by position: the last token of the prefix, or none
	count []uint32 // by position: the number of tokens of the prefix
	done  int      // positions before this one have been gone on from
	seen  int      // how much of the piece was there
	open  []walk   // walks that the end of the piece has interrupted
}

// walk is the search for all tokens that begin at one position.
type walk struct {
	from int
	at   place // in the trie
	end  int   // the position reached
}

// reset starts anew with an empty piece.
func (p *prefixCounts) reset() {
	p.last = append(p.last[:0], none)
	p.count = append(p.count[:0], 0)
	p.done, p.seen, p.open = 0, 0, p.open[:0]
}

// at returns the count of piece[:n]. The piece may grow between calls but must
// not change otherwise.
func (p *prefixCounts) at(piece string, n int) int {
	if len(piece) > p.seen {
		// Go on with what the end of the piece has cut off.
		p.seen = len(piece)
		interrupted := p.open
		p.open = p.open[:0]
		for _, w := range interrupted {
			p.follow(piece, w)
		}
	}
	for p.done < n {
		at, _ := p.trie.down(place{base: rootNode}, piece[p.done])
		p.follow(piece, walk{p.done, at, p.done + 1})
		p.done++
	}
	return int(p.count[n])
}

// follow enters every token that begins at one position.
func (p *prefixCounts) follow(piece string, w walk) {
	for ; ; w.end++ {
		for w.end >= len(p.last) {
			p.last = append(p.last, none)
			p.count = append(p.count, 0)
		}
		token := w.at.node
		if token < p.trie.tokens && p.last[w.end] == none &&
			(w.from == 0 || p.trie.adjacent(p.last[w.from], token)) {
			p.last[w.end] = token
			p.count[w.end] = p.count[w.from] + 1
		}
		if w.end == len(piece) {
			p.open = append(p.open, w)
			return
		}
		var ok bool
		if w.at, ok = p.trie.down(w.at, piece[w.end]); !ok {
			return
		}
	}
}
