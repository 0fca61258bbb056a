//go:build !linux

package ordinary

import (
	"os"
	"testing"
)

// User skips a test that is run as the superuser, whom permissions do not hold.
func User(t testing.TB) {
	t.Helper()
	if os.Getuid() == 0 {
		t.Skip("the superuser reads and writes everywhere")
	}
}
