// Package o200k holds the vocabulary o200k_base.
package o200k

import (
	_ "embed" // for the vocabulary
	"sync"

	"github.com/ringfence/ringfence/budget/bpe"
)

//go:generate go run ../bpe/gen -vocabulary o200k_base -family o200k -out o200k.bpe

//go:embed o200k.bpe
var packed string

var load = sync.OnceValue(func() *bpe.Encoding { return bpe.MustOpen("o200k_base", packed, bpe.FamilyO200K) })

// Encoding returns the encoding o200k_base. The first call builds it, later calls
// return the same one; it is safe for concurrent use.
func Encoding() *bpe.Encoding { return load() }
