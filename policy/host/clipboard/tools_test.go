//go:build unix

package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
)

// scripted installs programs written in shell and returns an environment in
// which they are found.
func scripted(t *testing.T, scripts map[string]string) (dir string, environ []string) {
	t.Helper()
	dir = t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir, []string{"PATH=" + dir + ":/bin:/usr/bin", "HOME=" + dir, "API_KEY=secret"}
}

func codeOf(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestChoose(t *testing.T) {
	for _, c := range []struct{ goos, display, wayland, want string }{
		{"linux", ":0", "", "xclip"},
		{"linux", ":0", "wayland-0", "wl-paste"},
		{"linux", "", "", ""},
		{"freebsd", ":0", "", "xclip"},
		{"darwin", "", "", "pbpaste"},
		{"windows", "", "", "powershell"},
	} {
		got, ok := choose(c.goos, func(name string) string {
			return map[string]string{"DISPLAY": c.display, "WAYLAND_DISPLAY": c.wayland}[name]
		})
		if got.get != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %q, %v", c, got.get, ok)
		}
	}
}

// No content is ever an argument, and no tool lacks what Get looks up.
func TestToolTables(t *testing.T) {
	for _, tool := range []tools{x11, wayland, macOS, windows} {
		if (tool.listArgs != nil) != (tool.wantsArg >= 0 && len(tool.texts) > 0) || tool.wantsArg >= len(tool.getArgs) {
			t.Errorf("%s: types do not fit together", tool.get)
		}
		if tool.owner && tool.listArgs == nil {
			t.Errorf("%s: an owner is recognised by what it offers", tool.get)
		}
	}
}

func TestTextType(t *testing.T) {
	for listed, want := range map[string]string{
		"TARGETS\nUTF8_STRING\nSTRING\n": "UTF8_STRING",
		"image/png\n":                    "",
		"":                               "",
		"text/plain\r\n":                 "text/plain",
		"STRING":                         "STRING",
		"text/plain-not\nxUTF8_STRING":   "",
	} {
		if got, ok := x11.textType(listed); got != want || ok != (want != "") {
			t.Errorf("%q: %q", listed, got)
		}
	}
}

// The programs of macOS: streams of text, and nothing else from the environment.
func TestStreams(t *testing.T) {
	dir, environ := scripted(t, map[string]string{
		"pbcopy":  `[ "$LC_ALL" = en_US.UTF-8 ] && [ -z "$API_KEY" ] && [ $# = 0 ] && cat > "$HOME/content"`,
		"pbpaste": `cat "$HOME/content"`,
	})
	c, err := open(macOS, environ)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a\n", "", "\u00e9"} {
		if err := c.Set(soon(t), Content{Text, []byte(text)}); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "content")); err != nil || string(b) != text {
			t.Fatalf("%q, %v", b, err)
		}
		if got, err := c.Get(soon(t), 10); err != nil || string(got.Data) != text {
			t.Errorf("%q, %v", got.Data, err)
		}
	}
	if err := c.Set(soon(t), Content{Text, []byte{0xff}}); codeOf(err) != CodeNotText {
		t.Errorf("bytes: %v", err)
	}
}

// The program of Windows: base64 both ways.
func TestBase64(t *testing.T) {
	dir, environ := scripted(t, map[string]string{
		"powershell": `case "$4" in *Get-Clipboard*) cat "$HOME/content"; echo;; *) cat > "$HOME/content";; esac`,
	})
	c, err := open(windows, environ)
	if err != nil {
		t.Fatal(err)
	}
	text := "line\r\n\u4f60\u597d"
	if err := c.Set(soon(t), Content{Text, []byte(text)}); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "content")); err != nil || string(b) != base64.StdEncoding.EncodeToString([]byte(text)) {
		t.Fatalf("%q, %v", b, err)
	}
	if got, err := c.Get(soon(t), 100); err != nil || string(got.Data) != text {
		t.Errorf("%q, %v", got.Data, err)
	}
	if _, err := c.Get(soon(t), len(text)-1); codeOf(err) != CodeTooLong {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "content"), []byte("no base64!"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Get(soon(t), 100); codeOf(err) != CodeFailed {
		t.Errorf("%v", err)
	}
}

