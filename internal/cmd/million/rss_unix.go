//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// maxRSS is the largest resident set of a process that ended, in bytes.
func maxRSS(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss) //nolint:unconvert // its type differs between systems
	}
	return int64(usage.Maxrss) << 10 //nolint:unconvert // its type differs between systems
}
