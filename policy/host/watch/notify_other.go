//go:build !linux

package watch

// maxNotified is the most folders that the system is asked about: elsewhere each
// takes a descriptor for every file in it, or a thread's buffer.
const maxNotified = 256
