package serve

import (
	"context"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/render"
)

// Limits of a server. Each bounds what one client can make it hold or do.
const (
	// DefaultBytes is the longest body: a hundred times an ordinary request, and
	// small enough that MaxConnections of them fit into memory.
	DefaultBytes = 1 << 20
	// MaxBytes is the largest value of Config.Bytes.
	MaxBytes = 64 << 20
	// DefaultTimeout is how long reading a request may take, and how long
	// answering it. It is below the three seconds that gateways wait.
	DefaultTimeout = 2 * time.Second
	// MaxHeader bounds the header of a request, in bytes. Gateways forward a few.
	MaxHeader = 16 << 10
	// MaxConnections bounds the connections that are open at once; more wait in
	// the kernel's queue.
	MaxConnections = 256
	// inFlightPerCPU is the default of Config.InFlight for each processor: the
	// work is computing, so more of it at once makes everybody wait longer.
	inFlightPerCPU = 4
	// DefaultGrace is how long requests in progress may take after a stop.
	DefaultGrace = 10 * time.Second
	// idle is how long a connection may stay open without a request: long enough for
	// a gateway with traffic to go on with it, and short, since a connection that
	// nobody uses takes the place of a caller.
	idle = 5 * time.Second
)

// Action is what a guardrail hook does about findings at or above the threshold.
type Action uint8

// The actions. The zero Action is the safe one: what can be made visible is, and
// what cannot is refused.
const (
	// Mask escapes what can be escaped, checks again, and rejects what is left.
	Mask Action = iota
	// Reject refuses.
	Reject
	// Observe lets everything pass. Findings are in metrics, spans and reasons.
	Observe
)

var actionNames = [...]string{"mask", "reject", "observe"}

// String returns mask, reject or observe.
func (a Action) String() string {
	if int(a) < len(actionNames) {
		return actionNames[a]
	}
	return ""
}

// Actions returns the names of all actions.
func Actions() []string { return append([]string(nil), actionNames[:]...) }

// ParseAction is the inverse of String.
func ParseAction(s string) (Action, bool) {
	for i, name := range actionNames {
		if s == name {
			return Action(i), true
		}
	}
	return Mask, false
}

// RenderInput is what POST /v1/render asks for.
type RenderInput struct {
	Body     []byte // an edit context or an ask body; nil for neither, where there are parts
	BodyAt   int    // where it stands in the request, in bytes; errors about it count from there
	Ask      bool   // which of the two
	Parts    []RenderPart
	Prev     []byte  // ask body of the turn before, or nil
	PrevAt   int     // where it stands
	Request  *string // nil for the message of an ask body
	Budget   int     // tokens; 0 for the default
	Encoding string  // "" for the default
	Style    string  // "" for the default
	Nonce    string  // "" for a fresh one
	First    int     // ordinal of the first block; 0 for 1
}

// RenderPart is text from outside that needs no edit context.
type RenderPart struct {
	Kind   string // as it was given: Config.Render judges it
	Text   string
	Source string // the caller's name for it; "" for none
}

// Config is the configuration of a server.
type Config struct {
	// Render makes a prompt. The error should be a *ringfence.Error. Required.
	Render func(ctx context.Context, in RenderInput) (*render.Prompt, error)
	// Version is the version of the program, for metrics and spans.
	Version string
	// Bytes, Timeout, InFlight and Grace default to the constants above.
	Bytes          int
	Timeout, Grace time.Duration
	InFlight       int
	// Drain is how long new requests are still answered after a stop, while health
	// checks hear that it is stopping; zero for not at all.
	Drain time.Duration
	// Action, FailOn and Never say what the guardrail hooks do: Action about
	// findings of severity FailOn and above, unless Never.
	Action Action
	FailOn audit.Severity
	Never  bool
	// ReplaceResponses is for gateways whose response hook knows no rejection:
	// there a response is replaced by a sentence in place of being rejected.
	ReplaceResponses bool
	// RequirePrompt rejects a response whose request, which Portkey sends beside it,
	// cannot be read as the prompt that it answers. Otherwise it is checked alone.
	RequirePrompt bool
	// Token, if not empty, has to come with every POST as a bearer token.
	Token []byte
	// Exposed accepts any Host header. Without it only loopback names are.
	Exposed bool
	// Spans receives a line of OTLP JSON for each span; nil for none. It is
	// called from one goroutine.
	Spans io.Writer
	// Now is the clock; nil for the system's.
	Now func() time.Time
}

// CodeConfig: the configuration of a server is impossible.
const CodeConfig ringfence.Code = "serve-config"

// withDefaults fills in what is zero and judges the rest.
func (c Config) withDefaults() (Config, error) {
	fail := func(message, hint string) (Config, error) {
		return c, &ringfence.Error{Code: CodeConfig, Message: message, Hint: hint, Offset: ringfence.NoOffset}
	}
	if c.Bytes == 0 {
		c.Bytes = DefaultBytes
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Grace == 0 {
		c.Grace = DefaultGrace
	}
	if c.InFlight == 0 {
		c.InFlight = inFlightPerCPU * runtime.GOMAXPROCS(0)
	}
	if c.Now == nil {
		c.Now = time.Now //nolint:forbidigo // metrics and spans are about time; answers are not
	}
	switch {
	case c.Render == nil:
		return fail("there is nothing to render with", "set Config.Render")
	case c.Bytes < 0 || c.Bytes > MaxBytes:
		return fail("the limit of a body is not 1 to "+strconv.Itoa(MaxBytes)+" bytes", "every connection may hold a body of this size")
	case c.Timeout < 0 || c.Grace < 0 || c.Drain < 0:
		return fail("a time limit is negative", "give a duration such as 2s")
	case c.InFlight < 0:
		return fail("the number of requests at once is negative", "give 1 or more")
	}
	return c, nil
}
