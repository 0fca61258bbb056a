package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/ringfence/ringfence/internal/testdata"
)

// pipelineFiles are the files that run the command somewhere else, where no test
// of this repository sees it.
var pipelineFiles = []string{
	"action.yml", ".pre-commit-hooks.yaml", "Dockerfile",
	"examples/github/promptcheck.yml", "examples/github/action.yml", "examples/gitlab/promptcheck.gitlab-ci.yml",
	"examples/shell/check.sh", "examples/shell/serve.sh", "examples/shell/shards.sh", "examples/kubernetes/promptcheck.yml",
	"docs/pipelines.md", "docs/serve.md", "docs/conformance.md",
}

// rootFile reads a file of the repository.
func rootFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(testdata.Root(t), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// invocation of the command in a line of a script, however it is named there. In
// prose the command stands in backquotes or at the start of an indented line.
var invoked = regexp.MustCompile(`(?:^|[\s"'` + "`" + `/])(?:promptcheck|\$promptcheck|\$binary)"?\s+([a-z]+(?:\s|$)[^|&;<>` + "`" + `]*)`)

// Every command and every flag that these files use is one that there is.
func TestPipelineFlagsExist(t *testing.T) {
	total := 0
	for _, name := range pipelineFiles {
		text := strings.ReplaceAll(rootFile(t, name), "\\\n", " ")
		n := 0
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "#") && !strings.HasPrefix(name, "Docker") && strings.HasSuffix(name, "sh") {
				continue
			}
			for _, m := range invoked.FindAllStringSubmatch(line, -1) {
				words := strings.Fields(m[1])
				if len(words) == 0 {
					continue
				}
				s := command(words[0]) // with fresh flags
				if s == nil {
					continue // a word of prose
				}
				n++
				s.flags.BoolP("help", "h", false, "")
				for _, word := range words[1:] {
					checkFlag(t, name, s, strings.Trim(word, `"')`))
				}
			}
		}
		if n == 0 && name != "examples/github/action.yml" && name != "docs/conformance.md" {
			t.Errorf("%s never runs the command: this test looks in the wrong place", name)
		}
		total += n
	}
	if total < 20 {
		t.Errorf("%d invocations found", total)
	}
}

func checkFlag(t *testing.T, file string, s *subcommand, word string) {
	t.Helper()
	switch name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "="); {
	case word == "--" || word == "-" || !strings.HasPrefix(word, "-"):
	case strings.HasPrefix(word, "--"):
		if s.flags.Lookup(strings.TrimRight(name, ".,:)")) == nil {
			t.Errorf("%s: %s has no flag %s", file, s.name, word)
		}
	case s.flags.ShorthandLookup(word[1:2]) == nil:
		t.Errorf("%s: %s has no flag %s", file, s.name, word)
	}
}

// readYAML parses one document strictly enough to find a tab or a double key.
func readYAML(t *testing.T, name string, out any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(rootFile(t, name)), out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// actionFile is what is looked at in an action.
type actionFile struct {
	Name, Description string
	Inputs            map[string]struct {
		Description string
		Required    bool
		Default     *string
	}
	Outputs map[string]struct{ Value string }
	Runs    struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Shell, Run, Uses string
	Env, With                      map[string]string
}

var expression = regexp.MustCompile(`\$\{\{\s*([^}]*?)\s*\}\}`)

func TestAction(t *testing.T) {
	var a actionFile
	readYAML(t, "action.yml", &a)
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" || len(a.Runs.Steps) < 2 {
		t.Fatalf("%+v", a)
	}
	used := map[string]bool{}
	for _, s := range a.Runs.Steps {
		// Inputs are data: pasted into a script they would be code.
		if strings.Contains(s.Run, "${{") {
			t.Errorf("the step %q pastes an expression into its script", s.Name)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("the step %q has no shell", s.Name)
		}
		var words strings.Builder
		words.WriteString(s.If)
		for _, v := range s.Env {
			words.WriteString(v)
		}
		for _, v := range s.With {
			words.WriteString(v)
		}
		for name := range a.Inputs {
			used[name] = used[name] || regexp.MustCompile(`inputs\.`+regexp.QuoteMeta(name)+`\b`).MatchString(words.String())
		}
		for _, m := range expression.FindAllStringSubmatch(words.String(), -1) {
			if name, ok := strings.CutPrefix(m[1], "inputs."); ok {
				if _, known := a.Inputs[name]; !known {
					t.Errorf("the step %q uses an input %q that there is not", s.Name, name)
				}
			}
		}
		if s.Run != "" {
			checkShell(t, "bash", s.Name, s.Run)
		}
	}
	for name, in := range a.Inputs {
		if in.Description == "" || in.Required == (in.Default != nil) || !used[name] {
			t.Errorf("the input %s: %+v, used: %v", name, in, used[name])
		}
	}
	if !strings.Contains(a.Outputs["status"].Value, "steps.check.outputs.status") {
		t.Errorf("outputs %+v", a.Outputs)
	}
	var example struct {
		Jobs map[string]struct{ Steps []actionStep }
	}
	readYAML(t, "examples/github/action.yml", &example)
	for _, s := range example.Jobs["promptcheck"].Steps {
		if strings.HasPrefix(s.Uses, "ringfence/") {
			for name := range s.With {
				if _, ok := a.Inputs[name]; !ok {
					t.Errorf("the example gives an input %q that there is not", name)
				}
			}
			return
		}
	}
	t.Error("the example does not use the action")
}