// Wayland, with a program that holds the content until it is replaced.
func TestOwner(t *testing.T) {
	dir, environ := scripted(t, map[string]string{
		"wl-copy": `[ "$*" = "--foreground --type text/plain" ] || exit 9
echo $$ > "$HOME/pid.new"; cat > "$HOME/new.$$"; old=$(cat "$HOME/pid" 2>/dev/null)
mv "$HOME/new.$$" "$HOME/content"; mv "$HOME/pid.new" "$HOME/pid"
[ -n "$old" ] && kill $old; trap 'exit 0' TERM; while :; do sleep 0.02; done`,
		"wl-paste": `[ -e "$HOME/content" ] || { echo "Nothing is copied" >&2; exit 1; }
case "$*" in --list-types) echo text/html; echo text/plain;; "--no-newline --type text/plain") cat "$HOME/content";; *) exit 9;; esac`,
	})
	c, err := open(wayland, environ)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Get(soon(t), 5); err != nil || len(got.Data) != 0 {
		t.Fatalf("%q, %v", got.Data, err)
	}
	for _, text := range []string{"one", "one", "two"} {
		if err := c.Set(soon(t), Content{Text, []byte(text)}); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Get(soon(t), 5); err != nil || string(got.Data) != text {
			t.Errorf("%q, %v", got.Data, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "content")); err != nil || string(b) != "two" {
		t.Errorf("%q, %v", b, err)
	}
}

// Programs that fail, hang or flood.
func TestPrograms(t *testing.T) {
	for _, v := range []struct {
		name, script string
		get, set     ringfence.Code
	}{
		{"fails", "exit 1", CodeFailed, CodeFailed},
		{"dies", "kill -9 $$", CodeFailed, CodeFailed},
		{"floods", "yes", CodeTooLong, ""},
		{"hangs", "sleep 1000 & sleep 1000", CodeTimeout, CodeTimeout},
	} {
		_, environ := scripted(t, map[string]string{"pbcopy": v.script, "pbpaste": v.script})
		c, err := open(macOS, environ)
		if err != nil {
			t.Fatal(err)
		}
		limit := time.Minute
		if v.get == CodeTimeout {
			limit = time.Second / 5
		}
		for _, call := range []struct {
			name string
			want ringfence.Code
			do   func(ctx context.Context) error
		}{
			{"get", v.get, func(ctx context.Context) error { _, err := c.Get(ctx, 1000); return err }},
			{"set", v.set, func(ctx context.Context) error { return c.Set(ctx, Content{Text, bytes.Repeat([]byte("x"), 1<<20)}) }},
		} {
			if v.name == "floods" && call.name == "set" {
				continue // its output goes nowhere, and it never ends
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			err := call.do(ctx)
			cancel()
			if codeOf(err) != call.want || strings.Contains(err.Error(), environ[1]) {
				t.Errorf("%s: %s: %v", v.name, call.name, err)
			}
		}
	}
}

// A clipboard of a gigabyte is refused, and is not held in memory: neither where
// its program is ended nor where it is let to write to its end.
func TestGigabyte(t *testing.T) {
	for name, tool := range map[string]tools{"pbpaste": macOS, "wl-paste": wayland} {
		_, environ := scripted(t, map[string]string{
			name: `case "$*" in *--list-types*) echo text/plain;; *) head -c 1073741824 /dev/zero;; esac`, tool.set: "exit 1",
		})
		c, err := open(tool, environ)
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := c.Get(soon(t), 1<<20)
		runtime.ReadMemStats(&after)
		if codeOf(err) != CodeTooLong || len(got.Data) != 0 {
			t.Errorf("%s: %v, %d bytes", name, err, len(got.Data))
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20 {
			t.Errorf("%s: %d bytes were taken", name, taken)
		}
	}
}

// A call whose time is over starts no program: one that takes the selection would
// replace what is there before it is ended.
func TestNothingBeginsTooLate(t *testing.T) {
	dir, environ := scripted(t, map[string]string{"xclip": `touch "$HOME/started"`})
	c, err := open(x11, environ)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // chance decided
		if err := c.Set(over, Content{Text, []byte("x")}); codeOf(err) != CodeTimeout || !errors.Is(err, context.Canceled) {
			t.Fatalf("set: %v", err)
		}
		if _, err := c.Get(over, 10); codeOf(err) != CodeTimeout {
			t.Fatalf("get: %v", err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "started")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a program was started: %v", err)
	}
}
