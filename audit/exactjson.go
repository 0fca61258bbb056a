package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// exactHash is the SHA-256 in hex of a value and of the place where it stands,
// in a form in which only meaning counts: RFC 8785, but for numbers, which are
// written by their exact decimal value. As doubles, two whole numbers over 2^53
// would be one, and numbers that no double holds would be none.
func exactHash(place string, v []byte) string {
	exact := jsontext.Value(exactNumbers(v))
	if exact.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false)) != nil {
		exact = v // v was read as valid JSON: not reached, and then every change of a byte counts
	}
	sum := sha256.Sum256(append([]byte(place+"\n"), exact...))
	return hex.EncodeToString(sum[:])
}

// exactNumbers rewrites the numbers of valid JSON. It takes time linear in v.
func exactNumbers(v []byte) []byte {
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); {
		switch b := v[i]; {
		case b == '"':
			end := stringEnd(v, i)
			out = append(out, v[i:end]...)
			i = end
		case b == '-' || '0' <= b && b <= '9':
			end := i + 1
			for end < len(v) && (v[end] >= '0' && v[end] <= '9' || bytes.IndexByte([]byte("+-.eE"), v[end]) >= 0) {
				end++
			}
			out = appendExact(out, v[i:end])
			i = end
		default:
			out = append(out, b)
			i++
		}
	}
	return out
}

// stringEnd is the offset behind the string that begins at v[i].
func stringEnd(v []byte, i int) int {
	for i++; i < len(v) && v[i] != '"'; i++ {
		if v[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(v))
}

// maxExponent is how many digits of an exponent are calculated with. A number
// with more stays as it is written: then another way to write it reads as a
// change, but no other number as the same.
const maxExponent = 17

// appendExact appends a number as its digits, without zeros at either end, and
// the power of ten that they are multiplied by: 1.50 and 15e-1 are one.
func appendExact(dst, number []byte) []byte {
	digits, negative := bytes.CutPrefix(number, []byte("-"))
	var power []byte
	if k := bytes.IndexAny(digits, "eE"); k >= 0 {
		digits, power = digits[:k], digits[k+1:]
	}
	whole, part, _ := bytes.Cut(digits, []byte("."))
	digits = append(append([]byte(nil), whole...), part...)
	digits = bytes.TrimLeft(digits, "0")
	if len(digits) == 0 {
		return append(dst, '0')
	}
	power, less := bytes.CutPrefix(bytes.TrimPrefix(power, []byte("+")), []byte("-"))
	power = bytes.TrimLeft(power, "0")
	if len(power) > maxExponent {
		return append(dst, number...)
	}
	var e int64
	if len(power) > 0 {
		e, _ = strconv.ParseInt(string(power), 10, 64) // of at most 17 digits
	}
	if less {
		e = -e
	}
	short := bytes.TrimRight(digits, "0")
	e += int64(len(digits) - len(short) - len(part))
	if negative {
		dst = append(dst, '-')
	}
	dst = append(dst, short...)
	if e != 0 {
		dst = strconv.AppendInt(append(dst, 'e'), e, 10)
	}
	return dst
}
