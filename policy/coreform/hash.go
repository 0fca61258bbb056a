package coreform

import (
	"math"

	"lukechampine.com/blake3"
)

// What the published hashes put before the print, so that a hash of one kind
// never equals one of another.
const (
	termDomain   = "GCv0.2\x00"
	moduleDomain = "GCv0.2\x00module\x00"
)

// Hash returns the published hash of a term: BLAKE3 over "GCv0.2\0" and the
// canonical print. Invalid terms all hash alike; check [Term.Err] first where
// they can occur. It takes the time of printing and constant memory.
func Hash(t Term) [32]byte {
	return digest(termDomain, func(p *printer) { p.block(&t, 0) })
}

// HashModule returns the published hash of a module: BLAKE3 over
// "GCv0.2\0module\0" and the print of [AppendModule]. Its cost is that of [Hash].
func HashModule(forms []Term) [32]byte {
	return digest(moduleDomain, func(p *printer) { p.module(forms) })
}

// digest hashes a domain and what write prints. Most terms are far smaller than
// flushSize and are hashed in one call.
func digest(domain string, write func(*printer)) [32]byte {
	var long *blake3.Hasher
	p := printer{dst: append(make([]byte, 0, 1<<10), domain...), max: math.MaxInt}
	p.flush = func(text []byte) {
		if long == nil {
			long = blake3.New(32, nil)
		}
		// Writing to a hash cannot fail.
		_, _ = long.Write(text)
	}
	write(&p)
	if long == nil {
		return blake3.Sum256(p.dst)
	}
	p.flush(p.dst)
	var sum [32]byte
	long.Sum(sum[:0])
	return sum
}
