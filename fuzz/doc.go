// Package fuzz holds the fuzz targets that go across packages, their seeds and
// the oracles that they compare with. It has no code but tests: the targets of
// one package stand beside its code.
//
// Each target checks several named properties on one input. A property is a
// small function, and what it reports when it does not hold names the guarantee
// of the root package that is broken. docs/fuzzing.md lists them, says where
// the seeds come from and how a failing input becomes a seed.
//
// The scanner, the fold and the encoder in this folder are written from the
// grammar and the contracts and share no code with packages fence and contract.
// They are slow and plain on purpose.
package fuzz
