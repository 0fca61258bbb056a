package fence

// heads is a filter over the first two to four ASCII characters of patterns: it
// turns most openers of ordinary text away without folding anything. It has no
// false negatives; false positives cost a walk of the trie.
type heads struct {
	two   [128][2]uint64 // by first character, a bit for each second one
	three [headWords]uint64
	four  [headWords]uint64
}

// headWords is the size of each hashed set: 8 KB, so that both stay in the
// fastest cache. A few thousand heads leave it sparse.
const headWords = 1 << 10

// hashHead mixes up to four ASCII characters into the index of a bit. The
// multiplier is the golden ratio, which spreads close keys.
func hashHead(key uint32) (word uint32, bit uint64) {
	h := key * 0x9E3779B1
	return h >> 22, 1 << (h >> 16 & 63)
}

func key3(a, b, c byte) uint32 { return uint32(a)<<16 | uint32(b)<<8 | uint32(c) }

// add lets patterns that begin with the folded characters of head pass. A head
// of fewer than four characters is a whole pattern; one with a character that is
// not ASCII counts as far as that.
func (h *heads) add(head []rune) {
	var b [4]byte
	n := 0
	for n < len(head) && n < len(b) && head[n] < 128 {
		b[n] = byte(head[n]) // ASCII
		n++
	}
	whole := n == len(head)
	if n < 2 {
		return // the rest is not ASCII: maybe lets that pass
	}
	h.two[b[0]][b[1]>>6] |= 1 << (b[1] & 63)
	if n == 2 {
		if whole {
			h.any3(b)
		}
		return
	}
	w, bit := hashHead(key3(b[0], b[1], b[2]))
	h.three[w] |= bit
	switch {
	case n == 4:
		w, bit = hashHead(key3(b[0], b[1], b[2])<<8 | uint32(b[3]))
		h.four[w] |= bit
	case whole:
		h.any4(b)
	}
}

// addOpener lets a shape of the opener a, b and the first character c of a name
// pass the first three characters; the rest of it is looked for as a whole.
func (h *heads) addOpener(a, b, c byte) {
	h.two[a][b>>6] |= 1 << (b & 63)
	w, bit := hashHead(key3(a, b, c))
	h.three[w] |= bit
}

// any3 and any4 let a pattern of two and of three characters pass whatever
// follows it.
func (h *heads) any3(b [4]byte) {
	for c := range byte(128) {
		b[2] = c
		w, bit := hashHead(key3(b[0], b[1], c))
		h.three[w] |= bit
		h.any4(b)
	}
}

func (h *heads) any4(b [4]byte) {
	for c := range byte(128) {
		w, bit := hashHead(key3(b[0], b[1], b[2])<<8 | uint32(c))
		h.four[w] |= bit
	}
}

// maybe reports whether a pattern can begin with the ASCII character s[i]. Where
// something that is not ASCII, or a CR, which is no character of its own before
// an LF, comes before the filter is sure, it says yes.
func (h *heads) maybe(s string, i int) bool {
	a, b := s[i], byte('\n') // of the fence, at the end of the payload
	if i+1 < len(s) {
		b = s[i+1]
	}
	if b >= 128 || b == '\r' {
		return true
	}
	if h.two[a&127][b>>6]>>(b&63)&1 == 0 {
		return false
	}
	if i+2 >= len(s) {
		return true
	}
	c := s[i+2]
	if c >= 128 || c == '\r' {
		return true
	}
	key := key3(a, b, c)
	if w, bit := hashHead(key); h.three[w]&bit == 0 {
		return false
	}
	if i+3 >= len(s) {
		return true
	}
	if b == '|' { // of a shape, perhaps: the filter knows nothing of what follows one
		if end, known := asciiShape(s, i); end > 0 || !known {
			return true
		}
	}
	d := s[i+3]
	if d >= 128 || d == '\r' {
		return true
	}
	w, bit := hashHead(key<<8 | uint32(d))
	return h.four[w]&bit != 0
}
