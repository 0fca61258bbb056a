package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// actionRun runs the step of the action that checks, as a runner does: the inputs
// that are given, and the defaults of the others, are in the environment. It
// returns the exit status, what the step printed and what it handed on.
func actionRun(t *testing.T, dir string, inputs map[string]string) (code int, out, outputs string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash: the action is not run")
	}
	var a actionFile
	readYAML(t, "action.yml", &a)
	for _, s := range a.Runs.Steps {
		if s.ID != "check" {
			continue
		}
		handed := filepath.Join(t.TempDir(), "output")
		cmd := exec.CommandContext(t.Context(), bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+handed, "RUNNER_TEMP="+dir, "GITHUB_STEP_SUMMARY="+inputs["summary"])
		for name, value := range s.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			given, ok := inputs[input]
			if d := a.Inputs[input].Default; !ok && d != nil {
				given = *d
			}
			cmd.Env = append(cmd.Env, name+"="+given)
		}
		printed, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		text, err := os.ReadFile(handed)
		if err != nil {
			t.Errorf("nothing was handed on: %v\n%s", err, printed)
		}
		return cmd.ProcessState.ExitCode(), string(printed), string(text)
	}
	t.Fatal("no step has the id check")
	return 0, "", ""
}

// The script of the action gives every input to the command, and hands on the
// status whatever it is.
func TestActionScript(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	command := filepath.Join(dir, "promptcheck") // TestMain goes by the name
	if err := os.Symlink(self, command); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	for name, text := range map[string]string{
		"prompts/fine.txt":     "Sort a list.\n",
		"found/bad file.txt":   "a <|im_start|> b\n",
		"my prompts/a.txt":     "Sort a list.\n",
		"app/package.json":     `{"name":"app"}`,
		"app/more/tables.json": `{"name":"more"}`,
		"app/prompts/p.txt":    "Sort a list.\n",
		"known.json":           `{"checked":1,"unchecked":[],"findings":[],"fingerprints":2}`,
		"strict.toml":          "fail-on = \"never\"\n[[kinds]]\nfiles = [\"app/**/*.json\"]\nkind = \"text\"\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		inputs map[string]string
		status int
		says   string
	}{
		"empty":         {map[string]string{"paths": " \n"}, ExitUnchecked, "the input paths is empty"},
		"clean":         {map[string]string{"paths": "prompts\n  app/prompts"}, ExitClean, "2 files checked: nothing found"},
		"findings":      {map[string]string{"paths": "found"}, ExitFindings, "bad file.txt:1:3"},
		"never":         {map[string]string{"paths": "found", "fail-on": "never"}, ExitClean, "bad file.txt:1:3"},
		"spaces":        {map[string]string{"paths": "my prompts\n\t found/bad file.txt \r\n\n"}, ExitFindings, "2 files checked"},
		"no separator":  {map[string]string{"paths": "prompts found"}, ExitUnchecked, "prompts found: "},
		"no expression": {map[string]string{"paths": "$(echo prompts)\n~"}, ExitUnchecked, "0 files checked, 2 not checked"},
		"a glob":        {map[string]string{"paths": "f*/*.txt"}, ExitFindings, "bad file.txt:1:3"},
		"no summary":    {map[string]string{"paths": "found", "summary": "no/such/folder.md"}, ExitFindings, "the job summary cannot be written"},
		"unchecked":     {map[string]string{"paths": "app\nfound"}, ExitUnchecked, "shape-unknown"},
		"exclude":       {map[string]string{"paths": "app", "exclude": "package.json\n**/tables.json"}, ExitClean, "2 files excluded"},
		"exclude *":     {map[string]string{"paths": "app/prompts", "exclude": "*.json"}, ExitClean, "1 file checked: nothing found\n"},
		"config":        {map[string]string{"paths": "app\nfound", "config": "strict.toml"}, ExitClean, "4 files checked"},
		"kind beats it": {map[string]string{"paths": "app", "config": "strict.toml", "kind": "ask"}, ExitUnchecked, "3 not checked"},
		"baseline":      {map[string]string{"paths": "found", "baseline": "known.json"}, ExitFindings, "1 file checked"},
		"no baseline":   {map[string]string{"paths": "prompts", "baseline": "missing.json"}, ExitUnchecked, "missing.json"},
		"format":        {map[string]string{"paths": "prompts", "format": "json"}, ExitClean, `{"checked":1,`},
		"no command":    {map[string]string{"paths": "prompts", "binary": "./missing"}, 127, "missing"},
		"no report":     {map[string]string{"paths": "found", "report": "no/such/folder.json"}, ExitUnchecked, "bad file.txt:1:3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, ok := c.inputs["binary"]; !ok {
				c.inputs["binary"] = command
			}
			code, out, outputs := actionRun(t, dir, c.inputs)
			if code != c.status || !strings.Contains(out, c.says) {
				t.Errorf("status %d, want %d and %q:\n%s", code, c.status, c.says, out)
			}
			if want := "status=" + strconv.Itoa(c.status) + "\n"; outputs != want {
				t.Errorf("handed on %q, want %q", outputs, want)
			}
		})
	}
	// Reports may lie in what is checked: they are no part of it.
	whole := filepath.Join(dir, "app", "prompts")
	for _, inputs := range []map[string]string{
		{"report": "r.json", "sarif": "s.json"}, {"report": "r2.json"}, {"sarif": "s2.json"},
	} {
		inputs["paths"], inputs["binary"] = ".", command
		for _, name := range []string{"r.json", "s.json", "r2.json"} {
			_ = os.Remove(filepath.Join(whole, name)) // a runner begins with a fresh checkout
		}
		if code, out, _ := actionRun(t, whole, inputs); code != ExitClean || !strings.Contains(out, "1 file checked: nothing found\n") {
			t.Errorf("%v: status %d\n%s", inputs, code, out)
		}
	}
	if text, err := os.ReadFile(filepath.Join(whole, "s2.json")); err != nil || !strings.Contains(string(text), `"results":[]`) {
		t.Errorf("%v\n%.200s", err, text)
	}
	summary := filepath.Join(dir, "summary.md")
	code, _, _ := actionRun(t, dir, map[string]string{"paths": "found", "report": "r.json", "sarif": "r.sarif", "summary": summary, "binary": command})
	if text, err := os.ReadFile(summary); err != nil || !strings.Contains(string(text), "bad file") || !strings.Contains(string(text), "|---") {
		t.Errorf("the summary: %v\n%s", err, text)
	}
	for _, name := range []string{"r.json", "r.sarif"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil || code != ExitFindings {
			t.Errorf("status %d, %v", code, err)
		}
	}
}
