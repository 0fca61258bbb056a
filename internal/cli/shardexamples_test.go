package cli

import (
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

// shardStore makes a store with a finding in it, beside the command, and returns the
// folder of both, and the report that a single run gives.
func shardStore(t *testing.T) (dir, whole string) {
	t.Helper()
	for _, name := range []string{"sh", "seq", "xargs"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s: the examples of parts are not run", name)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "promptcheck")); err != nil { // TestMain goes by the name
		t.Skipf("no symbolic links: %v", err)
	}
	for name, text := range map[string]string{
		"a.txt": "Sort a list.\n", "b c.md": "a <|im_start|> b\n", "d/e.jsonl": strings.Repeat("{\"contextItems\":[]}\n", 7), "d/f.txt": "Go.\n",
	} {
		path := filepath.Join(dir, "store", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "reports"), 0o755); err != nil {
		t.Fatal(err)
	}
	if code, _ := inStore(t, dir, "", nil, "promptcheck", "check", "--format", "json", "-o", "whole.json", "store"); code != ExitFindings {
		t.Fatalf("the whole run: status %d", code)
	}
	_, whole = inStore(t, dir, "", nil, "promptcheck", "convert", "whole.json")
	return dir, whole
}

// inStore runs a command in the folder of a store, with that first on the PATH.
func inStore(t *testing.T, dir, stdin string, environ []string, name string, args ...string) (code int, out string) {
	t.Helper()
	if name == "promptcheck" {
		name = filepath.Join(dir, name)
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), append(environ, "PATH="+dir+string(filepath.ListSeparator)+os.Getenv("PATH"))...)
	text, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// merged merges the parts in reports.
func merged(t *testing.T, dir string) (code int, out string) {
	t.Helper()
	return inStore(t, dir, "", nil, "sh", "-c", "promptcheck convert --merge --to text reports/part-*.json")
}

// A run in parts, as the shell example does it, gives the report and the status of
// the run.
func TestShardExample(t *testing.T) {
	dir, whole := shardStore(t)
	script := filepath.Join(testdata.Root(t), "examples", "shell", "shards.sh")
	if code, out := inStore(t, dir, "", nil, "sh", script, "store", "reports", "3"); code != ExitFindings || out != whole {
		t.Errorf("status %d\n%s\nwant\n%s", code, out, whole)
	}
	if code, _ := inStore(t, dir, "", []string{"FAIL_ON=error"}, "sh", script, "store", "reports", "2"); code != ExitClean {
		t.Errorf("parts of a run before are in the way: status %d", code)
	}
	if err := os.WriteFile(filepath.Join(dir, "store", "cut.json"), []byte(`{"ui":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := inStore(t, dir, "", nil, "sh", script, "store", "reports", "2"); code != ExitUnchecked || !strings.Contains(out, "1 not checked") {
		t.Errorf("unchecked: status %d\n%s", code, out)
	}
}

// The script of the pods, run with the indexes that Kubernetes gives them.
func TestKubernetesExample(t *testing.T) {
	type variable struct{ Name, Value string }
	var job struct {
		Kind string
		Spec struct {
			CompletionMode string `yaml:"completionMode"`
			Completions    int
			Template       struct {
				Spec struct {
					Containers []struct {
						Command, Args   []string
						Env             []variable
						SecurityContext struct {
							ReadOnly bool `yaml:"readOnlyRootFilesystem"`
						} `yaml:"securityContext"`
						Mounts []struct {
							Path     string `yaml:"mountPath"`
							ReadOnly bool   `yaml:"readOnly"`
						} `yaml:"volumeMounts"`
					}
				}
			}
		}
	}
	readYAML(t, "examples/kubernetes/promptcheck.yml", &job)
	list := job.Spec.Template.Spec.Containers
	if job.Kind != "Job" || job.Spec.CompletionMode != "Indexed" || len(list) != 1 || len(list[0].Env) != 3 || list[0].Env[0] != (variable{"PARTS", strconv.Itoa(job.Spec.Completions)}) {
		t.Fatalf("%+v", job)
	}
	temporary := !list[0].SecurityContext.ReadOnly
	for _, m := range list[0].Mounts {
		temporary = temporary || m.Path == "/tmp" && !m.ReadOnly
	}
	if !temporary {
		t.Error("a report with many findings has no place to be put together") // report.NewJSON
	}
	dir, whole := shardStore(t)
	pod := func(i int) (code int, out string) {
		environ := []string{"JOB_COMPLETION_INDEX=" + strconv.Itoa(i)}
		for _, v := range list[0].Env {
			environ = append(environ, v.Name+"="+strings.TrimPrefix(v.Value, "/"))
		}
		return inStore(t, dir, "", environ, list[0].Command[0], append(list[0].Command[1:], list[0].Args...)...)
	}
	for i := range job.Spec.Completions {
		if code, out := pod(i); code != 0 {
			t.Errorf("pod %d: status %d\n%s", i, code, out)
		}
	}
	if code, out := merged(t, dir); code != ExitFindings || out != whole {
		t.Errorf("status %d\n%s\nwant\n%s", code, out, whole)
	}
	// A pod that was killed has no report, though a Job before it had one.
	command := filepath.Join(dir, "promptcheck")
	if err := errors.Join(os.Remove(command), os.WriteFile(command, []byte("#!/bin/sh\nexit 137\n"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if code, out := pod(0); code == 0 {
		t.Errorf("a pod without a report: status %d\n%s", code, out)
	}
}

// The pod starts where only the restricted standard is admitted, as the user of the
// image.
func TestKubernetesExampleIsRestricted(t *testing.T) {
	type profile struct {
		Type string
	}
	var job struct {
		Spec struct {
			Template struct {
				Spec struct {
					SecurityContext struct {
						RunAsNonRoot   bool    `yaml:"runAsNonRoot"`
						RunAsUser      int     `yaml:"runAsUser"`
						SeccompProfile profile `yaml:"seccompProfile"`
					} `yaml:"securityContext"`
					Containers []struct {
						SecurityContext struct {
							AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
							Capabilities             struct{ Drop []string }
						} `yaml:"securityContext"`
					}
				}
			}
		}
	}
	readYAML(t, "examples/kubernetes/promptcheck.yml", &job)
	pod := job.Spec.Template.Spec
	if c := pod.SecurityContext; !c.RunAsNonRoot || c.SeccompProfile.Type != "RuntimeDefault" ||
		!strings.Contains(rootFile(t, "Dockerfile"), "\nUSER "+strconv.Itoa(c.RunAsUser)+":") {
		t.Errorf("pod %+v", c)
	}
	for _, c := range pod.Containers {
		if p := c.SecurityContext.AllowPrivilegeEscalation; p == nil || *p || strings.Join(c.SecurityContext.Capabilities.Drop, " ") != "ALL" {
			t.Errorf("container %+v", c)
		}
	}
}

// The lines of docs/pipelines.md, with fewer parts: that of a shell, and those that
// Spark hands to workers.
func TestShardLines(t *testing.T) {
	text := strings.NewReplacer("64", "3", "/mnt/", "").Replace(rootFile(t, "docs/pipelines.md"))
	seq := regexp.MustCompile(`(?m)^seq .*$`).FindString(text)
	pipes := regexp.MustCompile(`pipe\("([^"]+)"\)`).FindAllStringSubmatch(text, -1)
	if seq == "" || len(pipes) != 2 {
		t.Fatalf("%q, %q", seq, pipes)
	}
	dir, whole := shardStore(t)
	if code, out := inStore(t, dir, "", nil, "sh", "-c", seq); code != 0 {
		t.Errorf("%s: status %d\n%s", seq, code, out)
	}
	if code, out := merged(t, dir); code != ExitFindings || out != whole {
		t.Errorf("status %d\n%s\nwant\n%s", code, out, whole)
	}
	for i := 1; i <= 3; i++ {
		if err := os.Remove(filepath.Join(dir, "reports", "part-"+strconv.Itoa(i)+".json")); err != nil {
			t.Error(err)
		}
		words := strings.Fields(pipes[0][1]) // Spark has no shell between
		if code, out := inStore(t, dir, strconv.Itoa(i)+"\n", nil, words[0], words[1:]...); code != 0 {
			t.Errorf("part %d: status %d\n%s", i, code, out)
		}
	}
	if code, out := merged(t, dir); code != ExitFindings || out != whole {
		t.Errorf("status %d\n%s\nwant\n%s", code, out, whole)
	}
	words := strings.Fields(pipes[1][1])
	code, out := inStore(t, dir, "Sort a list.\na <|im_start|> b\n", nil, words[0], words[1:]...)
	if code != 0 || strings.Count(out, "\n") != 3 || !strings.Contains(out, `"record":2`) {
		t.Errorf("records: status %d\n%s", code, out)
	}
}
