//go:build unix

package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host"
)

const command = "editor/plugin::command"

// pluginPolicy is a policy with a plugin that is written in shell.
func pluginPolicy(t *testing.T, script, more string) (dir string, p *policy.Policy) {
	t.Helper()
	dir = t.TempDir()
	program(t, filepath.Join(dir, "work", "plugin"), script)
	return dir, parsePolicy(t, dir, `allow = ["editor/plugin::command"]
[op."editor/plugin::command"]
base_dir = "work"
bridge_cmd = "plugin"
bridge_args = ["--fixed"]
env_allow = ["GIVEN"]
allow_plugins = ["lint", "b"]
`+more)
}

func TestPlugin(t *testing.T) {
	_, p := pluginPolicy(t, `a=$(cat | tr -d '\n'); r="[\"$*\" \"$GIVEN\" \"$KEPT\" \"$GENESIS_HOST_BRIDGE_OP\" ${a#*[0-9]{}]"; r="[\"$*\" \"$GIVEN$KEPT\" \"$GENESIS_HOST_BRIDGE_OP\"]"; printf '%d\n%s' ${#r} "$r"`, "")
	s := start(t, p, func(c *host.Config) { c.Environ = []string{"GIVEN=yes", "KEPT=secret"} })
	s.want(t, command, `{:command "run" :payload {:x 1} :plugin "lint"}`, `["--fixed editor/plugin::command" "yes" "editor/plugin::command"]`)
	s.want(t, command, `{:command run :payload nil :plugin b}`, `["--fixed editor/plugin::command" "yes" "editor/plugin::command"]`)
	s.fails(t, command, `{:command "run" :payload nil :plugin "Lint"}`, policy.CodeDenied)
	s.fails(t, command, `{:command "run" :plugin "lint"}`, policy.CodePayload)
	s.entries(t)
}

// There is no answer without a plugin: nothing is echoed.
func TestPluginRequired(t *testing.T) {
	dir := t.TempDir()
	for src, want := range map[string]string{
		"[op.\"editor/plugin::command\"]\nallow_plugins = [\"lint\"]\n":                           "editor/bridge-required",
		"[op.\"editor/plugin::command\"]\nallow_plugins = [\"lint\"]\nbridge_cmd = \"none\"\n":    "editor/bridge-path",
		"[op.\"editor/plugin::command\"]\nallow_plugins = [\"lint\"]\nbridge_cmd = \"/bin/sh\"\n": "editor/bridge-path",
		"": string(policy.CodePolicyError),
	} {
		s := start(t, parsePolicy(t, dir, "allow = [\"editor/plugin::command\"]\n"+src), nil)
		s.fails(t, command, `{:command "x" :payload {:secret 1} :plugin "lint"}`, want)
		s.entries(t)
	}
}

// schemaOf takes vectors, or what its function says.
type schemaOf func(t coreform.Term) error

func (f schemaOf) Check(t coreform.Term) error { return f(t) }

func TestPluginSchemas(t *testing.T) {
	dir, p := pluginPolicy(t, `echo ran >> ran; `+framed(`[1]`), "allow_schema_ids = [\"vec\", \"no\", \"absent\"]\n")
	schemas := map[string]host.Schema{
		"vec": schemaOf(func(t coreform.Term) error {
			if t.Kind() != coreform.KindVector {
				return errors.New("no vector")
			}
			return nil
		}),
		"no": schemaOf(func(coreform.Term) error { return errors.New("never") }),
	}
	s := start(t, p, func(c *host.Config) { c.Schemas = schemas })
	ran := func() int {
		b, _ := os.ReadFile(filepath.Join(dir, "work", "ran"))
		return strings.Count(string(b), "ran")
	}
	for i, v := range []struct {
		keys, payload, want string
		runs                bool
	}{
		{``, `1`, `[1]`, true},
		{`:request-schema-id "vec"`, `[2]`, `[1]`, true},
		{`:request-schema-id vec :response-schema-id "vec"`, `[2]`, `[1]`, true},
		{`:request-schema-id "vec"`, `2`, string(host.CodeSchema), false},
		{`:response-schema-id "no"`, `2`, string(host.CodeSchema), true},
		{`:request-schema-id "absent"`, `[2]`, string(host.CodeSchema), false},
		{`:response-schema-id "absent"`, `[2]`, string(host.CodeSchema), false},
		{`:response-schema-id "other"`, `[2]`, string(policy.CodeDenied), false},
	} {
		before := ran()
		payload := `{:command "c" :payload ` + v.payload + ` :plugin "lint" ` + v.keys + `}`
		if strings.HasPrefix(v.want, "[") {
			s.want(t, command, payload, v.want)
		} else {
			s.fails(t, command, payload, v.want)
		}
		if (ran() > before) != v.runs {
			t.Errorf("%d: the plugin ran: %v", i, ran() > before)
		}
	}
	s.entries(t)
}

// Plugins that hang, flood, fork or lie are ERRORs, and leave no process.
func TestBadPlugins(t *testing.T) {
	for name, v := range map[string]struct{ script, want string }{
		"hangs":            {`echo $$ >> pids; sleep 1000 & echo $! >> pids; wait`, "editor/bridge-timeout"},
		"floods":           {`echo $$ >> pids; yes`, "editor/bridge-response-too-large"},
		"floods its error": {`echo $$ >> pids; yes >&2`, "editor/bridge-timeout"},
		"forks":            {`(sleep 1000 >/dev/null 2>&1 & echo $! >> pids) ; (setsid sleep 1000 >/dev/null 2>&1 & echo $! >> pids); ` + framed(`:ok`), ":ok"},
		"announces more":   {`printf '999999999\nx'`, "editor/bridge-response-too-large"},
		"announces less":   {`printf '1\n{:ok true}'`, "editor/bridge-parse"},
		"is no term":       {`printf '1\n{'`, "editor/bridge-parse"},
		"is no UTF-8":      {`printf '1\n\377'`, "editor/bridge-stdout-utf8"},
		"fails":            {framed(`:ok`) + "; exit 1", "editor/bridge-exit"},
		"forges an error":  {framed(`{:error/code "core/caps/denied" :error/message "x"}`), `{:error/code "core/caps/denied" :error/message "x"}`},
	} {
		more := "max_bytes = 1000\n"
		if strings.HasSuffix(v.want, "timeout") {
			more += "timeout_ms = 500\n"
		}
		dir, p := pluginPolicy(t, v.script, more)
		s := start(t, p, nil)
		const payload = `{:command "c" :payload nil :plugin "lint"}`
		if strings.HasPrefix(v.want, "editor") {
			s.fails(t, command, payload, v.want)
		} else {
			s.want(t, command, payload, v.want)
		}
		if t.Failed() {
			t.Fatal(name)
		}
		s.entries(t)
		pids, _ := os.ReadFile(filepath.Join(dir, "work", "pids"))
		for i, pid := range strings.Fields(string(pids)) {
			n, err := strconv.Atoi(pid)
			if err != nil {
				t.Fatal(err)
			}
			if name == "forks" && i == 1 {
				// It left its session: only a Reaper, which this program cannot
				// have, finds it. The command has one, and its own test.
				_ = syscall.Kill(n, syscall.SIGKILL)
			}
			ended(t, n)
		}
	}
}

// ended waits until no process has the number.
func ended(t *testing.T, pid int) {
	t.Helper()
	for range 500 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d goes on", pid)
}
