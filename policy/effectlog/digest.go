package effectlog

import (
	"encoding/binary"
	"encoding/hex"

	"lukechampine.com/blake3"

	"github.com/ringfence/ringfence/policy/coreform"
)

// Digest is a BLAKE3 hash.
type Digest [32]byte

// String returns 64 lower-case hexadecimal digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// ParseDigest reads 64 hexadecimal digits. Upper case is accepted from people;
// in a journal it is not.
func ParseDigest(s string) (Digest, bool) {
	var d Digest
	if len(s) != hex.EncodedLen(len(d)) {
		return Digest{}, false
	}
	if _, err := hex.Decode(d[:], []byte(s)); err != nil {
		return Digest{}, false
	}
	return d, true
}

// digest reads the form that a journal and a store name use: lower case only.
func digest(s string) (Digest, bool) {
	var d Digest
	if len(s) != 2*len(d) {
		return Digest{}, false
	}
	bad := byte(0)
	for i := range d {
		high, low := hexValue[s[2*i]]-1, hexValue[s[2*i+1]]-1 // no digit: 0xFF
		bad |= high | low
		d[i] = high<<4 | low
	}
	if bad > 0xF {
		return Digest{}, false
	}
	return d, true
}

// hexValue has the values of lower-case hexadecimal digits plus one, and 0 for every
// other byte.
var hexValue = [256]byte{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}

// Domains keep a hash of one kind from being one of another.
const (
	requestDomain = "GCv0.2\x00effect-req\x00" // published
	recordDomain  = "ringfence/journal/1\x00record\x00"
	contDomain    = "ringfence/journal/1\x00cont\x00"
)

// RequestHash returns :req-h of the published log: what binds an operation, its
// payload and its place in a run.
func RequestHash(op string, payload, cont Digest) Digest {
	b := make([]byte, 0, 256)
	b = append(append(append(b, requestDomain...), op...), 0)
	b = append(append(b, payload[:]...), cont[:]...)
	return blake3.Sum256(b)
}

// PayloadHash returns :payload-h, the published hash of a term.
func PayloadHash(payload coreform.Term) Digest { return coreform.Hash(payload) }

// ContHash returns :cont-h of the entry with index i in the journal of a session.
// Other systems put there what they cannot tell us; here it says which call of
// which session a request hash is about.
func ContHash(session string, i int) Digest {
	b := append(append(make([]byte, 0, 128), contDomain...), session...)
	b = binary.LittleEndian.AppendUint64(append(b, 0), uint64(i))
	return blake3.Sum256(b)
}

// KeyBytes is the length of the key of a keyed journal.
const KeyBytes = 32

// chain hashes records. The key is nil or has KeyBytes.
type chain struct {
	key     []byte
	scratch []byte
}

// record returns the hash of a record, from the bytes of its payload.
func (c *chain) record(payload []byte) Digest {
	if c.key != nil {
		h := blake3.New(len(Digest{}), c.key)
		_, _ = h.Write([]byte(recordDomain)) // a hash takes everything
		_, _ = h.Write(payload)
		return Digest(h.Sum(nil))
	}
	c.scratch = append(append(c.scratch[:0], recordDomain...), payload...)
	return blake3.Sum256(c.scratch)
}
