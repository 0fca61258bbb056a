package cli

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy"
)

// docs/checks.md is what the rules say now.
func TestChecksDocument(t *testing.T) {
	got, err := os.ReadFile(filepath.Join(testdata.Root(t), "docs", "checks.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(rulesMarkdown()) {
		t.Error("docs/checks.md is stale: run go generate ./internal/cli")
	}
}

// Every rule that a command reports is in every list.
func TestListsHaveEveryRule(t *testing.T) {
	var ids []string
	for _, r := range audit.Rules() {
		ids = append(ids, r.ID)
	}
	for _, r := range policy.LintRules() {
		ids = append(ids, r.ID)
	}
	_, text, _ := run("", "rules")
	_, list, _ := run("", "rules", "--format", "json")
	var rules []struct{ Rule, Severity, Title, Command string }
	if err := json.Unmarshal([]byte(list), &rules); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		n := 0
		for _, r := range rules {
			if r.Rule == id && r.Severity != "" && r.Title != "" && (r.Command == "check" || r.Command == "policy lint") {
				n++
			}
		}
		if n != 1 || strings.Count(text, " "+id+" ") != 1 || strings.Count(string(rulesMarkdown()), "\n## "+id+"\n") != 1 {
			t.Errorf("%s is %d times in the JSON list, and should be once in each", id, n)
		}
	}
	if len(lintOnly()) == 0 {
		t.Error("this test looks for rules that there are not")
	}
}

// The document has an entry for each rule, in which the bad example prints
// something; its links lead to its headings, and it is text that can be shown.
func TestMarkdownEntries(t *testing.T) {
	doc := string(rulesMarkdown())
	for _, r := range audit.Rules() {
		if strings.Count(doc, "\n## "+r.ID+"\n") != 1 || strings.Count(doc, "](#"+anchor(r.ID)+")") != 1 {
			t.Errorf("%s: no entry, or more than one", r.ID)
		}
		if out := exampleOutput(r); !strings.Contains(out, "bad.") || !r.Refuses && !strings.Contains(out, "["+r.ID+"]") {
			t.Errorf("%s: the bad example prints %q", r.ID, out)
		}
	}
	for i, line := range strings.Split(doc, "\n") {
		if v := visible(line); v != line && !strings.HasPrefix(line, "#") {
			t.Errorf("line %d cannot be shown: %q", i+1, v)
		}
	}
}

func TestFencedCannotBeClosed(t *testing.T) {
	for _, text := range []string{"a\n", "```\n", "a\n````\nb\n"} {
		out := fenced(text)
		ticks := out[:strings.Index(out, "text\n")]
		if strings.Contains(text, ticks) || !strings.HasSuffix(out, ticks+"\n") || len(ticks) < 3 {
			t.Errorf("%q: %q", text, out)
		}
	}
}

// What only policy lint finds has an example, and what check finds has its own.
func TestLintExamples(t *testing.T) {
	if len(lintExamples) != len(lintOnly()) {
		t.Errorf("%d examples", len(lintExamples))
	}
	for _, r := range lintOnly() {
		text, ok := explanation(r.ID)
		if !ok || lintExamples[r.ID] == "" || !strings.Contains(text, "Since "+lintSince+".") || !strings.Contains(text, "For example, ") {
			t.Errorf("%s: %s", r.ID, text)
		}
	}
}

// The examples of a rule can be told apart as they are shown, and are called what
// they are.
func TestExamplesCanBeToldApart(t *testing.T) {
	for _, r := range audit.Rules() {
		if exampleInput(r.Bad) == exampleInput(r.Good) {
			t.Errorf("%s: bad and good read the same: %s", r.ID, exampleInput(r.Bad))
		}
		name := exampleName(r)
		kind, err := audit.KindOf(name, []byte(r.Bad))
		if err != nil && (r.Refuses || r.Kind == audit.Tools) {
			continue // the shape may be what is wrong with it, or that there is no tool
		}
		// Nothing is taken for a text or a response by itself.
		want := map[audit.Kind]audit.Kind{audit.Text: audit.Prompt, audit.Response: audit.Prompt}[r.Kind]
		if want == audit.Auto {
			want = r.Kind
		}
		if err != nil && r.Kind != audit.Response || err == nil && kind != want {
			t.Errorf("%s: %s is %v, want %v: %v", r.ID, name, kind, want, err)
		}
	}
}

// Every error code that a package of this module declares can be explained.
func TestEveryCodeIsExplained(t *testing.T) {
	root := testdata.Root(t)
	seen := 0
	for _, dir := range codeFolders(t, root) {
		for _, code := range declaredCodes(t, filepath.Join(root, filepath.FromSlash(dir))) {
			seen++
			text, ok := explanation(code)
			if !ok || len(text) < 60 {
				t.Errorf("%s: code %s is not explained", dir, code)
			}
		}
	}
	if seen < 120 {
		t.Errorf("found only %d codes", seen)
	}
	for _, d := range allCodes() {
		if _, ok := audit.RuleByCode(d.code); ok {
			t.Errorf("%s is explained twice", d.code)
		}
	}
}

// A family stands for the codes that begin alike, and for no other word.
func TestCodeFamilies(t *testing.T) {
	for id, known := range map[string]bool{
		"coreform-depth": true, "vector-canary": true, "collection-format": true, "frame-short": true,
		"coreform": false, "coreform-": false, "vectors-name": false, "frame-\x1b[2J": false, "log-Head": false,
	} {
		if text, ok := explanation(id); ok != known || ok && len(text) < 100 {
			t.Errorf("%q: explained %v: %s", id, ok, text)
		}
	}
	for _, f := range codeFamilies {
		for _, r := range audit.Rules() {
			for _, id := range []string{r.Name(), string(r.Code)} {
				if text, _ := explanation(id); strings.HasPrefix(id, f.prefix) && !strings.Contains(text, r.Title) {
					t.Errorf("%s is hidden by the family %s", r.ID, f.prefix)
				}
			}
		}
	}
}

// codeFolders are the folders of this module that hold Go code which is not
// only for tests, below the root.
func codeFolders(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case path != root:
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return filepath.SkipDir // another module
			}
		}
		rel, err := filepath.Rel(root, path)
		out = append(out, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// declaredCodes returns the values of the ringfence.Code constants of a folder.
func declaredCodes(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			typ, isCode := v.Type.(*ast.SelectorExpr)
			lit, isLit := v.Values[0].(*ast.BasicLit)
			if isCode && isLit && typ.Sel.Name == "Code" {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					out = append(out, s)
				}
			}
			return true
		})
	}
	return out
}
