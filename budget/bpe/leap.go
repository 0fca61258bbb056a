package bpe

// leap is the number of bytes that a walk down the trie can take at once. Long
// tokens are mostly runs of one character, and a text of that character would
// otherwise be walked to the depth of the longest run from each of its bytes.
const leap = 8

// leapTable maps a node whose depth is a multiple of leap, and the bytes behind
// it, to the node leap bytes further down. It works like the tables of
// table.go. No leap leads to node 0.
type leapTable struct {
	entries []leapEntry
	mask    uint64
	shift   uint8
}

type leapEntry struct {
	bytes    uint64
	from, to uint32 // to is 0 in a free slot
}

func hashLeap(from uint32, bytes uint64) uint64 {
	return (bytes*mulB ^ uint64(from)) * mulA
}

func (t *leapTable) init(n int) {
	slots, shift := tableSize(n)
	t.entries, t.mask, t.shift = make([]leapEntry, slots), uint64(slots-1), shift
}

func (t *leapTable) add(from uint32, bytes uint64, to uint32) {
	at := hashLeap(from, bytes) >> t.shift
	for e := t.entries[at]; e.to != 0; e = t.entries[at] {
		if e.from == from && e.bytes == bytes {
			return
		}
		at = (at + 1) & t.mask
	}
	t.entries[at] = leapEntry{bytes, from, to}
}

func (t *leapTable) find(from uint32, bytes uint64) uint32 {
	for at := hashLeap(from, bytes) >> t.shift; ; at = (at + 1) & t.mask {
		e := &t.entries[at]
		if e.to == 0 || e.from == from && e.bytes == bytes {
			return e.to
		}
	}
}

// leap goes down from node, whose depth is i, as far as leaps go.
func (t *trie) leap(s string, i int, node uint32) (int, uint32) {
	for i+leap < len(s) {
		next := t.leaps.find(node, load64(s, i))
		if next == 0 {
			break
		}
		i, node = i+leap, next
	}
	return i, node
}

// addLeaps enters the leaps on the way to each token that is long enough.
func (t *trie) addLeaps(v *vocab) {
	n := 0
	for token := range uint32(v.size()) {
		n += max(v.width(token)/leap-1, 0)
	}
	t.leaps.init(n)
	for token := range uint32(v.size()) {
		if v.width(token) < 2*leap || !v.isMerge(token) {
			continue
		}
		s := string(v.text(token))
		p := place{base: rootNode}
		from := uint32(0)
		for i := range len(s) {
			p, _ = t.down(p, s[i])
			if end := i + 1; end%leap == 0 {
				if end > leap {
					t.leaps.add(from, load64(s, end-leap), p.node)
				}
				from = p.node
			}
		}
	}
}
