package bpe

// vocabOf derives the merges behind a rank file that is sorted by rank.
//
// The file lists what is merged, not from what. But encoding the bytes of a
// token with the tokens of lower rank leaves exactly the two parts whose merge
// it is: whenever the token arises in a text, the bytes under it have gone
// through the same merges. A token whose bytes are left in more parts never
// arises from merges; it stays in use for pieces that equal it.
func vocabOf(ranks []rank) (*vocab, error) {
	ids := make([]uint32, firstMerge, max(len(ranks), firstMerge))
	lines := map[string]int{}
	for b := range ids {
		ids[b] = none
	}
	var merged []rank
	for _, r := range ranks {
		if line, ok := lines[r.text]; ok {
			return nil, failure(CodeRankFile, "line %d: the token is on line %d already", r.line, line)
		}
		lines[r.text] = r.line
		if len(r.text) == 1 {
			ids[r.text[0]] = r.id
			continue
		}
		ids = append(ids, r.id)
		merged = append(merged, r)
	}
	for b, id := range ids[:firstMerge] {
		if id == none {
			return nil, failure(CodeRankFile, "byte 0x%02x is no token", b)
		}
	}
	d := deriver{known: make(map[split]uint32, len(merged))}
	merges := make([]split, len(merged))
	strays := map[uint32]string{}
	for i, r := range merged {
		t := uint32(firstMerge + i)
		parts := d.encode(r.text)
		if len(parts) != 2 {
			merges[i] = split{t, t}
			strays[t] = r.text
			continue
		}
		merges[i] = split{parts[0], parts[1]}
		d.known[merges[i]] = t
	}
	if err := checkStrays(merged, strays); err != nil {
		return nil, err
	}
	return newVocab(ids, merges, strays)
}

// deriver encodes by the definition, with the merges known so far.
type deriver struct {
	known map[split]uint32
	parts []uint32
}

func (d *deriver) encode(s string) []uint32 {
	d.parts = d.parts[:0]
	for _, b := range []byte(s) {
		d.parts = append(d.parts, uint32(b))
	}
	for {
		best, at := none, 0
		for k := range len(d.parts) - 1 {
			if t, ok := d.known[split{d.parts[k], d.parts[k+1]}]; ok && t < best {
				best, at = t, k
			}
		}
		if best == none {
			return d.parts
		}
		d.parts[at] = best
		d.parts = append(d.parts[:at+1], d.parts[at+2:]...)
	}
}

// checkStrays makes sure that no stray token arises from merges of higher
// rank. The reference would find it inside longer pieces, this engine not.
func checkStrays(merged []rank, strays map[uint32]string) error {
	if len(strays) == 0 {
		return nil
	}
	order := make(map[string]int, len(merged))
	for i, r := range merged {
		order[r.text] = i
	}
	for i, r := range merged {
		if _, ok := strays[uint32(firstMerge+i)]; ok && arises(r.text, order) {
			return failure(CodeRankFile, "line %d: the token is merged from tokens of higher rank", r.line)
		}
	}
	return nil
}

// arises reports whether merging by the definition, where any two neighbours
// merge whose bytes together are a token, makes one token of s.
func arises(s string, order map[string]int) bool {
	cuts := make([]int, len(s)+1) // the borders between the parts
	for i := range cuts {
		cuts[i] = i
	}
	for len(cuts) > 2 {
		best, at := len(order), 0
		for k := range len(cuts) - 2 {
			if rank, ok := order[s[cuts[k]:cuts[k+2]]]; ok && rank < best {
				best, at = rank, k
			}
		}
		if best == len(order) {
			return false
		}
		cuts = append(cuts[:at+1], cuts[at+2:]...)
	}
	return true
}
