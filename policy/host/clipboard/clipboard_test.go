package clipboard_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/host/clipboard"
)

func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// within gives a call that takes programs the time of a machine under load.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

var contents = []struct {
	name string
	data []byte
}{
	{"text", []byte("plain")},
	{"empty", nil},
	{"trailing line ends", []byte("a\r\nb\n\n")},
	{"no text", []byte("\xff\x00\xfe\n")},
	{"any script", []byte("h\u00e9llo \u4f60\u597d \U0001f600 e\u0301 \u202e\u200b")},
	{"options", []byte("--display -o $(touch x) `id`")},
	{"long", bytes.Repeat([]byte("0123456789abcde\n"), 1<<15)},
}

// roundTrip is what every clipboard does.
func roundTrip(t *testing.T, c clipboard.Clipboard) {
	t.Helper()
	for _, v := range contents {
		if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: v.data}); err != nil {
			t.Errorf("%s: set: %v", v.name, err)
			continue
		}
		got, err := c.Get(within(t), len(v.data))
		if err != nil || got.MIME != clipboard.Text || !bytes.Equal(got.Data, v.data) {
			t.Errorf("%s: %d bytes of %d, %v", v.name, len(got.Data), len(v.data), err)
		}
		if len(v.data) > 0 {
			if got, err := c.Get(within(t), len(v.data)-1); code(err) != clipboard.CodeTooLong || got.Data != nil {
				t.Errorf("%s: a byte less: %v, %d bytes", v.name, err, len(got.Data))
			}
		}
	}
	if err := c.Set(within(t), clipboard.Content{MIME: "text/html", Data: []byte("x")}); code(err) != clipboard.CodeMIME {
		t.Errorf("another type: %v", err)
	}
	if err := c.Set(within(t), clipboard.Content{MIME: clipboard.Text, Data: make([]byte, clipboard.MaxContent+1)}); code(err) != clipboard.CodeTooLong {
		t.Errorf("too long: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Get(gone, 10); code(err) != clipboard.CodeTimeout || !errors.Is(err, context.Canceled) {
		t.Errorf("get without time: %v", err)
	}
	if err := c.Set(gone, clipboard.Content{MIME: clipboard.Text}); code(err) != clipboard.CodeTimeout {
		t.Errorf("set without time: %v", err)
	}
	// What failed changed nothing.
	last := contents[len(contents)-1].data
	if got, err := c.Get(within(t), len(last)); err != nil || !bytes.Equal(got.Data, last) {
		t.Errorf("at the end: %d bytes, %v", len(got.Data), err)
	}
}

func TestMemory(t *testing.T) {
	roundTrip(t, clipboard.NewMemory())
	var zero clipboard.Memory
	if got, err := zero.Get(t.Context(), 0); err != nil || got.MIME != clipboard.Text || len(got.Data) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// A content is a copy on both sides.
func TestMemoryCopies(t *testing.T) {
	m := clipboard.NewMemory()
	data := []byte("abc")
	if err := m.Set(t.Context(), clipboard.Content{MIME: clipboard.Text, Data: data}); err != nil {
		t.Fatal(err)
	}
	data[0] = 'X'
	got, err := m.Get(t.Context(), 3)
	if err != nil || string(got.Data) != "abc" {
		t.Fatalf("%q, %v", got.Data, err)
	}
	got.Data[0] = 'Y'
	if again, err := m.Get(t.Context(), 3); err != nil || string(again.Data) != "abc" {
		t.Errorf("%q, %v", again.Data, err)
	}
}

func TestNoDesktop(t *testing.T) {
	for _, environ := range [][]string{nil, {"PATH=/bin"}, {"DISPLAY=", "PATH=/usr/bin:/bin"}, {"DISPLAY=:1", "PATH=/nowhere"}, {"WAYLAND_DISPLAY=w", "PATH="}} {
		if c, err := clipboard.System(environ); err == nil || c != nil {
			t.Skip("this system has one clipboard, whatever the environment")
		} else if code(err) != clipboard.CodeNone || strings.Contains(err.Error(), "nowhere") {
			t.Errorf("%q: %v", environ, err)
		}
	}
}
