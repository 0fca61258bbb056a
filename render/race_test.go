//go:build race

package render

// raceEnabled reports a build with the race detector, which allocates by itself.
const raceEnabled = true
