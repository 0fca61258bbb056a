package bridge

import (
	"encoding/hex"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
)

// Transport says how requests reach the program. The zero value is spawn-per-op,
// the default of the contract.
type Transport uint8

// The transports of the contract.
const (
	SpawnPerOp      Transport = iota // a process a request
	PersistentStdio                  // one process, a frame a request
)

// String returns the name of the transport in a policy file.
func (t Transport) String() string {
	switch t {
	case SpawnPerOp:
		return "spawn-per-op"
	case PersistentStdio:
		return "persistent-stdio"
	}
	return "unknown"
}

// Defaults and bounds of a [Config].
const (
	// DefaultTimeout ends a call whose policy gives no time. An editor that
	// waits longer for a bridge has hung.
	DefaultTimeout = 30 * time.Second
	// MaxTimeout is the longest time a policy can give: longer work is a task
	// that is polled.
	MaxTimeout = time.Hour
	// DefaultBytes limits request and response, in bytes of payload, where the
	// policy gives no max_bytes.
	DefaultBytes = 1 << 20
	// DefaultStderr is how much of a bridge's diagnostics is kept, in bytes.
	DefaultStderr = 64 << 10
	// MaxExecutable is the largest program that is hashed and copied, in bytes.
	MaxExecutable = 512 << 20
	// maxTerms bounds the memory of a parsed response: a term takes more than
	// its shortest source.
	maxTerms = 1 << 18
	// maxVariables bounds the environment, maxArguments the command line.
	maxVariables = 64
	maxArguments = 256
)

// DefaultFamily is the family of the editor operations.
const DefaultFamily = "editor"

// The variables that a bridge always has, and that no policy can set.
const (
	EnvOp     = "GENESIS_HOST_BRIDGE_OP"
	EnvFamily = "GENESIS_HOST_BRIDGE_FAMILY"
)

// Config is what a policy says about the bridge of one operation.
type Config struct {
	Op     string // symbol of the operation, the last argument
	Family string // DefaultFamily when empty; before the code of an ERROR
	// Dir is the base directory, an absolute path. Command is the executable:
	// relative to Dir, or absolute and inside it. Symbolic links that lead out
	// of Dir are refused.
	Dir     string
	Command string
	Args    []string // fixed arguments, before the op
	// SHA256 is the pin, 64 hexadecimal digits, after "sha256:" or not. Empty
	// means that the program is not pinned, which "policy lint" reports.
	SHA256    string
	Transport Transport
	// Environ is the environment of the host as "NAME=value", of which a bridge
	// gets the variables that EnvAllow names, and no other.
	Environ  []string
	EnvAllow []string
	Timeout  time.Duration // of a call; DefaultTimeout when 0
	// Limits in bytes; DefaultBytes and DefaultStderr when 0.
	MaxRequest, MaxResponse, MaxStderr int
	// Reaper, when set, finds descendants that left everything else behind.
	Reaper *Reaper
}

// withDefaults checks a configuration and fills in what it leaves out.
func (c Config) withDefaults() (Config, error) {
	if c.Command == "" {
		return c, fail(CodeRequired, "the policy names no bridge_cmd for this operation", nil)
	}
	if c.Family == "" {
		c.Family = DefaultFamily
	}
	c.Timeout = orDefault(c.Timeout, DefaultTimeout)
	c.MaxRequest = orDefault(c.MaxRequest, DefaultBytes)
	c.MaxResponse = orDefault(c.MaxResponse, DefaultBytes)
	c.MaxStderr = orDefault(c.MaxStderr, DefaultStderr)
	reason := ""
	switch {
	case coreform.Sym(c.Op).Err() != nil || coreform.Sym(c.Family).Err() != nil:
		reason = "the op or the family is not a symbol"
	case c.Transport > PersistentStdio:
		reason = "unknown transport"
	case c.Timeout < 0 || c.Timeout > MaxTimeout:
		reason = "the time of a call is not between 0 and an hour"
	case min(c.MaxRequest, c.MaxResponse, c.MaxStderr) < 0 || max(c.MaxRequest, c.MaxResponse, c.MaxStderr) > frame.Max:
		reason = "a limit is below 0 or above what a frame can hold"
	case len(c.Args) > maxArguments || hasNUL(c.Args) || hasNUL([]string{c.Command, c.Dir}):
		reason = "too many arguments, or one that holds NUL"
	}
	if reason == "" && c.SHA256 != "" {
		c.SHA256 = strings.TrimPrefix(c.SHA256, "sha256:")
		if pin, err := hex.DecodeString(c.SHA256); err != nil || len(pin) != 32 {
			reason = "the pinned hash is not 64 hexadecimal digits"
		}
	}
	if reason != "" {
		return c, fail(CodePolicy, reason, nil)
	}
	return c, nil
}

func orDefault[T int | time.Duration](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

func hasNUL(list []string) bool {
	for _, s := range list {
		if strings.ContainsRune(s, 0) {
			return true
		}
	}
	return false
}

// environment returns the whole environment of the bridge: the two variables of
// the contract, then what the policy lets through, in the order of its list.
func (c Config) environment() ([]string, error) {
	env := []string{EnvOp + "=" + c.Op, EnvFamily + "=" + c.Family}
	if len(c.EnvAllow) > maxVariables {
		return nil, fail(CodePolicy, "env_allow names too many variables", nil)
	}
	for i, name := range c.EnvAllow {
		if !variableName(name) || strings.HasPrefix(strings.ToUpper(name), "GENESIS_HOST_BRIDGE_") {
			return nil, fail(CodePolicy, "env_allow holds what is no name of a variable, or one of the contract's own", nil)
		}
		if slices.Contains(c.EnvAllow[:i], name) {
			return nil, fail(CodePolicy, "env_allow names a variable twice", nil)
		}
		// As programs see it: the first of several values counts.
		for _, entry := range c.Environ {
			if value, ok := strings.CutPrefix(entry, name+"="); ok {
				if strings.ContainsRune(value, 0) {
					return nil, fail(CodePolicy, "a variable holds NUL", nil)
				}
				env = append(env, entry)
				break
			}
		}
	}
	return env, nil
}

// variableName reports whether a name is one that no shell or system reads in
// two ways. Wildcards are not names.
func variableName(s string) bool {
	for i, r := range s {
		letter := r == '_' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}
