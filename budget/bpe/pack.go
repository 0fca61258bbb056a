package bpe

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"io"
)

// A packed vocabulary is
//
//	packMagic
//	the SHA-256 of the body before compression
//	the length of that body, four bytes, the lowest first
//	the body, compressed with DEFLATE
//
// The body is a sequence of unsigned varints: the number of merges; the ids of
// the 256 bytes; for each merge, its id less the one before, less one; the left
// tokens of all merges; the right tokens. Tokens are numbered as in vocab.
// Columns compress better than rows.
const packMagic = "bpe1"

const packHeader = len(packMagic) + sha256.Size + 4

// packMax bounds the body, so that a damaged length cannot ask for memory: no
// column has more than MaxTokens entries of more than five bytes.
const packMax = 3 * 5 * MaxTokens

// pack writes the vocabulary in packed form. Vocabularies with tokens that no
// merges make cannot be packed.
func (v *vocab) pack() ([]byte, error) {
	if len(v.strays) > 0 {
		return nil, failure(CodeVocabulary, "%d tokens are not the result of a merge", len(v.strays))
	}
	merges := v.splits[firstMerge:]
	body := binary.AppendUvarint(nil, uint64(len(merges)))
	for _, id := range v.ids[:firstMerge] {
		body = binary.AppendUvarint(body, uint64(id))
	}
	before := uint32(0)
	for _, id := range v.ids[firstMerge:] {
		body = binary.AppendUvarint(body, uint64(id-before))
		before = id
	}
	for _, m := range merges {
		body = binary.AppendUvarint(body, uint64(m.left))
	}
	for _, m := range merges {
		body = binary.AppendUvarint(body, uint64(m.right))
	}
	sum := sha256.Sum256(body)
	var out bytes.Buffer
	out.WriteString(packMagic)
	out.Write(sum[:])
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(body))))
	deflate, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = deflate.Write(body); err != nil {
		return nil, err
	}
	if err = deflate.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// unpack reads what pack wrote. Any damage is an error: the checksum covers
// the whole body.
func unpack(packed string) (*vocab, error) {
	if len(packed) < packHeader || packed[:len(packMagic)] != packMagic {
		return nil, failure(CodeVocabulary, "not a packed vocabulary")
	}
	sum := packed[len(packMagic):][:sha256.Size]
	size := binary.LittleEndian.Uint32([]byte(packed[packHeader-4 : packHeader]))
	if size > packMax {
		return nil, failure(CodeVocabulary, "a body of %d bytes", size)
	}
	body := make([]byte, size)
	inflate := flate.NewReader(bytes.NewReader([]byte(packed[packHeader:])))
	if _, err := io.ReadFull(inflate, body); err != nil {
		return nil, failure(CodeVocabulary, "the body does not decompress")
	}
	if got := sha256.Sum256(body); string(got[:]) != sum {
		return nil, failure(CodeVocabulary, "the checksum is wrong")
	}
	return parseBody(body)
}

// parseBody reads the columns of an unpacked body.
func parseBody(body []byte) (*vocab, error) {
	r := varints{rest: body}
	n := r.next()
	if n > MaxTokens-firstMerge {
		return nil, failure(CodeVocabulary, "%d merges", n)
	}
	ids := make([]uint32, firstMerge+int(n))
	for b := range firstMerge {
		ids[b] = r.next()
	}
	before := uint32(0)
	for i := firstMerge; i < len(ids); i++ {
		before += r.next()
		ids[i] = before
	}
	merges := make([]split, n)
	for i := range merges {
		merges[i].left = r.next()
	}
	for i := range merges {
		merges[i].right = r.next()
	}
	if r.bad || len(r.rest) > 0 {
		return nil, failure(CodeVocabulary, "the body has the wrong length")
	}
	return newVocab(ids, merges, nil)
}

// varints reads unsigned varints of up to 32 bits and remembers a failure.
type varints struct {
	rest []byte
	bad  bool
}

func (r *varints) next() uint32 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		x := uint32(r.rest[0])
		r.rest = r.rest[1:]
		return x
	}
	x, n := binary.Uvarint(r.rest)
	if n <= 0 || x > 1<<32-1 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[n:]
	return uint32(x)
}
