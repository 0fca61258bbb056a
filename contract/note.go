package contract

import (
	"fmt"
	"log/slog"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// Note says what was unusual in a body that was read all the same. Places of
// one class (any element of one list, any member of one object) share a note
// for each code, so the number of notes is bounded by the contracts and not by
// the body.
type Note struct {
	Code    ringfence.Code
	Pointer string // JSON pointer (RFC 6901) of the first place
	Offset  int64  // byte offset of the first place, or ringfence.NoOffset
	Count   int    // how many places, at least 1
	Detail  string // one line, never text of the body
}

// String returns the code, the place and how many there are. The pointer holds
// names of the body, so it is written as printable ASCII.
func (n Note) String() string {
	return string(n.Code) + " at " + ringfence.PrintablePointer(n.Pointer) + " (" + strconv.Itoa(n.Count) + ")"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (n Note) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(n.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (n Note) LogValue() slog.Value { return slog.StringValue(n.String()) }

// MarshalJSON implements json.Marshaler with the pointer as printable ASCII,
// as [ringfence.PrintablePointer] writes it.
func (n Note) MarshalJSON() ([]byte, error) {
	var o jsonline.Object
	o.String("code", string(n.Code))
	o.String("pointer", ringfence.PrintablePointer(n.Pointer))
	o.Int("offset", int(n.Offset))
	o.Int("count", n.Count)
	o.String("detail", n.Detail)
	return []byte(o.Line()), nil
}

// String says what kind of context it is, and nothing that it holds.
func (ec *EditContext) String() string {
	if ec == nil {
		return "editcontext(nil)"
	}
	return "editcontext(" + strconv.Itoa(len(ec.Selection)) + " selected)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (ec EditContext) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(ec.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (ec *EditContext) LogValue() slog.Value { return slog.StringValue(ec.String()) }

// String says what the ask holds in numbers.
func (a *Ask) String() string {
	if a == nil {
		return "ask(nil)"
	}
	return "ask(" + strconv.Itoa(len(a.ContextItems)) + " items)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (a Ask) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (a *Ask) LogValue() slog.Value { return slog.StringValue(a.String()) }
