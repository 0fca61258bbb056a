package render_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// compileProbe builds a program that exists in an overlay alone, as a package of this
// module, and returns the lines with errors and the output.
func compileProbe(t *testing.T, source string) (lines map[int]bool, output string, ok bool) {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command to compile with")
	}
	root, dir := testdata.Root(t), t.TempDir()
	file := filepath.Join(dir, "main.go")
	virtual := filepath.Join(root, "internal", "compileprobe", "main.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {virtual: file}})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	for name, b := range map[string][]byte{file: []byte(source), overlayFile: overlay} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "probe.exe")
	cmd := exec.CommandContext(t.Context(), goTool, "build", "-overlay", overlayFile, "-gcflags=-e", "-o", program, "./internal/compileprobe")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err == nil {
		out, err = exec.CommandContext(t.Context(), program).CombinedOutput()
		if err != nil {
			t.Fatalf("the program ends with %v\n%s", err, out)
		}
		return nil, string(out), true
	}
	if _, failed := errors.AsType[*exec.ExitError](err); !failed {
		t.Fatalf("go build: %v", err)
	}
	lines = map[int]bool{}
	for _, m := range regexp.MustCompile(`(?m)main\.go:(\d+):\d+: `).FindAllStringSubmatch(string(out), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		lines[n] = true
	}
	return lines, string(out), false
}

const probeHead = `package main

import (
	"embed"
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/render"
)

const untyped = "an untyped constant"
const typed string = "a typed constant"

type named string

type mode uint8

func (mode) String() string { return "mode" }

type loose string

func (loose) String() string { return "loose" }

var (
	fsys     embed.FS
	userText = fmt.Sprint("text of the user")
	d        = ringfence.NewData(userText)
)

func use(...any) {}

func main() {
	use(untyped, typed, named(""), mode(0), loose(""), fsys, userText, d)
`

// TestTextTakesConstantsOnly compiles what must not compile, one fault a line,
// and demands an error on every line.
func TestTextTakesConstantsOnly(t *testing.T) {
	bad := []string{
		`render.Text(userText)`, `render.Text(typed)`, `render.Text(d.Raw())`, `render.Text(string(untyped))`, `render.Text(named("x"))`,
		`render.Text(untyped + userText)`, `render.Text(fmt.Sprint("x"))`, `render.Text(d)`, `render.Text([]byte("x"))`,
		`render.Textf(userText)`, `render.Textf(typed, render.Int(1))`, `render.Textf("%v", userText)`, `render.Textf("%v", d)`, `render.Textf("%v", "a constant")`,
		`render.Enum(loose("x"))`, `render.Enum(userText)`, `render.Int(userText)`,
		`render.TextFS(fsys, userText)`, `render.Note(d).Source(userText)`, `render.Request(userText)`, `render.Note(userText)`,
	}
	lines, output, ok := compileProbe(t, probeHead+"\tuse("+strings.Join(bad, ")\n\tuse(")+")\n}\n")
	if ok {
		t.Fatalf("all of it compiles")
	}
	first := strings.Count(probeHead, "\n") + 1
	for i, line := range bad {
		if !lines[first+i] {
			t.Errorf("this compiles: %s", line)
		}
		delete(lines, first+i)
	}
	if len(lines) > 0 {
		t.Errorf("errors on other lines %v: this test proves nothing\n%s", lines, output)
	}
}

func TestTextTakesConstants(t *testing.T) {
	good := []string{
		`render.Text("a literal")`, `render.Text(untyped)`, `render.Text(untyped + " and more")`, "render.Text(`raw`)",
		`render.Textf("%v of %v", render.Int(3), render.Enum(mode(1)))`, `render.TextFS(fsys, "file.txt")`, `render.Note(d).Source("/pointer")`,
	}
	_, output, ok := compileProbe(t, probeHead+"\tuse("+strings.Join(good, ")\n\tuse(")+")\n\tfmt.Print(\"ran\")\n}\n")
	if !ok || output != "ran" {
		t.Errorf("compiles: %v, output:\n%s", ok, output)
	}
}