// No file names a release that there is not.
func TestPinnedReleasesExist(t *testing.T) {
	released := regexp.MustCompile(`(?m)^## \[?(v?[0-9][^\]\s]*)`).FindAllStringSubmatch(rootFile(t, "CHANGELOG.md"), -1)
	pin := regexp.MustCompile(`(?:ringfence/ringfence[\w/]*@|rev: *)(v?[0-9]+\.[0-9]\S*)`)
	if !pin.MatchString("uses: ringfence/ringfence@v0.1.0") || !pin.MatchString("    rev: v0.1.0") {
		t.Fatal("this test finds no pin")
	}
	for _, name := range append([]string{"README.md", "docs/reports.md"}, pipelineFiles...) {
		for _, m := range pin.FindAllStringSubmatch(rootFile(t, name), -1) {
			if !slices.ContainsFunc(released, func(r []string) bool { return strings.TrimPrefix(r[1], "v") == strings.TrimPrefix(m[1], "v") }) {
				t.Errorf("%s names the release %s, which CHANGELOG.md does not have", name, m[1])
			}
		}
	}
}

// checkShell has a shell read a script without running it.
func checkShell(t *testing.T, shell, name, script string) {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Logf("%s is not installed: the script of %s is not read by it", shell, name)
		return
	}
	cmd := exec.CommandContext(t.Context(), path, "-n")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}

func TestPreCommitHooks(t *testing.T) {
	var hooks []struct{ ID, Name, Description, Entry, Language, Files string }
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) == 0 {
		t.Fatal("no hooks")
	}
	for _, h := range hooks {
		words := strings.Fields(h.Entry)
		if h.ID == "" || h.Name == "" || h.Language != "golang" || len(words) < 2 || words[0] != "promptcheck" || command(words[1]) == nil {
			t.Errorf("%+v", h)
		}
		re, err := regexp.Compile(h.Files)
		if err != nil {
			t.Errorf("%s: %v", h.ID, err)
			continue
		}
		for name, want := range map[string]string{"prompts/a.json": "promptcheck", "x/context/b.txt": "promptcheck", "a.prompt": "promptcheck", "main.go": "", "go.mod": "", "deploy/caps.toml": "promptcheck-policy"} {
			if re.MatchString(name) != (want == h.ID) {
				t.Errorf("%s takes %s: %v", h.ID, name, re.MatchString(name))
			}
		}
		if h.ID == "promptcheck" {
			hookTakesWhatFoldersHold(t, re)
		}
	}
}

// No name of a file is a flag to a hook: pre-commit appends names as they are, and
// one that named a configuration of its own would decide what is found.
func TestPreCommitHooksTakeNoFlags(t *testing.T) {
	var hooks []struct {
		ID, Entry, Files string
		Args             []string
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"prompts/bad.txt":           "a <|im_start|> b\n",
		"x/prompts/off.md":          "[rules]\n\"structure/*\" = \"off\"\n",
		"--config=x/prompts/off.md": "Sort a list.\n",
		"caps.toml":                 "allow = []\nsurprise = 1\n",
		"--help/caps.toml":          "allow = []\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for id, c := range map[string]struct {
		names []string
		want  int
	}{
		"promptcheck":        {[]string{"--config=x/prompts/off.md", "prompts/bad.txt", "x/prompts/off.md"}, ExitFindings},
		"promptcheck-policy": {[]string{"--help/caps.toml", "caps.toml"}, ExitUnchecked},
	} {
		for _, h := range hooks {
			if h.ID != id {
				continue
			}
			for _, name := range c.names {
				if !regexp.MustCompile(h.Files).MatchString(name) {
					t.Errorf("%s does not take %s", id, name)
				}
			}
			var out, errs bytes.Buffer
			cmd := Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
			if code := cmd.Main(slices.Concat(strings.Fields(h.Entry)[1:], h.Args, c.names)); code != c.want {
				t.Errorf("%s: status %d, want %d\n%s%s", id, code, c.want, &out, &errs)
			}
		}
	}
}

// hookTakesWhatFoldersHold holds the endings of the hook against those that check
// takes from a folder, both ways.
func hookTakesWhatFoldersHold(t *testing.T, re *regexp.Regexp) {
	t.Helper()
	for _, ext := range append([]string{".go", ".js", ".toml", ".yaml", ".html", ".gz", ".jsonlines", ".js.gz", ""}, extensions...) {
		for _, name := range []string{"prompts/a" + ext, "x/contexts/b/c" + ext + ".gz", "prompt/A" + strings.ToUpper(ext)} {
			taken := slices.Contains(extensions, strings.ToLower(filepath.Ext(withoutGzip(name))))
			if re.MatchString(name) != taken {
				t.Errorf("%s: the hook takes it: %v, check takes it from a folder: %v", name, re.MatchString(name), taken)
			}
			if outside := "src/" + name[strings.LastIndexByte(name, '/')+1:]; re.MatchString(outside) != (ext == ".prompt") {
				t.Errorf("%s: the hook takes it: %v", outside, re.MatchString(outside))
			}
		}
	}
}

