package ringfence

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"log/slog"
	"unique"
)

// Key is an opaque identifier that came from outside: the kind and id of a
// context item, the id of a window. Keys can be compared with == and used in
// maps, and that is all: there is no way from a Key to its text, so an
// identifier that must not reach a prompt cannot. The zero Key belongs to
// nothing and is unequal to every key made by [NewKey].
type Key struct {
	h unique.Handle[string]
}

// Hash is a keyed hash of a [Key], for state that leaves the process.
type Hash [sha256.Size]byte

// NewKey makes a key of the parts. Keys are equal exactly when the parts are,
// one by one.
func NewKey(parts ...string) Key {
	n := 0
	for _, p := range parts {
		n += len(p) + binary.MaxVarintLen64
	}
	b := make([]byte, 0, n)
	for _, p := range parts {
		b = binary.AppendUvarint(b, uint64(len(p)))
		b = append(b, p...)
	}
	return Key{h: unique.Make(string(b))}
}

// IsZero reports whether k is the zero Key.
func (k Key) IsZero() bool { return k == Key{} }

// Hash returns HMAC-SHA-256 of the key under an application's secret. It can
// be stored where the identifier itself must not be: without the secret it
// cannot be tested against guesses.
func (k Key) Hash(secret []byte) Hash {
	m := hmac.New(sha256.New, secret)
	if !k.IsZero() {
		m.Write([]byte(k.h.Value()))
	}
	return Hash(m.Sum(nil))
}

// String is the same for every key: it says that there is one.
func (k Key) String() string {
	if k.IsZero() {
		return "key(none)"
	}
	return "key"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (k Key) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(k.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }
