package render

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
)

// ErrEncoding is returned by the marshalling methods of this package,
// which exist so that an encoder fails loudly instead of writing "{}" or what
// belongs into no log.
var ErrEncoding = errors.New("render: no implicit encoding; use WriteJSON, WriteMessages or Stored")

// String describes the prompt without its text: a prompt holds data and the
// nonce.
func (p *Prompt) String() string {
	if p == nil {
		return "prompt(nil)"
	}
	n, messages := 0, p.in().messages
	for _, m := range messages {
		n += len(m.Text)
	}
	return "prompt(" + strconv.Itoa(len(messages)) + " messages, " + strconv.Itoa(n) + " bytes)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (p *Prompt) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(p.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (p *Prompt) LogValue() slog.Value { return slog.StringValue(p.String()) }

// MarshalJSON always fails with [ErrEncoding].
func (p *Prompt) MarshalJSON() ([]byte, error) { return nil, ErrEncoding }

// String describes the message without its text.
func (m Message) String() string {
	return m.Role.String() + "(" + strconv.Itoa(len(m.Text)) + " bytes)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (m Message) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(m.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (m Message) LogValue() slog.Value { return slog.StringValue(m.String()) }

// String describes the run without its text.
func (r Run) String() string {
	trust := "data"
	if r.Trusted {
		trust = "trusted"
	}
	return trust + "(" + strconv.Itoa(len(r.Text)) + " bytes)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (r Run) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(r.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (r Run) LogValue() slog.Value { return slog.StringValue(r.String()) }

// String describes the session without its content.
func (s *Session) String() string {
	if s == nil {
		return "session(nil)"
	}
	return "session(" + strconv.Itoa(s.turns) + " turns)"
}

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (s *Session) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (s *Session) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON always fails with [ErrEncoding]: [Session.Stored] is for that.
func (s *Session) MarshalJSON() ([]byte, error) { return nil, ErrEncoding }

// String says that there is a part, and not what is in it.
func (p Part) String() string { return "part" }

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (p Part) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(p.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (p Part) LogValue() slog.Value { return slog.StringValue(p.String()) }

// MarshalJSON always fails with [ErrEncoding].
func (p Part) MarshalJSON() ([]byte, error) { return nil, ErrEncoding }

// String says that there is an argument, and not which: its text is the
// application's, and nothing to be printed by chance.
func (a Arg) String() string { return "arg" }

// Format implements [fmt.Formatter]: every verb prints what String returns.
func (a Arg) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// LogValue implements [slog.LogValuer] with what String returns.
func (a Arg) LogValue() slog.Value { return slog.StringValue(a.String()) }

// MarshalJSON always fails with [ErrEncoding].
func (a Arg) MarshalJSON() ([]byte, error) { return nil, ErrEncoding }
