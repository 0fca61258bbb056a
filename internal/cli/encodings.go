package cli

import (
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/budget/p50k"
	"github.com/ringfence/ringfence/budget/r50k"
)

// defaultEncoding is that of the models most in use.
const defaultEncoding = "o200k_base"

// encoding is a counter that knows its name, which the budget of a rendered
// prompt tells. The methods that make counting fast come from *bpe.Encoding.
type encoding struct {
	*bpe.Encoding
	name string
}

// Name returns the name that --encoding has.
func (e encoding) Name() string { return e.name }

// bytesCounter is the counter without a vocabulary.
type bytesCounter struct{ budget.Bytes }

// Name returns "bytes".
func (bytesCounter) Name() string { return "bytes" }

// counters are the values of --encoding. A vocabulary is loaded when it is
// asked for and not before: it takes longer than everything else of a start.
var counters = []struct {
	name string
	open func() *bpe.Encoding
}{
	{"o200k_base", o200k.Encoding},
	{"cl100k_base", cl100k.Encoding},
	{"p50k_base", p50k.Encoding}, // this one and the next do not add up at seams: fitting counts the whole
	{"r50k_base", r50k.Encoding},
	{"bytes", nil},
}

// encodingNames lists the names.
func encodingNames() []string {
	out := make([]string, len(counters))
	for i, c := range counters {
		out[i] = c.name
	}
	return out
}

// counter returns the counter of that name.
func counter(name string) (budget.Counter, error) {
	for _, c := range counters {
		switch {
		case c.name != name:
		case c.open == nil:
			return bytesCounter{}, nil
		default:
			return encoding{c.open(), name}, nil
		}
	}
	return nil, notOneOf("encoding", name, encodingNames())
}