func TestPipelineExamplesParse(t *testing.T) {
	for _, name := range []string{"examples/github/promptcheck.yml", "examples/github/action.yml"} {
		var w struct {
			Name        string
			Permissions map[string]string
			Jobs        map[string]struct{ Steps []actionStep }
		}
		readYAML(t, name, &w)
		if w.Name == "" || w.Permissions["contents"] != "read" || len(w.Jobs) != 1 {
			t.Errorf("%s: %+v", name, w)
		}
		for _, job := range w.Jobs {
			for _, s := range job.Steps {
				if (s.Run == "") == (s.Uses == "") || strings.Contains(s.Run, "${{") {
					t.Errorf("%s: %+v", name, s)
				}
			}
		}
	}
	var gitlab map[string]struct {
		Stage, Image string
		Script       []string
		Artifacts    struct {
			Paths   []string
			Reports map[string]string
		}
	}
	readYAML(t, "examples/gitlab/promptcheck.gitlab-ci.yml", &gitlab)
	if j := gitlab["promptcheck"]; j.Image == "" || len(j.Script) < 3 || len(j.Artifacts.Paths) == 0 {
		t.Errorf("%+v", gitlab)
	}
	if junit := gitlab["promptcheck"].Artifacts.Reports["junit"]; junit == "" || !strings.Contains(strings.Join(gitlab["promptcheck"].Script, "\n"), "--to junit -o "+junit) {
		t.Errorf("the report %q is not written", junit)
	}
	for _, name := range []string{"examples/shell/check.sh", "examples/shell/serve.sh", "examples/shell/shards.sh"} {
		checkShell(t, "sh", name, rootFile(t, name))
	}
}

// The image has no shell, no root and no network by default; whether it builds is
// for a machine with a container engine.
func TestDockerfile(t *testing.T) {
	var from, instructions []string
	for line := range strings.Lines(strings.ReplaceAll(rootFile(t, "Dockerfile"), "\\\n", " ")) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		instructions = append(instructions, fields[0])
		if fields[0] == "FROM" {
			from = append(from, fields[1])
		}
	}
	if len(from) != 2 || from[1] != "gcr.io/distroless/static-debian12:nonroot" {
		t.Errorf("stages %v", from)
	}
	known := []string{"FROM", "WORKDIR", "COPY", "ARG", "RUN", "LABEL", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}
	for _, i := range instructions {
		if !slices.Contains(known, i) {
			t.Errorf("instruction %s", i)
		}
	}
	text := rootFile(t, "Dockerfile")
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(rootFile(t, "go.mod"))[1]
	if !strings.Contains(text, "FROM docker.io/library/golang:"+version+"-") || strings.Contains(text, ":latest") {
		t.Errorf("wants Go %s of a registry that is named: an engine with no registry to search finds no other", version)
	}
	if !strings.Contains(text, "/internal/release.version=${VERSION}") || !strings.Contains(text, "\nARG VERSION=\n") {
		t.Error("wants a version that the build is told")
	}
	if !strings.Contains(text, "\nUSER 65532:65532\n") {
		t.Error("wants the user nonroot by number: a pod with runAsNonRoot does not start as a user with a name")
	}
	for line := range strings.Lines(rootFile(t, ".dockerignore")) {
		if name := strings.TrimSpace(line); name == "go.sum" || name == "internal" || name == "cmd" {
			t.Errorf("%s is needed to build", name)
		}
	}
}

// The shell example works as it is, with this command.
func TestShellExample(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh: the shell example is not run")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	command := filepath.Join(dir, "promptcheck") // TestMain goes by the name
	if err := os.Symlink(self, command); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, "prompts", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	example := func() int {
		cmd := exec.CommandContext(t.Context(), sh, filepath.Join(testdata.Root(t), "examples", "shell", "check.sh"), "prompts", "out")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PROMPTCHECK="+command)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		t.Logf("%s", out)
		return cmd.ProcessState.ExitCode()
	}
	write("fine.txt", "Sort a list.\n")
	if got := example(); got != ExitClean {
		t.Errorf("clean: status %d", got)
	}
	write("bad.txt", "a <|im_start|> b\n")
	if got := example(); got != ExitFindings {
		t.Errorf("findings: status %d", got)
	}
	write("cut.json", `{"ui":`)
	if got := example(); got != ExitUnchecked {
		t.Errorf("unchecked: status %d", got)
	}
}

// The manual page is the one that the command prints.
func TestManualPageIsCurrent(t *testing.T) {
	_, page, _ := run("", "man")
	if rootFile(t, "docs/man/promptcheck.1") != page {
		t.Error("docs/man/promptcheck.1 is stale: make generate")
	}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|SS|TP|B|I|PP|br|nf|fi)\b`).MatchString(line) {
			t.Errorf("a line that troff would read as a request: %q", line)
		}
	}
}
