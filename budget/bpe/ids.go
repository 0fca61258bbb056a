package bpe

import (
	"encoding/binary"
	"sort"
)

// idTable maps tokens to the numbers the model knows them by. Behind the bytes
// these ascend, nearly always by one, so runs of them are kept.
type idTable struct {
	bytes [firstMerge]uint32
	runs  []idRun
	size  int // tokens
}

// idRun begins where an id is not one more than the one before.
type idRun struct{ token, id uint32 }

// newIDs returns the table of a list by token.
func newIDs(list []uint32) idTable {
	t := idTable{size: len(list)}
	copy(t.bytes[:], list)
	for i := firstMerge; i < len(list); i++ {
		if i == firstMerge || list[i] != list[i-1]+1 {
			t.runs = append(t.runs, idRun{uint32(i), list[i]})
		}
	}
	return t
}

// of returns the id of a token.
func (t *idTable) of(token uint32) uint32 {
	if token < firstMerge {
		return t.bytes[token]
	}
	run := len(t.runs) - 1
	if t.runs[run].token > token {
		run = sort.Search(run, func(k int) bool { return t.runs[k].token > token }) - 1
	}
	return t.runs[run].id + token - t.runs[run].token
}

// token returns the token that the model knows as id. Bytes, of which texts have
// few, are looked for last.
func (t *idTable) token(id uint32) (uint32, bool) {
	if run := sort.Search(len(t.runs), func(k int) bool { return t.runs[k].id > id }) - 1; run >= 0 {
		end := uint32(t.size)
		if run+1 < len(t.runs) {
			end = t.runs[run+1].token
		}
		if distance := id - t.runs[run].id; distance < end-t.runs[run].token {
			return t.runs[run].token + distance, true
		}
	}
	for b, known := range t.bytes {
		if known == id {
			return uint32(b), true
		}
	}
	return 0, false
}

// append writes the table down as unsigned varints: the ids of the bytes; the
// number of runs; for each, its first token less that of the run before, and its
// first id less the one before it.
func (t *idTable) append(out []byte) []byte {
	for _, id := range t.bytes {
		out = binary.AppendUvarint(out, uint64(id))
	}
	out = binary.AppendUvarint(out, uint64(len(t.runs)))
	before := idRun{firstMerge, 0}
	for _, r := range t.runs {
		out = binary.AppendUvarint(out, uint64(r.token-before.token))
		out = binary.AppendUvarint(out, uint64(r.id-before.id))
		before = r
	}
	return out
}

// read reads what append wrote, for a vocabulary of so many tokens, and reports
// whether it can be true.
func (t *idTable) read(r *varints, size int) bool {
	t.size = size
	for b := range t.bytes {
		t.bytes[b] = r.next()
	}
	n := int(r.next())
	if r.bad || n > size-firstMerge || (n == 0) != (size == firstMerge) {
		return false
	}
	t.runs = make([]idRun, n)
	last := idRun{firstMerge, 0}
	for k := range t.runs {
		next := idRun{last.token + r.next(), last.id + r.next()}
		ascends := next.token > last.token && next.id-last.id > next.token-last.token
		if r.bad || next.token >= uint32(size) || (k == 0) != (next.token == firstMerge) || k > 0 && !ascends {
			return false
		}
		t.runs[k], last = next, next
	}
	return true
}
