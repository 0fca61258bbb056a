package repo_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A pkg is what "go list" says of a package.
type pkg struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// rel is the import path below the module, "." for the module itself.
func rel(importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// goCommand runs the go command in the root of the module.
func goCommand(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return out
}

// packages lists the packages of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	out := goCommand(t, "list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 2 {
		t.Fatal("go list found no packages")
	}
	return all
}

// outside reports whether an import is third-party code: its first element
// has a dot and it is not ours.
func outside(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".") && !ours(importPath)
}

func ours(importPath string) bool {
	return importPath == module || strings.HasPrefix(importPath, module+"/")
}

const leaves = `internal/(ucd|fold|grapheme|jsonline)`

// layering says what a package may import besides the standard library. The
// first rule whose folder matches counts, and a package that no rule knows is
// an error: a new folder needs a decision. Patterns match whole paths below
// the module, or whole import paths of third-party packages.
var layering = []struct{ folder, own, third string }{
	{`\.`, ``, ``},
	// Segmentation of graphemes is the one leaf that borrows its tables.
	{`internal/grapheme`, leaves, `github\.com/clipperhouse/uax29/v2/graphemes`},
	{leaves, leaves, ``},
	{leaves + `/gen`, leaves, ``},
	{`contract`, `\.|` + leaves, `github\.com/go-json-experiment/json(/.*)?`},
	{`fence(/.*)?`, `\.|fence(/.*)?|` + leaves, ``},
	{`budget/tiktoken`, `\.|budget`, `github\.com/pkoukk/tiktoken-go(-loader)?|github\.com/dlclark/regexp2(/v2)?`},
	// The generator starts from the published rank files.
	{`budget/(.*/)?gen`, `\.|budget(/.*)?|` + leaves, `github\.com/pkoukk/tiktoken-go-loader(/.*)?`},
	{`budget(/.*)?`, `\.|budget(/.*)?|` + leaves, ``},
	// Ending a whole process tree, and running a file that was checked, take
	// system calls that the standard library does not have.
	{`policy/bridge`, `\.|policy(/.*)?|` + leaves, `golang\.org/x/sys/unix`},
	// What packages of policy share serves all of them, so it knows none.
	{`policy/internal/.*`, leaves, ``},
	// The parts of the host know neither the policy nor the log nor each other,
	// and share how a program is run to its end. System calls, and what watches,
	// matches and confines, stay with the part that needs it.
	{`policy/host/(clipboard|dialog|internal/.*)`, `\.|policy/(host/)?internal/.*|` + leaves, `golang\.org/x/sys/(unix|windows)`},
	{`policy/host/(watch|patch)`, `\.|policy/(host/)?internal/.*|` + leaves, `golang\.org/x/sys/(unix|windows)|github\.com/bmatcuk/doublestar/v4|github\.com/fsnotify/fsnotify`},
	{`policy/host/task(/.*)?`, `\.|policy/(coreform|outcome|bridge|frame)|policy/host/(task(/.*)?|internal/.*)|` + leaves, `golang\.org/x/sys/(unix|windows)|github\.com/go-json-experiment/json/jsontext`},
	{`policy/host/agent`, `\.|policy/(coreform|outcome)|policy/host/(patch|agent|internal/.*)|` + leaves, `golang\.org/x/sys/(unix|windows)`},
	{`policy/host/schema`, `\.|policy/coreform(/.*)?|` + leaves, `github\.com/go-json-experiment/json/jsontext`},
	{`policy/host`, `\.|policy(/.*)?|` + leaves, ``},
	// The JSON writing of terms is read as strictly as every other JSON.
	{`policy/coreform/cfjson`, `\.|policy/coreform|` + leaves, `github\.com/go-json-experiment/json(/.*)?`},
	// TOML is the policy format, BLAKE3 the hash of the published formats.
	{`policy(/.*)?`, `\.|policy(/.*)?|` + leaves, `github\.com/pelletier/go-toml/v2(/unstable)?|lukechampine\.com/blake3`},
	{`render`, `\.|contract|fence(/spotlight)?|budget|` + leaves, ``},
	{`render/langchain`, `\.|render`, `github\.com/tmc/langchaingo/llms`},
	{`inspect`, `\.|contract|` + leaves, ``},
	{`corpus`, `\.`, `github\.com/go-json-experiment/json(/.*)?`},
	{`audit(/.*)?`, `\.|audit(/.*)?|contract|fence(/.*)?|budget(/.*)?|render|policy(/.*)?|inspect|` + leaves, `github\.com/go-json-experiment/json(/.*)?`},
	{`internal/serve`, `\.|audit(/promptdoc)?|budget|contract|fence|render`, `github\.com/go-json-experiment/json/jsontext`},
	{`internal/cli(/.*)?`, `.*`, `github\.com/spf13/pflag|github\.com/pelletier/go-toml/v2(/unstable)?|github\.com/bmatcuk/doublestar/v4`},
	// The bridge for Go modules: it confines what it runs.
	{`internal/gobridge`, `\.|policy/(coreform|outcome|frame|host/task)`, `golang\.org/x/sys/unix|github\.com/landlock-lsm/go-landlock/landlock`},
	{`cmd/ringfence-go-bridge`, `internal/gobridge`, ``},
	// What a version needs, and no more: it answers before all else is there.
	{`internal/release`, ``, ``},
	{`cmd/[^/]+`, `internal/cli`, ``},
	{`bench`, `.*`, `github\.com/pkoukk/tiktoken-go(-loader)?|github\.com/tiktoken-go/tokenizer`},
	{`examples(/.*)?`, `[^i].*|inspect|\.`, `github\.com/tmc/langchaingo/llms(/.*)?`},
	// Nothing but tests, and helpers and tools of the repository.
	{`golden|fuzz|internal/(repo|testdata)|internal/cmd/[^/]+`, `.*`, ``},
}

