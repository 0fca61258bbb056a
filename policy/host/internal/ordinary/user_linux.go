package ordinary

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// User makes the permissions of files hold for what the goroutine of a test does
// itself, until the test ends: its thread gives up the capabilities to pass over
// them. It changes nothing for a user who is not the superuser.
func User(t testing.TB) {
	t.Helper()
	if os.Getuid() != 0 {
		return
	}
	runtime.LockOSThread() // capabilities are those of a thread
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var had, has [2]unix.CapUserData
	if err := unix.Capget(&header, &had[0]); err != nil {
		t.Fatal(err)
	}
	has = had
	has[0].Effective &^= 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_DAC_READ_SEARCH
	if err := unix.Capset(&header, &has[0]); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // on the same goroutine
		if err := unix.Capset(&header, &had[0]); err != nil {
			t.Error(err)
		}
		runtime.UnlockOSThread()
	})
}
