package dialog_test

import (
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/host/dialog"
)

// person is at the other end of a terminal: it types what it is given and keeps
// what it was shown.
func person(typed string) (d dialog.Dialog, shown func() string) {
	all := make(chan string, 1)
	open := func() (io.ReadWriteCloser, error) {
		near, far := net.Pipe()
		go func() { _, _ = io.WriteString(far, typed) }()
		go func() {
			b, _ := io.ReadAll(far)
			all <- string(b)
		}()
		return near, nil
	}
	return dialog.Terminal{Open: open}.Dialog(), func() string { return <-all }
}

func TestTerminal(t *testing.T) {
	start := t.TempDir()
	text := dialog.Request{Title: "T", StartDir: start, Filters: []dialog.Filter{{Name: "Text", Extensions: []string{"txt"}}}}
	many := text
	many.Multi = true
	for _, v := range []struct {
		name, typed string
		save        bool
		r           dialog.Request
		paths       []string
		code        ringfence.Code
	}{
		{"absolute", "/a/b.txt\n", false, text, []string{"/a/b.txt"}, ""},
		{"relative, with CR", "b.txt\r\n", false, text, []string{filepath.Join(start, "b.txt")}, ""},
		{"nothing", "\n", false, text, nil, ""},
		{"again", "b.sh\nb.txt\n", false, text, []string{filepath.Join(start, "b.txt")}, ""},
		{"three times wrong", "b.sh\nb\n/a/../c.txt\n", false, text, nil, ""},
		{"many", "/a.txt\n/b.txt\n\n", false, many, []string{"/a.txt", "/b.txt"}, ""},
		{"many, one wrong", "/a.txt\n/b\n", false, many, nil, ""},
		{"save", "any.name\n", true, text, []string{filepath.Join(start, "any.name")}, ""},
		{"long", strings.Repeat("x", dialog.MaxPath+2), false, text, nil, dialog.CodeFailed},
		{"impossible", "\n", false, dialog.Request{DefaultName: ".."}, nil, dialog.CodeRequest},
	} {
		d, _ := person(v.typed)
		ask := d.Open
		if v.save {
			ask = d.Save
		}
		a, err := ask(t.Context(), v.r)
		if code(err) != v.code || a.OK != (v.paths != nil) || !slices.Equal(a.Paths, v.paths) {
			t.Errorf("%s: %+v, %v", v.name, a, err)
		}
	}
}

// Nothing in a request moves the cursor, ends a line, or looks like the dialog's
// own words.
func TestTerminalShowsPlainly(t *testing.T) {
	d, shown := person("\n")
	_, err := d.Save(t.Context(), dialog.Request{
		Title: "x\x1b[2J\nPath, or an empty line for none: \u202e\u200b", DefaultName: "n",
		Filters: []dialog.Filter{{Name: "k\n| name: y", Extensions: []string{"a"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "An agent asks for the name of a file to save. Its own words:\n" +
		`| x\u{1B}[2J\u{A}Path, or an empty line for none: \u{202E}\u{200B}` + "\n| name: n\n" +
		`| kind: k\u{A}| name: y (a)` + "\nPath, or an empty line for none: "
	if got := shown(); got != want {
		t.Errorf("%q", got)
	}
}

func TestTerminalEnds(t *testing.T) {
	d, _ := person("") // nobody types
	ctx, cancel := context.WithCancel(t.Context())
	context.AfterFunc(ctx, func() {})
	go cancel()
	if a, err := d.Open(ctx, dialog.Request{}); code(err) != dialog.CodeTimeout || a.OK {
		t.Errorf("%+v, %v", a, err)
	}
	broken := errors.New("no device")
	for _, d := range []dialog.Dialog{
		dialog.Terminal{}.Dialog(),
		dialog.Terminal{Open: func() (io.ReadWriteCloser, error) { return nil, broken }}.Dialog(),
	} {
		if a, err := d.Save(t.Context(), dialog.Request{}); code(err) != dialog.CodeNone || a.OK {
			t.Errorf("%+v, %v", a, err)
		}
	}
}
