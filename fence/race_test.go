//go:build race

package fence

// raceEnabled reports a build with the race detector, which is too slow for
// the largest loops and for measuring.
const raceEnabled = true
