// Package r50k holds the vocabulary r50k_base.
package r50k

import (
	_ "embed" // for the vocabulary
	"sync"

	"github.com/ringfence/ringfence/budget/bpe"
)

//go:generate go run ../bpe/gen -vocabulary r50k_base -family gpt2 -out r50k.bpe

//go:embed r50k.bpe
var packed string

var load = sync.OnceValue(func() *bpe.Encoding { return bpe.MustOpen("r50k_base", packed, bpe.FamilyGPT2) })

// Encoding returns the encoding r50k_base. The first call builds it, later calls
// return the same one; it is safe for concurrent use.
func Encoding() *bpe.Encoding { return load() }
