package ringfence

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
)

// Data is untrusted text: bytes that came from outside and may hold anything,
// invalid UTF-8 included. The zero value is absent data, which is different
// from present data that is empty.
//
// Data prints as its length and never as its content, whatever the verb and
// however deep it is nested, so that it cannot slip into a log line or an
// instruction. [Data.Raw] is the one way out. Data cannot be compared with ==;
// use [Data.Equal]. A Data is immutable and safe for concurrent use.
type Data struct {
	// A pointer: fmt reaches through struct values in unexported fields and
	// would print a plain string there without calling Format.
	p *string
	_ [0]func() // not comparable: == would compare pointers
}

// ErrDataEncoding is returned by the marshalling methods of [Data], which exist
// so that an encoder fails loudly instead of writing "{}".
var ErrDataEncoding = errors.New("ringfence: Data has no implicit encoding; use Raw where the text may leave")

// NewData marks s as untrusted.
func NewData(s string) Data { return Data{p: &s} }

// Raw returns the untrusted text itself. Whoever calls it takes over the duty
// of keeping it out of instructions, logs and file names.
func (d Data) Raw() string {
	if d.p == nil {
		return ""
	}
	return *d.p
}

// Present reports whether d holds text, be it empty; the zero Data does not.
func (d Data) Present() bool { return d.p != nil }

// Len is the length of the text in bytes.
func (d Data) Len() int { return len(d.Raw()) }

// Equal reports whether d and e hold the same bytes and are both present or
// both absent.
func (d Data) Equal(e Data) bool {
	return d.Present() == e.Present() && d.Raw() == e.Raw()
}

// String describes d without its content, such as "data(12 bytes)".
func (d Data) String() string {
	if d.p == nil {
		return "data(absent)"
	}
	return "data(" + strconv.Itoa(len(*d.p)) + " bytes)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (d Data) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(d.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (d Data) LogValue() slog.Value { return slog.StringValue(d.String()) }

// MarshalJSON always fails with [ErrDataEncoding].
func (d Data) MarshalJSON() ([]byte, error) { return nil, ErrDataEncoding }

// MarshalText always fails with [ErrDataEncoding].
func (d Data) MarshalText() ([]byte, error) { return nil, ErrDataEncoding }

// MarshalBinary always fails with [ErrDataEncoding]; encoding/gob asks for it.
func (d Data) MarshalBinary() ([]byte, error) { return nil, ErrDataEncoding }
