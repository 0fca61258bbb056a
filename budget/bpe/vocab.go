package bpe

import (
	"encoding/binary"
	"math/bits"
)

// Limits of a vocabulary.
const (
	// MaxTokens is the largest number of tokens a vocabulary may have. Token
	// numbers take 20 bits in the packed tables; the largest vocabularies in
	// use have about 262,000.
	MaxTokens = 1 << 20
	// MaxTokenBytes is the longest token accepted. The longest of o200k_base
	// has 128 bytes; the bound keeps the gates and the load linear.
	MaxTokenBytes = 1024
	// maxText bounds the bytes of all tokens together, and with them the
	// nodes of a trie.
	maxText = 1 << 28
)

const (
	tokenBits = 20 // MaxTokens is 1 << tokenBits
	tokenMask = 1<<tokenBits - 1
)

// none is the token number that no token has.
const none = ^uint32(0)

// firstMerge is the number of the first token that is not a single byte. A
// token is numbered here by its byte, or else by its place in the order of
// ranks; ids holds the number the model knows it by.
const firstMerge = 256

// vocab is an immutable vocabulary with the tables to look tokens up. What only
// long pieces need is not here but in the trie.
type vocab struct {
	ids     idTable
	bytes   []byte   // the tokens one after the other, then textSlack bytes
	blocks  []uint32 // where every startsBlock-th token begins
	starts  []uint16 // where a token begins behind the first of its block
	merges  merges
	longest int // length of the longest token in bytes
	// strays holds the tokens that no sequence of merges makes: they are
	// found only where they are a whole piece.
	strays map[uint32]string
	texts  textTable
	twos   twosTable
}

// startsBlock is how many tokens of the greatest length two bytes can tell apart
// by where they begin.
const startsBlock = 1 << 16 / MaxTokenBytes

// size returns the number of tokens.
func (v *vocab) size() int { return v.ids.size }

// start returns where token t begins in v.bytes, for one more than there are too.
func (v *vocab) start(t uint32) uint32 { return v.blocks[t/startsBlock] + uint32(v.starts[t]) }

// width returns the length of token t in bytes.
func (v *vocab) width(t uint32) int { return int(v.start(t+1) - v.start(t)) }

// text returns the bytes of token t.
func (v *vocab) text(t uint32) []byte { return v.bytes[v.start(t):v.start(t+1)] }

// isMerge reports whether merges make token t.
func (v *vocab) isMerge(t uint32) bool { return t >= firstMerge && v.merges.of(t).left != t }

// newVocab builds a vocabulary of the 256 bytes and of merges. ids has one
// entry for each byte and then one for each merge. A merge of a token with
// itself stands for one that no merges make, whose bytes are then in strays.
func newVocab(ids []uint32, parts []split, strays map[uint32]string) (*vocab, error) {
	n := len(parts) + firstMerge
	if len(ids) != n {
		return nil, failure(CodeVocabulary, "%d ids for %d tokens", len(ids), n)
	}
	if n > MaxTokens {
		return nil, failure(CodeVocabulary, "%d tokens, the most is %d", n, MaxTokens)
	}
	v := &vocab{ids: newIDs(ids), strays: strays, merges: packMerges(parts)}
	return v, v.build()
}

