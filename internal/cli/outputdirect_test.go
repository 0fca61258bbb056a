//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// pipeIn makes a pipe with a reader that never blocks whoever opens it.
func pipeIn(t *testing.T, dir string) (path string, reader *os.File) {
	t.Helper()
	path = filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes with names here: %v", err)
	}
	reader, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	return path, reader
}

// A pipe gets the whole result, however long, and stays a pipe.
func TestOutputToPipe(t *testing.T) {
	dir := t.TempDir()
	path, reader := pipeIn(t, dir)
	body := bytes.Repeat([]byte("more than a pipe holds\n"), 20_000)
	f, err := openOutput(path, modeResult)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan []byte, 1)
	go func() { // once somebody writes: before, a reader that does not wait is at the end
		var b bytes.Buffer
		_, _ = b.ReadFrom(reader) // what was read until an error is compared
		got <- b.Bytes()
	}()
	if err := f.whole(body); err != nil {
		t.Error(err)
	}
	if read := <-got; !bytes.Equal(read, body) {
		t.Errorf("%d bytes, want %d", len(read), len(body))
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("left behind: %v %v", list, err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v %v", info, err)
	}
}

// A pipe whose reader goes away is an error, and no signal that ends the process.
func TestOutputToBrokenPipe(t *testing.T) {
	path, reader := pipeIn(t, t.TempDir())
	f, err := openOutput(path, modeResult)
	if err != nil {
		t.Fatal(err)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	err = f.whole([]byte("text"))
	if err == nil || !strings.Contains(err.Error(), "cannot be written: broken pipe") {
		t.Errorf("%v", err)
	}
	if _, err := os.Lstat(path); err != nil {
		t.Errorf("the pipe was removed: %v", err)
	}
}

// What may be written as it is, and what may not.
func TestIsDirect(t *testing.T) {
	dir := t.TempDir()
	pipe, _ := pipeIn(t, dir)
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]bool{pipe: true, "/dev/null": true, file: false, dir: false}
	for name, target := range map[string]string{"to-null": os.DevNull, "to-pipe": pipe, "to-file": file, "dangling": "nowhere"} {
		link := filepath.Join(dir, name)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		cases[link] = false
	}
	for path, want := range cases {
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := isDirect(path, info); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	for path, want := range map[string]bool{
		"/dev/stderr": true, "/dev/fd/7": true, "/dev/fd/./7": true, "/proc/self/fd/7": true,
		"/dev/fd": false, "/dev/fd/7/x": false, "/tmp/dev/fd/7": false, "/dev/fd/../null": false, "/proc/1/fd/7": false, "dev/fd/7": false,
	} {
		if got := isDescriptor(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// A pipe of somebody else is not written: who made it would read what was meant
// for a file.
func TestOutputToStrangersPipe(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a pipe away")
	}
	path, _ := pipeIn(t, t.TempDir())
	if err := os.Chown(path, 54321, -1); err != nil {
		t.Skipf("a pipe cannot be given away here: %v", err)
	}
	code, out, stderr := run(`{"contextItems":[]}`, "render", "--encoding", "bytes", "-o", path, "-")
	if code != ExitUnchecked || out != "" || !strings.Contains(stderr, "it is no regular file") {
		t.Errorf("status %d %q %s", code, out, stderr)
	}
}

// What took the place of a pipe after it was looked at is given up.
func TestKeepDirect(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := keepDirect(f); got != nil || err == nil {
		t.Errorf("%v %v", got, err)
	}
	if _, err := f.Write([]byte("x")); err == nil {
		t.Error("it is still open")
	}
}

// The names of standard output are one with the hyphen.
func TestOutputNames(t *testing.T) {
	for _, name := range []string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
		code, out, stderr := run(`{"contextItems":[]}`, "check", "-o", name, "-")
		if code != ExitClean || !strings.Contains(out, "1 file checked") {
			t.Errorf("%s: status %d %q %s", name, code, out, stderr)
		}
	}
}
