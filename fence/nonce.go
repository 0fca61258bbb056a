package fence

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"unique"

	"github.com/ringfence/ringfence"
)

const (
	// NonceLen is the length of a nonce made here, in characters: 50 bits, which
	// an author of data can try only online and one prompt at a time. Containment
	// does not rest on it; each character costs tokens in every fence line.
	NonceLen = 10
	// maxNonceLen bounds what ParseNonce and Scan accept, so that a fence line
	// has a bounded length.
	maxNonceLen = 64

	nonceAlphabet = "abcdefghijklmnopqrstuvwxyz234567"
)

// Nonce is the secret code of a conversation's fence lines: 10 or more
// characters of [a-z2-7]. It is made once for a conversation, kept on the
// server, and never derived from content. Printing a Nonce masks it. The zero
// Nonce is none. Nonces can be compared with ==.
type Nonce struct {
	h unique.Handle[string] // comparable, and fmt prints only its address
}

// NewNonce returns a fresh nonce from crypto/rand.
func NewNonce() Nonce {
	var b [8]byte
	_, _ = rand.Read(b[:]) // crypto/rand.Read never fails: it ends the program instead
	return nonceOf(b)
}

// SeededNonce derives a nonce from seed. It exists so that tests and examples
// can have the same bytes twice; a nonce that can be guessed is a lesser one.
func SeededNonce(seed []byte) Nonce {
	sum := sha256.Sum256(seed)
	return nonceOf([8]byte(sum[:8]))
}

// nonceOf writes the first 50 bits as a nonce, five in a character, as the base32 of
// RFC 4648 does in lower case.
func nonceOf(random [8]byte) Nonce {
	const perChar = 5
	bits := binary.BigEndian.Uint64(random[:])
	var name [NonceLen]byte
	for i := range name {
		name[i] = nonceAlphabet[bits>>(64-perChar)]
		bits <<= perChar
	}
	return makeNonce(string(name[:]))
}

// ParseNonce reads a nonce that [Nonce.Reveal] returned, for a session that was
// stored. The error has code [CodeNonce].
func ParseNonce(s string) (Nonce, error) {
	if !validNonce(s) {
		return Nonce{}, &ringfence.Error{
			Code: CodeNonce, Offset: ringfence.NoOffset,
			Message: "a nonce is 10 to 64 characters of a-z and 2-7",
			Hint:    "keep what Nonce.Reveal returned, or make a new one with NewNonce",
		}
	}
	return makeNonce(s), nil
}

func validNonce(s string) bool {
	if len(s) < NonceLen || len(s) > maxNonceLen {
		return false
	}
	for i := range len(s) {
		if !isNonceByte(s[i]) {
			return false
		}
	}
	return true
}

func isNonceByte(b byte) bool { return b >= 'a' && b <= 'z' || b >= '2' && b <= '7' }

func makeNonce(s string) Nonce { return Nonce{h: unique.Make(s)} }

// IsZero reports whether n is no nonce.
func (n Nonce) IsZero() bool { return n == Nonce{} }

// Reveal returns the nonce itself, for an application's session store. It must
// not reach a client, a log or a report; use [Nonce.Mask] there.
func (n Nonce) Reveal() string {
	if n.IsZero() {
		return ""
	}
	return n.h.Value()
}

// Mask returns text with every occurrence of the nonce replaced by asterisks.
// It takes time linear in the text.
func (n Nonce) Mask(text string) string {
	if n.IsZero() {
		return text
	}
	return strings.ReplaceAll(text, n.Reveal(), strings.Repeat("*", len(n.Reveal())))
}

// String says that there is a nonce, and not which.
func (n Nonce) String() string {
	if n.IsZero() {
		return "nonce(none)"
	}
	return "nonce(masked)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (n Nonce) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(n.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (n Nonce) LogValue() slog.Value { return slog.StringValue(n.String()) }

// ErrNonceEncoding is returned by the marshalling methods of [Nonce], which
// exist so that an encoder fails loudly instead of writing "{}" or the secret.
var ErrNonceEncoding = errors.New("fence: Nonce has no implicit encoding; use Reveal for a store on the server")

// MarshalJSON always fails with [ErrNonceEncoding].
func (n Nonce) MarshalJSON() ([]byte, error) { return nil, ErrNonceEncoding }

// MarshalText always fails with [ErrNonceEncoding].
func (n Nonce) MarshalText() ([]byte, error) { return nil, ErrNonceEncoding }

// MarshalBinary always fails with [ErrNonceEncoding]; encoding/gob asks for it.
func (n Nonce) MarshalBinary() ([]byte, error) { return nil, ErrNonceEncoding }
