// Package p50k holds the vocabulary p50k_base.
package p50k

import (
	_ "embed" // for the vocabulary
	"sync"

	"github.com/ringfence/ringfence/budget/bpe"
)

//go:generate go run ../bpe/gen -vocabulary p50k_base -family gpt2 -out p50k.bpe

//go:embed p50k.bpe
var packed string

var load = sync.OnceValue(func() *bpe.Encoding { return bpe.MustOpen("p50k_base", packed, bpe.FamilyGPT2) })

// Encoding returns the encoding p50k_base. The first call builds it, later calls
// return the same one; it is safe for concurrent use.
func Encoding() *bpe.Encoding { return load() }
