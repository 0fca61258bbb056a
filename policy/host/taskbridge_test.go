package host_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
)

// The bridge that this module ships carries out tasks for a session, and ends with
// them.
func TestShippedBridge(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("the go tool is slow, and the sandbox is a thing of Linux; not with -short")
	}
	out, err := exec.Command("go", "env", "GOROOT", "GOCACHE").Output()
	if err != nil {
		t.Skip("there is no go tool here: ", err)
	}
	env := strings.Fields(string(out))
	table := "timeout_ms = 300000\nbridge_cmd = \"bin/bridge\"\nbridge_args = [\"--go\", " +
		strconv.Quote(env[0]+"/bin/go") + ", \"--cache\", " + strconv.Quote(env[1]) + "]\n"
	// The program is not there when the policy is read, and is when it is needed.
	s, dir := taskSession(t, "", table, map[string]string{
		"ws/m/go.mod":          "module example.com/m\n\ngo 1.25\n",
		"ws/m/a.go":            "package m\n\nfunc One() int { return 1 }\n",
		"ws/m/a_test.go":       "package m\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 2 {\n\t\tt.Error(\"not two\")\n\t}\n}\n",
		"ws/m/forever/main.go": "package main\n\nimport (\n\t\"os/exec\"\n\t\"time\"\n)\n\nfunc main() {\n\t_ = exec.Command(\"/bin/sh\", \"-c\", \"trap '' TERM; sleep 424242\").Start()\n\tfor {\n\t\ttime.Sleep(time.Second)\n\t}\n}\n",
	}, nil)
	program := filepath.Join(dir, "bin", "bridge")
	if err := os.Mkdir(filepath.Dir(program), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/ringfence-go-bridge").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	o := s.carriedOut(t, `{:input {:pkg "ws/m"} :task-kind editor/task::typecheck-pkg}`)
	if v, _ := o.Data(); !strings.Contains(v.String(), `:module-count 2`) || !strings.Contains(v.String(), ":state :done") {
		t.Errorf("typecheck: %s", o)
	}
	o = s.carriedOut(t, `{:input {:path "ws/m" :pkg "ws/m"} :task-kind editor/task::test-pkg}`)
	if v, _ := o.Data(); !strings.Contains(v.String(), `"a_test.go:7"`) || !strings.Contains(v.String(), "TestOne: not two") || !strings.Contains(v.String(), ":state :failed") {
		if !strings.Contains(o.String(), "sandbox-unavailable") {
			t.Errorf("test: %s", o)
		}
		t.Skip("there is no sandbox here")
	}
	id := s.spawned(t, `{:input {:entry "forever" :pkg "ws/m"} :task-kind editor/task::run-pkg}`)
	for end := time.Now().Add(5 * time.Minute); !sleeps(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the program was not started: %s", s.ask(t, poll, `{:task-id "`+id+`"}`))
		}
	}
	s.want(t, cancel, `{:task-id "`+id+`"}`, `{:ok true}`)
	// The kernel takes a namespace of processes down as a whole, on its own time.
	for end := time.Now().Add(time.Minute); sleeps(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("what the program started runs on")
		}
	}
	got := s.polled(t, id)
	v, _ := got.Data()
	if state, _ := v.Lookup(":state"); !state.Equal(coreform.Sym(":failed")) {
		t.Errorf("cancelled: %s", got)
	}
	s.entries(t)
}

// sleeps reports whether the program's child runs.
func sleeps() bool {
	list, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, p := range list {
		if b, err := os.ReadFile(p); err == nil && string(b) == "sleep\x00424242\x00" {
			return true
		}
	}
	return false
}
