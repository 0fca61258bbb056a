//go:build !unix

package task

// nonblock is nothing where folders hold no pipes.
const nonblock = 0
