//go:build unix

package cli

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A check that a signal ends leaves nothing beside the files that it would have
// written, and those that were there as they were; it ends by that signal.
func TestInterruptedCheck(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		// What is ignored where the tests run, as by nohup, would be ignored by the
		// command; what is taken here is the system's to handle there.
		taken := make(chan os.Signal, 1)
		signal.Notify(taken, s)
		defer signal.Stop(taken)
		dir := t.TempDir()
		old := filepath.Join(dir, "report.json")
		if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("promptcheck", "check", "-o", old, "--write-baseline", filepath.Join(dir, "known.json"), "-")
		in, err := cmd.StdinPipe() // which nobody writes to
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitForFiles(t, dir, 3)
		if err := cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // its status is looked at
		_ = in.Close()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != s {
			t.Errorf("%v: it ended with %v", s, cmd.ProcessState)
		}
		waitForFiles(t, dir, 1)
		if text, err := os.ReadFile(old); err != nil || string(text) != "old" {
			t.Errorf("%v: %q %v", s, text, err)
		}
	}
}

// A check whose report nobody reads any more removes what it began beside it.
func TestReportReaderGone(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command("promptcheck", "check", "--lines", "--write-baseline", filepath.Join(dir, "known.json"), "-")
	cmd.Stdin = &records{n: 20_000}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_ = cmd.Wait() // its status is looked at; what stands in its input is left there
	if code := cmd.ProcessState.ExitCode(); code != ExitUnchecked {
		t.Errorf("it ended with %v", cmd.ProcessState)
	}
	waitForFiles(t, dir, 0)
}

// waitForFiles waits until a folder has as many files.
func waitForFiles(t *testing.T, dir string, want int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == want {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d files, want %d: %v", len(list), want, list)
		}
	}
}
