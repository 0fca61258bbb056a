// Package display gives tests an X server of their own.
//
// The server picks a free display number itself, listens on no network, and is
// ended by its process id with the test.
package display

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Start starts Xvfb for a test and returns its name, such as ":5". The test is
// skipped where Xvfb or one of the other programs is not installed.
func Start(t testing.TB, programs ...string) string {
	t.Helper()
	for _, name := range append([]string{"Xvfb"}, programs...) {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	if err := r.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { //nolint:forbidigo // a deadline of the system's clock
		t.Fatal(err)
	}
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "-nolisten", "tcp") //nolint:noctx // ended below
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // by its id
		_ = cmd.Wait()
	})
	_ = w.Close() // the server has its own
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Skipf("Xvfb does not start here: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}
