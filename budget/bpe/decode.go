package bpe

// Decode appends the bytes of the tokens with the given ids to dst. An id that
// the vocabulary does not have, such as that of a special token, is an error,
// and dst is then returned as it was. The bytes of a part of an encoding need
// not be valid UTF-8.
func (e *Encoding) Decode(dst []byte, ids ...uint32) ([]byte, error) {
	start := len(dst)
	for i, id := range ids {
		t, ok := e.vocab.ids.token(id)
		if !ok {
			return dst[:start], failure(CodeToken, "no token has id %d (at index %d)", id, i)
		}
		dst = append(dst, e.vocab.text(t)...)
	}
	return dst, nil
}
