package tiktoken

import (
	"sync"

	"github.com/dlclark/regexp2"
	pkoukk "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// Codes of the errors that [New] returns.
const (
	// CodeUnknown: there is no encoding of that name.
	CodeUnknown ringfence.Code = "encoding-unknown"
	// CodeLoad: the vocabulary linked in could not be read.
	CodeLoad ringfence.Code = "encoding-load"
)

// Encoding is one vocabulary with its pattern. It is made by [New], immutable,
// and safe for concurrent use.
type Encoding struct {
	name     string
	family   family
	ranks    map[string]int
	pattern  *regexp2.Regexp
	ordinary *pkoukk.Tiktoken
}

var (
	_ budget.Counter  = (*Encoding)(nil)
	_ budget.Additive = (*Encoding)(nil)
	_ budget.Measurer = (*Encoding)(nil)
)

// loaded holds what New has loaded. Each entry is written once, under its own
// lock, and never changed.
var loaded = map[string]func() (*Encoding, error){
	"o200k_base":  once("o200k_base", o200k),
	"cl100k_base": once("cl100k_base", cl100k),
	"p50k_base":   once("p50k_base", gpt2),
	"r50k_base":   once("r50k_base", gpt2),
}

func once(name string, f family) func() (*Encoding, error) {
	return sync.OnceValues(func() (*Encoding, error) { return load(name, f) })
}

// New returns the encoding of that name: o200k_base, cl100k_base, p50k_base or
// r50k_base. The first call for a name loads it, later ones share it. The error
// is a *ringfence.Error with [CodeUnknown] or [CodeLoad].
func New(encoding string) (*Encoding, error) {
	get, ok := loaded[encoding]
	if !ok {
		return nil, &ringfence.Error{
			Code: CodeUnknown, Message: "there is no encoding of that name", Offset: ringfence.NoOffset,
			Hint: "use o200k_base, cl100k_base, p50k_base or r50k_base",
		}
	}
	return get()
}

// load builds an encoding from exported constructors alone. The library's own
// GetEncoding reads a global loader, which is a data race to set, and falls
// back to the network.
func load(name string, f family) (*Encoding, error) {
	fail := func(err error) (*Encoding, error) {
		return nil, &ringfence.Error{
			Code: CodeLoad, Message: "the vocabulary " + name + " cannot be read", Offset: ringfence.NoOffset, Err: err,
		}
	}
	// The offline loader takes the last part of an address, and reads the file
	// of that name from its embedded assets.
	ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
	if err != nil {
		return fail(err)
	}
	core, err := pkoukk.NewCoreBPE(ranks, nil, f.pattern)
	if err != nil {
		return fail(err)
	}
	pattern, err := regexp2.Compile(f.pattern, regexp2.None)
	if err != nil {
		return fail(err)
	}
	return &Encoding{
		name: name, family: f, ranks: ranks, pattern: pattern,
		ordinary: pkoukk.NewTiktoken(core, &pkoukk.Encoding{Name: name, PatStr: f.pattern, MergeableRanks: ranks}, nil),
	}, nil
}

// Name returns the name that was given to [New].
func (e *Encoding) Name() string { return e.name }

// Exactness is [budget.Upper]: a piece of more than MaxPiece bytes counts as
// its bytes. See [Encoding.Measure].
func (e *Encoding) Exactness() budget.Exactness { return budget.Upper }

// SeamAdditive is true for o200k_base and cl100k_base, whose patterns end a
// piece after a line feed that no white space or slash follows. The older
// patterns leave the last character of a run of white space to what follows.
func (e *Encoding) SeamAdditive() bool { return e.family.seams }