// whole compiles a pattern that matches a whole string; "" matches nothing.
func whole(pattern string) *regexp.Regexp {
	if pattern == "" {
		return regexp.MustCompile(`$.^`)
	}
	return regexp.MustCompile(`^(?:` + pattern + `)$`)
}

func TestLayering(t *testing.T) {
	for _, p := range packages(t) {
		at := slices.IndexFunc(layering, func(r struct{ folder, own, third string }) bool {
			return whole(r.folder).MatchString(rel(p.ImportPath))
		})
		if at < 0 {
			t.Errorf("%s: no rule says what it may import: add one here and in .golangci.yml", rel(p.ImportPath))
			continue
		}
		own, third := whole(layering[at].own), whole(layering[at].third)
		for _, imp := range p.Imports {
			if ours(imp) && !own.MatchString(rel(imp)) || outside(imp) && !third.MatchString(imp) {
				t.Errorf("%s must not import %s", rel(p.ImportPath), imp)
			}
		}
	}
}

// TestTestTools keeps packages that register global flags, or change what a
// test binary does, where they cannot meet.
func TestTestTools(t *testing.T) {
	const nowhere = ""
	where := []struct{ imports, folder string }{
		{`github\.com/sebdah/goldie(/.*)?`, `golden`},
		{`github\.com/rogpeppe/go-internal(/.*)?`, `internal/cli(/.*)?|cmd/[^/]+`},
		// Template engines, and what pulls them in.
		{`github\.com/tmc/langchaingo/(prompts|chains|agents)(/.*)?`, nowhere},
		// One way to compare: go-cmp and plain conditions.
		{`github\.com/stretchr/testify(/.*)?`, nowhere},
	}
	for _, p := range packages(t) {
		for _, imp := range slices.Concat(p.TestImports, p.XTestImports) {
			for _, rule := range where {
				if whole(rule.imports).MatchString(imp) && !whole(rule.folder).MatchString(rel(p.ImportPath)) {
					t.Errorf("%s: its tests must not import %s", rel(p.ImportPath), imp)
				}
			}
		}
	}
}

// TestCoreDependencies looks through the whole graph below the packages that
// a user imports first: strict JSON, grapheme segmentation and what policies
// are written in are all that they may bring along.
func TestCoreDependencies(t *testing.T) {
	allowed := whole(`github\.com/go-json-experiment/json(/.*)?|github\.com/clipperhouse/uax29/v2(/.*)?` +
		// Of policy: its file format and its hash, which asks the processor what it can do.
		`|github\.com/pelletier/go-toml/v2(/.*)?|lukechampine\.com/blake3(/.*)?|github\.com/klauspost/cpuid/v2`)
	core := []string{".", "contract", "fence", "budget", "policy", "render"}
	for _, p := range packages(t) {
		if !slices.Contains(core, rel(p.ImportPath)) {
			continue
		}
		for _, dep := range p.Deps {
			if outside(dep) && !allowed.MatchString(dep) {
				t.Errorf("%s depends on %s", rel(p.ImportPath), dep)
			}
		}
	}
}