// build makes the texts of all tokens from the merges, and the tables. Tokens are
// entered in the order of ranks: where two want the same place, the more frequent
// one gets it.
func (v *vocab) build() error {
	n := v.size()
	v.blocks, v.starts, v.longest = make([]uint32, n/startsBlock+1), make([]uint16, n+1), 1
	v.texts.init(n)
	v.twos.init()
	v.bytes = make([]byte, 8*n+textSlack)
	for b := range uint32(firstMerge) {
		v.bytes[b] = byte(b)
		v.setStart(b, b)
	}
	v.setStart(firstMerge, firstMerge)
	blocks, starts, end := v.blocks, v.starts, uint32(firstMerge)
	for t, at := uint32(firstMerge), int64(0); t < uint32(n); t++ {
		width := bits.Len32(t)
		p := v.merges.at(at, width)
		at += 2 * int64(width)
		if p.left >= t || p.right >= t {
			if p.left != t || p.right != t {
				return failure(CodeVocabulary, "token %d is made of later ones", t)
			}
			size, err := v.stray(t, end)
			if err != nil {
				return err
			}
			end += size
			continue
		}
		left, leftEnd := blocks[p.left/startsBlock]+uint32(starts[p.left]), blocks[(p.left+1)/startsBlock]+uint32(starts[p.left+1])
		right, rightEnd := blocks[p.right/startsBlock]+uint32(starts[p.right]), blocks[(p.right+1)/startsBlock]+uint32(starts[p.right+1])
		size := leftEnd - left + rightEnd - right
		if size > MaxTokenBytes || end+size > maxText {
			return tooLong(t, size)
		}
		wide := v.room(end, size)
		if size > midMax {
			copy(wide[copy(wide, v.bytes[left:leftEnd]):], v.bytes[right:rightEnd])
			v.texts.add(hashLong(string(wide[:size])), t)
		} else {
			head, tail := join(v.bytes[left:], leftEnd-left, v.bytes[right:])
			binary.LittleEndian.PutUint64(wide, head)
			binary.LittleEndian.PutUint64(wide[8:], tail)
			if size > shortMax {
				v.texts.add(hashMid(head, midTail(tail, int(size))), t)
			} else {
				v.texts.add(hashShort(shortKey(head, int(size))), t)
			}
			if size == 2 {
				v.twos.add(wide, t)
			}
		}
		v.longest = max(v.longest, int(size))
		end += size
		v.setStart(t+1, end)
	}
	v.bytes = v.bytes[:end+textSlack]
	clear(v.bytes[end:])
	return nil
}

// stray enters a token that no merges make, and returns its length.
func (v *vocab) stray(t, end uint32) (uint32, error) {
	text := v.strays[t]
	size := uint32(len(text))
	if size == 0 || size > MaxTokenBytes || end+size > maxText {
		return 0, tooLong(t, size)
	}
	copy(v.room(end, size), text)
	v.texts.add(hashText(text), t)
	if size == 2 {
		v.twos.add([]byte(text), t)
	}
	v.longest = max(v.longest, len(text))
	v.setStart(t+1, end+size)
	return size, nil
}

func tooLong(t, size uint32) error {
	return failure(CodeVocabulary, "token %d has %d bytes, want 1 to %d, and %d for all", t, size, MaxTokenBytes, maxText)
}

// room returns v.bytes from end on, with room for a token and textSlack more.
func (v *vocab) room(end, size uint32) []byte {
	if int(end+size)+textSlack > len(v.bytes) {
		v.bytes = append(v.bytes, make([]byte, len(v.bytes)+MaxTokenBytes)...)
	}
	return v.bytes[end : end+size+textSlack]
}

// join returns the bytes of two texts, n of the first and then the second, the
// first byte lowest in head. There are sixteen bytes in both slices, and of the
// first text fifteen at most.
func join(first []byte, n uint32, second []byte) (head, tail uint64) {
	a, b := binary.LittleEndian.Uint64(first), binary.LittleEndian.Uint64(first[8:])
	c, d := binary.LittleEndian.Uint64(second), binary.LittleEndian.Uint64(second[8:])
	shift := uint(8*n) & 63
	keep := uint64(1)<<shift - 1
	switch {
	case n < 8:
		return a&keep | c<<shift, c>>1>>(63-shift) | d<<shift
	case n == 8:
		return a, c
	default:
		return a, b&keep | c<<shift
	}
}

// setStart notes where token t begins, or after the last one, that it ends there.
func (v *vocab) setStart(t, at uint32) {
	if t%startsBlock == 0 {
		v.blocks[t/startsBlock] = at
	}
	v.starts[t] = uint16(at - v.blocks[t/startsBlock])
}

// textSlack is how much may be written and read behind the end of a text.
const textSlack = 16
