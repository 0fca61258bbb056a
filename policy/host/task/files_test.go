package task_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
)

func link(t testing.TB, target, at string) {
	t.Helper()
	if err := os.Symlink(target, at); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// A module is read by its path, and by no path that leads elsewhere.
func TestReadingModules(t *testing.T) {
	dir, ws := folder(t, map[string]string{"a/m.gc": "(def x 1)\n", "secret.gc": "(def s 1)", "a/big.gc": strings.Repeat("x ", task.MaxSource)})
	outside := filepath.Join(t.TempDir(), "canary.gc")
	if err := os.WriteFile(outside, []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, outside, filepath.Join(dir, "out.gc"))
	link(t, "m.gc", filepath.Join(dir, "a", "in.gc"))
	link(t, "a", filepath.Join(dir, "b"))
	ws.Denied = func(p string) bool { return strings.Contains(p, "secret") }
	for p, want := range map[string]string{
		"a/m.gc":                        "",
		"./a//m.gc":                     "",
		ws.Dir + "/a/m.gc":              "",
		"a/none.gc":                     "editor/task/module-read-error",
		"none/m.gc":                     "editor/task/module-read-error",
		"a":                             "editor/task/module-read-error",
		"a/m.gc/x":                      "editor/task/module-read-error",
		"secret.gc":                     string(task.CodePath),
		"out.gc":                        string(task.CodePath),
		"a/in.gc":                       string(task.CodePath),
		"b/m.gc":                        string(task.CodePath),
		"../x.gc":                       string(task.CodePath),
		"a/../../x.gc":                  string(task.CodePath),
		filepath.ToSlash(outside):       string(task.CodePath),
		ws.Dir + "-evil/a/m.gc":         string(task.CodePath),
		`a\m.gc`:                        string(task.CodePath),
		"a/big.gc":                      string(task.CodeLimit),
		ws.Dir + "/../" + "x/../out.gc": string(task.CodePath),
	} {
		in, _ := coreform.Map(coreform.Sym(":path"), coreform.Str(p))
		o, _ := carryOut(t, "parse-module", in, ws)
		got := ""
		if e, sealed := o.Failure(); sealed {
			got = e.Code
		} else if v := data(t, o); !at(t, v, ":ok").Equal(coreform.Bool(true)) {
			d, _ := at(t, v, ":diagnostics").Item(0)
			got = str(t, d, ":code")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", p, got, want)
		}
		if strings.Contains(o.String(), "canary") && !strings.Contains(p, "canary") {
			t.Errorf("%q reads what is outside", p)
		}
	}
	if _, err := (task.Workspace{}).OpenDir("."); code(err) != task.CodeUnavailable {
		t.Errorf("no workspace: %v", err)
	}
	if err := ws.Check("b"); code(err) != task.CodePath {
		t.Errorf("a link is checked as %v", err)
	}
	if err := ws.Check("a"); err != nil {
		t.Error(err)
	}
}

// While a folder and a link to one outside change places, what is outside is
// never read.
func TestPathRace(t *testing.T) {
	dir, ws := folder(t, map[string]string{"real/m.gc": "inside"})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "m.gc"), []byte("canary"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, outside, filepath.Join(dir, "link"))
	stop := make(chan struct{})
	var swap sync.WaitGroup
	swap.Go(func() {
		at := filepath.Join(dir, "w")
		for {
			select {
			case <-stop:
				return
			default:
			}
			for _, from := range []string{"real", "link"} {
				p := filepath.Join(dir, from)
				if os.Rename(p, at) == nil {
					_ = os.Rename(at, p)
				}
			}
		}
	})
	read := 0
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		b, err := ws.ReadFile("w/m.gc", 100)
		if strings.Contains(string(b), "canary") {
			t.Error("what is outside was read")
			break
		}
		if err == nil {
			read++
		}
		if d, err := ws.OpenDir("w"); err == nil {
			if b, err := d.ReadFile("m.gc"); err == nil && string(b) == "canary" {
				t.Error("what is outside was opened")
			}
			d.Close()
		}
	}
	close(stop)
	swap.Wait()
	t.Logf("%d reads inside", read)
}

