package serve

import (
	"os"
	"runtime"
)

// ballastSize is how much the server may leave to the garbage collector, in bytes,
// beyond what it holds. What it holds at rest is less than a tenth of that, so that
// a few dozen bodies would set off a collection, and whoever calls meanwhile waits:
// at 200 bodies of 32 kB a second it is one each second or two, and not several in
// each. A share of what is held (GOGC) in place of a fixed size would also multiply
// what large bodies take.
const ballastSize = 32 << 20

// ballast makes the collector wait until about as much garbage was made. It is memory
// that is never touched: the system gives none for it. Whoever set GOGC or GOMEMLIMIT
// has decided otherwise. The function that is returned takes it away.
func ballast() (drop func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	b := make([]byte, ballastSize)
	return func() { runtime.KeepAlive(b) }
}
