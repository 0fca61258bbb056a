// Package cl100k holds the vocabulary cl100k_base.
package cl100k

import (
	_ "embed" // for the vocabulary
	"sync"

	"github.com/ringfence/ringfence/budget/bpe"
)

//go:generate go run ../bpe/gen -vocabulary cl100k_base -family cl100k -out cl100k.bpe

//go:embed cl100k.bpe
var packed string

var load = sync.OnceValue(func() *bpe.Encoding { return bpe.MustOpen("cl100k_base", packed, bpe.FamilyCL100K) })

// Encoding returns the encoding cl100k_base. The first call builds it, later calls
// return the same one; it is safe for concurrent use.
func Encoding() *bpe.Encoding { return load() }
