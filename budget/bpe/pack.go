package bpe

import (
	"crypto/sha256"
	"encoding/binary"
)

// A packed vocabulary is
//
//	packMagic
//	the SHA-256 of the body
//	the body
//
// The body is the number of tokens beyond the 256 bytes, an unsigned varint,
// the ids as idTable.append writes them, and the merges. The last are used as
// they are: compressing them as well would make them a tenth smaller, and
// loading a vocabulary several times as long.
const packMagic = "bpe2"

const packHeader = len(packMagic) + sha256.Size

// pack writes the vocabulary in packed form. Vocabularies with tokens that no
// merges make cannot be packed.
func (v *vocab) pack() ([]byte, error) {
	if len(v.strays) > 0 {
		return nil, failure(CodeVocabulary, "%d tokens are not the result of a merge", len(v.strays))
	}
	body := binary.AppendUvarint(nil, uint64(v.size()-firstMerge))
	body = v.ids.append(body)
	body = append(body, v.merges...)
	sum := sha256.Sum256(body)
	out := append([]byte(packMagic), sum[:]...)
	return append(out, body...), nil
}

// unpack reads what pack wrote. Any damage is an error: the checksum covers
// the whole body. The vocabulary keeps a part of packed.
func unpack(packed string) (*vocab, error) {
	if len(packed) < packHeader || packed[:len(packMagic)] != packMagic {
		return nil, failure(CodeVocabulary, "not a packed vocabulary")
	}
	body := packed[packHeader:]
	if sum := sumOf(body); string(sum[:]) != packed[len(packMagic):packHeader] {
		return nil, failure(CodeVocabulary, "the checksum is wrong")
	}
	r := varints{rest: body}
	n := r.next()
	if n > MaxTokens-firstMerge {
		return nil, failure(CodeVocabulary, "%d merges", n)
	}
	v := new(vocab)
	if !v.ids.read(&r, firstMerge+int(n)) {
		return nil, failure(CodeVocabulary, "the ids are damaged")
	}
	if len(r.rest) != mergesLen(firstMerge+int(n)) {
		return nil, failure(CodeVocabulary, "the body has the wrong length")
	}
	v.merges = merges(r.rest)
	return v, v.build()
}

// sumOf returns the SHA-256 of s without a copy of all of it.
func sumOf(s string) (sum [sha256.Size]byte) {
	var part [1 << 14]byte
	h := sha256.New()
	for len(s) > 0 {
		n := copy(part[:], s)
		h.Write(part[:n])
		s = s[n:]
	}
	h.Sum(sum[:0])
	return sum
}

// varints reads unsigned varints of up to 32 bits and remembers a failure.
type varints struct {
	rest string
	bad  bool
}

func (r *varints) next() uint32 {
	x := uint64(0)
	for n := 0; n < len(r.rest) && n < 5; n++ {
		b := r.rest[n]
		x |= uint64(b&0x7F) << (7 * n)
		if b < 0x80 && x < 1<<32 {
			r.rest = r.rest[n+1:]
			return uint32(x)
		}
	}
	r.bad = true
	return 0
}
