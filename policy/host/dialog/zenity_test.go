//go:build linux

package dialog_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/host/dialog"
	"github.com/ringfence/ringfence/policy/host/internal/display"
)

func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// fake installs a script as zenity, which records its arguments, one a line with
// line feeds shown, and returns the dialog and what it recorded.
func fake(t *testing.T, script string) (d dialog.Dialog, recorded func() []string) {
	t.Helper()
	dir := t.TempDir()
	text := "#!/bin/sh\nfor a; do printf '%s\\0' \"$a\" >> \"$HOME/args\"; done\n" +
		`for a; do case $a in --separator=*) sep=${a#--separator=};; esac; done` + "\n" + script
	if err := os.WriteFile(filepath.Join(dir, "zenity"), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	d, err := dialog.Zenity([]string{"DISPLAY=:9", "HOME=" + dir, "PATH=" + dir + ":/bin:/usr/bin", "API_KEY=secret"})
	if err != nil {
		t.Fatal(err)
	}
	return d, func() []string {
		b, err := os.ReadFile(filepath.Join(dir, "args"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSuffix(string(b), "\x00"), "\x00")
	}
}

// Text from outside stands behind "=" of one argument each, and is shown as it is.
func TestZenityArguments(t *testing.T) {
	d, recorded := fake(t, `[ -z "$API_KEY" ] && echo /a.TXT`)
	start := t.TempDir()
	_, err := d.Open(within(t), dialog.Request{
		Title: "--save\x1b[31m <b>x</b>\n\u202e$(id)", StartDir: start, Multi: true,
		Filters: []dialog.Filter{{Name: "a|b\n--x", Extensions: []string{"txt", "C"}}, {Name: " ", Extensions: []string{"*"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	args := recorded()
	want := []string{
		"--file-selection", `--title=--save\u{1B}[31m <b>x</b>\u{A}\u{202E}$(id)`, "", "--filename=" + start + "/", "--multiple",
		`--file-filter=a\u{7C}b\u{A}--x | *.txt *.TXT *.c *.C`, "--file-filter=* | *",
	}
	if len(args) != len(want) || !strings.HasPrefix(args[2], "--separator=|") || len(args[2]) != len("--separator=||")+32 {
		t.Fatalf("%q", args)
	}
	want[2] = args[2]
	if !slices.Equal(args, want) {
		t.Errorf("%q", args)
	}
	for _, a := range args {
		if !strings.HasPrefix(a, "--") {
			t.Errorf("%q is no option", a)
		}
	}
	d, recorded = fake(t, `echo /new`)
	if _, err := d.Save(within(t), dialog.Request{StartDir: start, DefaultName: "n.txt", Multi: true}); err != nil {
		t.Fatal(err)
	}
	if args := recorded(); !slices.Equal(args[3:], []string{"--save", "--confirm-overwrite", "--filename=" + start + "/n.txt"}) {
		t.Errorf("%q", args)
	}
}

func TestZenityAnswers(t *testing.T) {
	multi := dialog.Request{Multi: true, Filters: []dialog.Filter{{Extensions: []string{"txt"}}}}
	for _, v := range []struct {
		name, script string
		r            dialog.Request
		paths        []string
		code         ringfence.Code
	}{
		{"one", `echo /a/b.txt`, multi, []string{"/a/b.txt"}, ""},
		{"two, with a bar", `printf '/a|b.txt%s/c.txt\n' "$sep"`, multi, []string{"/a|b.txt", "/c.txt"}, ""},
		{"cancelled", `exit 1`, multi, nil, ""},
		{"cancelled with warnings", `echo Gtk-WARNING >&2; exit 1`, multi, nil, ""},
		{"no desktop", `echo 'Gtk-WARNING **: cannot open display: ' >&2; exit 1`, multi, nil, dialog.CodeNone},
		{"failed", `exit 255`, multi, nil, dialog.CodeFailed},
		{"killed", `kill -9 $$`, multi, nil, dialog.CodeFailed},
		{"nothing", `exit 0`, multi, nil, dialog.CodeFailed},
		{"an empty line", `echo`, multi, nil, dialog.CodeFailed},
		{"half a line", `printf /a.txt`, multi, nil, dialog.CodeFailed},
		{"floods", `yes /a.txt`, multi, nil, dialog.CodeFailed},
		{"two lines", `printf '/a\n/b.txt\n'`, multi, nil, dialog.CodeAnswer},
		{"relative", `echo a.txt`, multi, nil, dialog.CodeAnswer},
		{"another kind", `echo /a.sh`, multi, nil, dialog.CodeAnswer},
		{"two for one", `printf '/a%s/b\n' "$sep"`, dialog.Request{}, nil, dialog.CodeAnswer},
		{"impossible", `echo /a`, dialog.Request{DefaultName: "a/b"}, nil, dialog.CodeRequest},
	} {
		d, _ := fake(t, v.script)
		a, err := d.Open(within(t), v.r)
		if code(err) != v.code || a.OK != (v.paths != nil) || !slices.Equal(a.Paths, v.paths) {
			t.Errorf("%s: %+v, %v", v.name, a, err)
		}
	}
}

func TestZenityNone(t *testing.T) {
	for _, environ := range [][]string{nil, {"PATH=/usr/bin:/bin"}, {"DISPLAY=:1", "PATH=/nowhere"}} {
		if d, err := dialog.Zenity(environ); code(err) != dialog.CodeNone || d != nil {
			t.Errorf("%q: %v", environ, err)
		}
	}
}

// real is zenity itself on an X server of its own.
func real(t *testing.T) (d dialog.Dialog, name string) {
	t.Helper()
	name = display.Start(t, "zenity")
	d, err := dialog.Zenity([]string{"DISPLAY=" + name, "HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "XDG_RUNTIME_DIR=" + t.TempDir(), "LC_ALL=C.UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	return d, name
}

// The dialog ends with its context, and its program with it.
func TestZenityIsEnded(t *testing.T) {
	d, name := real(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := d.Open(ctx, dialog.Request{Title: "x"})
		done <- err
	}()
	keys := display.Keyboard(t, name)
	keys.Await() // a window is there
	cancel()
	if err := <-done; code(err) != dialog.CodeTimeout {
		t.Errorf("%v", err)
	}
	keys.AwaitNone() // and has gone
}

// A person, here a keyboard, cancels, chooses and saves.
func TestZenityByKeyboard(t *testing.T) {
	d, name := real(t)
	dir := t.TempDir()
	for _, f := range []string{"a.txt", "b.txt", "c.sh"} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keys := display.Keyboard(t, name)
	hostile := dialog.Request{
		Title: "<b>--help</b>", StartDir: dir, Filters: []dialog.Filter{{Name: "T|xt", Extensions: []string{"txt"}}},
	}
	for _, v := range []struct {
		name  string
		save  bool
		r     dialog.Request
		typed string
		want  []string
	}{
		{"cancel", false, hostile, "\x1b", nil},
		{"save under the name that is offered", true, dialog.Request{StartDir: dir, DefaultName: "new file.txt"}, "\n", []string{filepath.Join(dir, "new file.txt")}},
		{"open what is typed", false, hostile, "/" + strings.TrimPrefix(filepath.Join(dir, "b.txt"), "/") + "\n", []string{filepath.Join(dir, "b.txt")}},
	} {
		type result struct {
			a   dialog.Answer
			err error
		}
		done := make(chan result, 1)
		go func() {
			var got result
			if v.save {
				got.a, got.err = d.Save(within(t), v.r)
			} else {
				got.a, got.err = d.Open(within(t), v.r)
			}
			done <- got
		}()
		keys.Await()
		got := result{}
		for answered := false; !answered; {
			keys.Type(v.typed)
			select {
			case got = <-done:
				answered = true
			case <-time.After(3 * time.Second): // the window did not listen yet
			}
		}
		if got.err != nil || got.a.OK != (v.want != nil) || !slices.Equal(got.a.Paths, v.want) {
			t.Errorf("%s: %+v, %v", v.name, got.a, got.err)
		}
		keys.AwaitNone()
	}
}
