//go:build race

package bpe_test

// raceEnabled: under the race detector a sync.Pool drops one value in four, so
// a count of allocations says nothing.
const raceEnabled = true
