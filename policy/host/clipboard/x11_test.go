//go:build linux

package clipboard_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/host/internal/display"
)

// desktop starts an X server and returns its clipboard and the environment of
// another program on it.
func desktop(t *testing.T) (clipboard.Clipboard, []string) {
	t.Helper()
	name := display.Start(t, "xclip")
	environ := []string{"DISPLAY=" + name, "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	c, err := clipboard.System(environ)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeIt(t, c) })
	return c, environ
}

func closeIt(t *testing.T, c clipboard.Clipboard) {
	t.Helper()
	if err := c.(io.Closer).Close(); err != nil {
		t.Error(err)
	}
}

// other is the second program.
func other(t *testing.T, environ []string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(within(t), "xclip", args...)
	cmd.Env, cmd.Stdin = environ, bytes.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("xclip %q: %v", args, err)
	}
	return out
}

// owns lets the second program own the clipboard until the test ends, or it is
// replaced.
func owns(t *testing.T, environ []string, data []byte, kind string) {
	t.Helper()
	cmd := exec.Command("xclip", "-i", "-selection", "clipboard", "-t", kind, "-quiet")
	cmd.Env, cmd.Stdin = environ, bytes.NewReader(data)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// eventually asks until it is so: the other program takes the selection in its
// own time.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 1000 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%s: it does not become so", what)
}

func TestX11(t *testing.T) {
	c, environ := desktop(t)
	if got, err := c.Get(within(t), 10); err != nil || len(got.Data) != 0 {
		t.Fatalf("nobody owns the selection: %q, %v", got.Data, err)
	}
	roundTrip(t, c)
	for _, v := range contents {
		if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: v.data}); err != nil {
			t.Fatalf("%s: %v", v.name, err)
		}
		if got := other(t, environ, nil, "-o", "-selection", "clipboard", "-t", "UTF8_STRING"); !bytes.Equal(got, v.data) {
			t.Errorf("%s: another program reads %d bytes of %d", v.name, len(got), len(v.data))
		}
	}
	for _, kind := range []string{"UTF8_STRING", "STRING", "text/plain;charset=utf-8"} {
		text := []byte("from elsewhere\n" + kind)
		owns(t, environ, text, kind)
		eventually(t, kind, func() bool {
			got, err := c.Get(within(t), 100)
			return err == nil && bytes.Equal(got.Data, text)
		})
	}
	owns(t, environ, []byte("\x89PNG"), "image/png")
	eventually(t, "a picture", func() bool {
		_, err := c.Get(within(t), 100)
		return code(err) == clipboard.CodeNotText
	})
}

// The same text twice: the second owner is there when Set returns.
func TestX11SameAgain(t *testing.T) {
	c, environ := desktop(t)
	for range 20 {
		if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: []byte("same")}); err != nil {
			t.Fatal(err)
		}
		if got := other(t, environ, nil, "-o", "-selection", "clipboard"); string(got) != "same" {
			t.Fatalf("%q", got)
		}
	}
}

// holders counts the processes that hold the clipboard of a display.
func holders(t *testing.T, display string) int {
	t.Helper()
	found, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, p := range found {
		cmd, _ := os.ReadFile("/proc/" + p.Name() + "/cmdline")
		env, _ := os.ReadFile("/proc/" + p.Name() + "/environ")
		if strings.HasPrefix(string(cmd), "xclip\x00") || strings.Contains(string(cmd), "/xclip\x00") {
			if strings.Contains("\x00"+string(env), "\x00DISPLAY="+display+"\x00") {
				n++
			}
		}
	}
	return n
}

// One program at most holds the content, and none after Close.
func TestX11LeavesNothing(t *testing.T) {
	c, environ := desktop(t)
	name := strings.TrimPrefix(environ[0], "DISPLAY=")
	for i := range 10 {
		if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: []byte{byte('a' + i)}}); err != nil {
			t.Fatal(err)
		}
		if n := holders(t, name); n != 1 {
			t.Fatalf("%d programs hold the clipboard", n)
		}
	}
	closeIt(t, c)
	if n := holders(t, name); n != 0 {
		t.Errorf("%d programs after Close", n)
	}
	if _, err := c.Get(within(t), 10); code(err) != clipboard.CodeClosed {
		t.Errorf("get: %v", err)
	}
	if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text}); code(err) != clipboard.CodeClosed {
		t.Errorf("set: %v", err)
	}
}

func TestX11Unreachable(t *testing.T) {
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("xclip is not installed")
	}
	c, err := clipboard.System([]string{"DISPLAY=:64999", "PATH=" + os.Getenv("PATH")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(within(t), 10); code(err) != clipboard.CodeNone {
		t.Errorf("get: %v", err)
	}
	if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: []byte("x")}); code(err) != clipboard.CodeNone {
		t.Errorf("set: %v", err)
	}
}
