package outcome

import (
	"encoding/binary"

	"lukechampine.com/blake3"

	"github.com/ringfence/ringfence/policy/coreform"
)

// kind tells an outcome that nobody set from the two that there are.
type kind uint8

const (
	none kind = iota
	data
	sealed
)

// Outcome is what an effect came to. It is immutable; the zero Outcome is none
// at all.
type Outcome struct {
	kind  kind
	value coreform.Term
}

// Data returns the outcome of an effect that answered with a term, whatever it
// looks like. An invalid term makes the zero Outcome.
func Data(value coreform.Term) Outcome {
	if value.Err() != nil {
		return Outcome{}
	}
	return Outcome{kind: data, value: value}
}

// Sealed returns the outcome of an effect that failed, or was denied. An error
// whose fields no term can hold makes the zero Outcome.
func Sealed(e Error) Outcome { return SealedTerm(e.Term()) }

// SealedTerm is Sealed for the term of an ERROR that was read from a log, whose
// fields need not be those of [Error].
func SealedTerm(value coreform.Term) Outcome {
	if value.Err() != nil {
		return Outcome{}
	}
	return Outcome{kind: sealed, value: value}
}

// IsZero reports whether o is no outcome.
func (o Outcome) IsZero() bool { return o.kind == none }

// IsSealed reports whether o is an ERROR.
func (o Outcome) IsSealed() bool { return o.kind == sealed }

// Data returns the term that the effect answered with; ok is false for an ERROR
// and for no outcome.
func (o Outcome) Data() (value coreform.Term, ok bool) {
	if o.kind != data {
		return coreform.Term{}, false
	}
	return o.value, true
}

// Value returns the term that is logged: the data, or the map of the ERROR.
func (o Outcome) Value() coreform.Term { return o.value }

// Equal reports whether both are the same kind with the same term.
func (o Outcome) Equal(other Outcome) bool {
	return o.kind == other.kind && o.value.Equal(other.value)
}

// String returns the term behind ":ok" or ":error". It holds bytes from outside:
// escape it before it is shown.
func (o Outcome) String() string {
	switch o.kind {
	case data:
		return ":ok " + o.value.String()
	case sealed:
		return ":error " + o.value.String()
	default:
		return "none"
	}
}

// What the published hash of a value puts before its parts.
const (
	dataDomain   = "GCv0.2\x00value\x00data\x00"
	sealedDomain = "GCv0.2\x00value\x00sealed\x00"
)

// ErrorToken is the token of the seal of an ERROR in published logs.
const ErrorToken = 3

// Hash returns the published hash of the value, :resp-h of a log entry. Outcomes
// that are none all hash as nil would as data; check IsZero first.
func (o Outcome) Hash() [32]byte { return o.HashSealedBy(ErrorToken) }

// HashSealedBy is Hash for an ERROR sealed with another token: other writers
// number their seals as they like. The token of data does not matter.
func (o Outcome) HashSealedBy(token uint64) [32]byte {
	sum := o.dataHash()
	if o.kind != sealed {
		return sum
	}
	return seal(sum, token)
}

// HasHash reports whether a hash is that of the value, for an ERROR sealed with any
// token up to most. The value is hashed once.
func (o Outcome) HasHash(hash [32]byte, most uint64) bool {
	sum := o.dataHash()
	if o.kind != sealed {
		return sum == hash
	}
	for token := uint64(0); ; token++ {
		switch {
		case seal(sum, token) == hash:
			return true
		case token == most:
			return false
		}
	}
}

// dataHash is the hash of the value as data.
func (o Outcome) dataHash() [32]byte {
	term := coreform.Hash(o.value)
	return blake3.Sum256(append([]byte(dataDomain), term[:]...))
}

// seal makes the hash of an ERROR of that of its value as data.
func seal(sum [32]byte, token uint64) [32]byte {
	b := binary.LittleEndian.AppendUint64([]byte(sealedDomain), token)
	return blake3.Sum256(append(b, sum[:]...))
}
