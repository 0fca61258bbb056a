package bpe

// Decode appends the bytes of the tokens with the given ids to dst. An id that
// the vocabulary does not have, such as that of a special token, is an error,
// and dst is then returned as it was. The bytes of a part of an encoding need
// not be valid UTF-8.
func (e *Encoding) Decode(dst []byte, ids ...uint32) ([]byte, error) {
	start := len(dst)
	for i, id := range ids {
		t, ok := e.vocab.tokenOf(id)
		if !ok {
			return dst[:start], failure(CodeToken, "no token has id %d (at index %d)", id, i)
		}
		dst = append(dst, e.vocab.text(t)...)
	}
	return dst, nil
}

// tokenOf returns the token that the model knows as id.
func (v *vocab) tokenOf(id uint32) (uint32, bool) {
	for b := range uint32(firstMerge) {
		if v.ids[b] == id {
			return b, true
		}
	}
	// Behind the bytes the ids ascend.
	low, high := firstMerge, v.size()
	for low < high {
		mid := int(uint(low+high) >> 1)
		if v.ids[mid] < id {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return uint32(low), low < v.size() && v.ids[low] == id
}
