package bpe

import (
	"encoding/binary"
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

// none is the token number that no token has.
const none = ^uint32(0)

// firstMerge is the number of the first token that is not a single byte. A
// token is numbered here by its byte, or else by its place in the order of
// ranks; ids holds the number the model knows it by.
const firstMerge = 256

// vocab is an immutable vocabulary with the tables to look tokens up.
type vocab struct {
	ids     []uint32 // by token
	starts  []uint32 // token t is bytes[starts[t]:starts[t+1]]
	bytes   string
	splits  []split // how a token is merged, by token; {t, t} for a byte
	longest int     // length of the longest token in bytes
	// strays holds the tokens that no sequence of merges makes: they are
	// found only where they are a whole piece.
	strays map[uint32]string

	short shortTable
	mid   midTable
	long  longTable
	pairs pairTable
}

// split holds the two tokens that a token is merged from.
type split struct{ left, right uint32 }

// size returns the number of tokens.
func (v *vocab) size() int { return len(v.ids) }

// text returns the bytes of token t.
func (v *vocab) text(t uint32) string { return v.bytes[v.starts[t]:v.starts[t+1]] }

// newVocab builds a vocabulary of the 256 bytes and of merges. ids has one
// entry for each byte and then one for each merge. A merge of none with none
// stands for a token that no merges make, whose bytes are then in strays.
func newVocab(ids []uint32, merges []split, strays map[uint32]string) (*vocab, error) {
	n := len(merges) + firstMerge
	if len(ids) != n {
		return nil, failure(CodeVocabulary, "%d ids for %d tokens", len(ids), n)
	}
	if n > MaxTokens {
		return nil, failure(CodeVocabulary, "%d tokens, the most is %d", n, MaxTokens)
	}
	v := &vocab{ids: ids, strays: strays, starts: make([]uint32, n+1), splits: make([]split, n), longest: 1}
	text := make([]byte, firstMerge, 8*n+copySlack)
	for b := range firstMerge {
		text[b] = byte(b)
		v.starts[b+1] = uint32(b + 1)
		v.splits[b] = split{uint32(b), uint32(b)}
	}
	for i, m := range merges {
		t := uint32(firstMerge + i)
		start := len(text)
		if m.left == none {
			v.splits[t] = split{t, t}
			text = append(text, strays[t]...)
		} else {
			if m.left >= t || m.right >= t {
				return nil, failure(CodeVocabulary, "token %d is made of later ones", t)
			}
			v.splits[t] = m
			text = appendPart(text, int(v.starts[m.left]), int(v.starts[m.left+1]))
			text = appendPart(text, int(v.starts[m.right]), int(v.starts[m.right+1]))
		}
		length := len(text) - start
		if length == 0 || length > MaxTokenBytes {
			return nil, failure(CodeVocabulary, "token %d has %d bytes, want 1 to %d", t, length, MaxTokenBytes)
		}
		if len(text) > maxText {
			return nil, failure(CodeVocabulary, "the tokens have more than %d bytes", maxText)
		}
		v.longest = max(v.longest, length)
		v.starts[t+1] = uint32(len(text))
	}
	v.bytes = string(text)
	v.index()
	return v, nil
}

// copySlack is how much appendPart may write behind the end.
const copySlack = 16

// appendPart appends text[from:to] to text. Nearly all parts are short, and
// copying sixteen bytes, whatever the length, takes less time than a copy of
// the right length.
func appendPart(text []byte, from, to int) []byte {
	n, end := to-from, len(text)
	if n > copySlack || cap(text) < end+copySlack {
		return append(text, text[from:to]...)
	}
	wide := text[:end+copySlack]
	a := binary.LittleEndian.Uint64(wide[from:])
	b := binary.LittleEndian.Uint64(wide[from+8:])
	binary.LittleEndian.PutUint64(wide[end:], a)
	binary.LittleEndian.PutUint64(wide[end+8:], b)
	return text[:end+n]
}

// index fills the lookup tables.
func (v *vocab) index() {
	var short, mid, long int
	for t := range v.size() {
		switch n := v.starts[t+1] - v.starts[t]; {
		case n <= shortMax:
			short++
		case n <= midMax:
			mid++
		default:
			long++
		}
	}
	v.short.init(short)
	v.mid.init(mid)
	v.long.init(long)
	v.pairs.init(v.size())
	for t := range uint32(v.size()) {
		v.addText(t)
		if t >= firstMerge && v.splits[t].left != t {
			v.pairs.add(v.splits[t], t)
		}
	}
}

// addText makes token t known by its bytes.
func (v *vocab) addText(t uint32) {
	s := v.text(t)
	switch {
	case len(s) <= shortMax:
		v.short.add(shortKey(s, 0, len(s)), len(s), t)
	case len(s) <= midMax:
		v.mid.add(load64(s, 0), load64(s, len(s)-8), len(s), t)
	default:
		v.long.add(hashLong(s), t)
	}
}

// find returns the token whose bytes are s[i:end], or none.
func (v *vocab) find(s string, i, end int) uint32 {
	n := end - i
	switch {
	case n <= shortMax:
		return v.short.find(shortKey(s, i, end), n)
	case n <= midMax:
		return v.mid.find(load64(s, i), load64(s, end-8), n)
	case n > v.longest:
		return none
	default:
		return v.findLong(s[i:end])
	}
}

// findLong is find for what the fixed-size keys do not hold.
func (v *vocab) findLong(s string) uint32 {
	hash := hashLong(s)
	for at := hash >> v.long.shift; ; at = (at + 1) & v.long.mask {
		e := v.long.entries[at]
		if e.token == 0 {
			return none
		}
		if e.hash == hash && v.text(e.token) == s {
			return e.token
		}
	}
}