// A workspace of three languages is listed in order, without what is not its own.
func TestIndexWorkspace(t *testing.T) {
	dir, ws := folder(t, map[string]string{
		"go.mod": "module example.com/m // the module\n", "main.go": "package main\n", "main_test.go": "package main",
		"lib/x.go": "package x\n", "lib/sub/y.go": "package y", "lib/sub/z.go": "package y",
		"loose/other.txt": "", "vendor/v/v.go": "package v", "testdata/t.go": "package t", ".hidden/h.go": "package h", "_u/u.go": "package u",
		"nested/go.mod": "module \"example.com/nested\"", "nested/a/a.go": "package a",
		"only/a_test.go":   "package only",
		"web/package.json": `{"scripts": {"name": "no"}, "name": "@scope/web"}`, "web/tsconfig.json": "{}", "web/src/a.ts": "", "web/src/b.test.tsx": "",
		"web/node_modules/dep/package.json": `{"name":"dep"}`, "web/node_modules/dep/index.ts": "",
		"plain/package.json": `{"name":"plain"}`, "plain/index.js": "",
		"ts2/package.json": `[1,`, "ts2/src/i.mts": "",
		"core/package.toml": "", "core/a.gc": "", "core/sub/b_test.gc": "",
		"free/c.gc": "", "secret/s.gc": "",
	})
	link(t, "lib", filepath.Join(dir, "linked"))
	link(t, "..", filepath.Join(dir, "lib", "loop"))
	link(t, "main.go", filepath.Join(dir, "loose", "main.go"))
	ws.Denied = func(p string) bool { return strings.Contains(p, "secret") }
	o, partials := carryOut(t, "index-workspace", parse(t, `{:max-partials 3 :root "."}`), ws)
	v := data(t, o)
	var got []string
	for _, p := range at(t, v, ":packages").Items() {
		lang, _ := at(t, p, ":language").Symbol()
		got = append(got, strings.Join([]string{
			str(t, p, ":path"), lang, str(t, p, ":name"), at(t, p, ":module-count").String(), at(t, p, ":test-module-count").String(),
		}, " "))
	}
	want := []string{
		". :go example.com/m 2 1",
		"core :coreform core 2 1",
		"free :coreform free 1 0",
		"lib :go example.com/m/lib 1 0",
		"lib/sub :go example.com/m/lib/sub 2 0",
		"nested/a :go example.com/nested/a 1 0",
		"only :go example.com/m/only 1 1",
		"ts2 :typescript ts2 1 0",
		"web :typescript @scope/web 2 1",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("packages\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n, _ := at(t, v, ":package-count").Int64(); int(n) != len(want) || str(t, v, ":workspace/root") != "." {
		t.Errorf("count %d", n)
	}
	if len(partials) != 3 || !at(t, partials[0], ":phase").Equal(coreform.Sym(":index-package")) || !at(t, partials[2], ":progress-percent").Equal(coreform.Int(33)) {
		t.Errorf("partials %s", partials)
	}
	again, _ := carryOut(t, "index-workspace", parse(t, `{:max-partials 3 :root "."}`), ws)
	if !again.Equal(o) {
		t.Error("another walk gives another index")
	}

	o, partials = carryOut(t, "index-workspace", parse(t, `{:max-packages 2 :root "."}`), ws)
	v = data(t, o)
	if at(t, v, ":packages").Len() != 2 || len(partials) != 2 || strings.Join(codes(t, v), " ") != ":warn task/index-more ." {
		t.Errorf("bounded index: %s", v)
	}
	for root, want := range map[string]string{"linked": string(task.CodePath), "secret": string(task.CodePath), "../x": string(task.CodePath)} {
		in, _ := coreform.Map(coreform.Sym(":root"), coreform.Str(root))
		o, _ := carryOut(t, "index-workspace", in, ws)
		if e, _ := o.Failure(); e.Code != want {
			t.Errorf("%s: %s", root, o)
		}
	}
	o, _ = carryOut(t, "index-workspace", parse(t, `{:root "none"}`), ws)
	if got := codes(t, data(t, o)); len(got) != 1 {
		t.Errorf("a root that is not there: %q", got)
	}
}

// Folders nested too deep are said and left out, and do not use up descriptors.
func TestIndexDepth(t *testing.T) {
	dir, ws := folder(t, nil)
	if err := os.MkdirAll(filepath.Join(dir, strings.Repeat("d/", 100)), 0o755); err != nil {
		t.Skip(err)
	}
	v := data(t, first(carryOut(t, "index-workspace", parse(t, `{:root "."}`), ws)))
	if got := codes(t, v); len(got) != 1 || !strings.HasPrefix(got[0], ":warn task/index-depth") {
		t.Errorf("%q", got)
	}
}

// A name that is not UTF-8 is told with marks in its place, and takes nothing from
// the rest of the answer.
func TestIndexNames(t *testing.T) {
	deep := strings.Repeat("d/", 63)
	dir, ws := folder(t, map[string]string{"a.gc": "1"})
	if err := os.MkdirAll(filepath.Join(dir, deep+"\xff"), 0o755); err != nil {
		t.Skip("names are UTF-8 here: ", err)
	}
	got, _ := carryOut(t, "index-workspace", parse(t, `{:root "."}`), ws)
	v := data(t, got)
	if got := codes(t, v); len(got) != 1 || got[0] != ":warn task/index-depth "+deep+"\uFFFD" {
		t.Errorf("%q", got)
	}
	if n, _ := at(t, v, ":package-count").Int64(); n != 1 {
		t.Errorf("%d packages", n)
	}
}
