//go:build !unix

package nolink

// nonblock is not needed: a folder of this system holds no pipes.
const nonblock = 0
