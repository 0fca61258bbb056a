package repo_test

import (
	"go/ast"
	"path"
	"regexp"
	"strings"
	"testing"
)

// testFunctions returns the test functions of the tree: keys are the folder of
// the package and the function, as in "render/langchain.TestMessages", and the
// short form with the package's last element, "langchain.TestMessages". Those
// of the root package are found as "ringfence.TestX".
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test() {
			continue
		}
		dir := s.dir()
		if dir == "." {
			dir = path.Base(module)
		}
		for _, decl := range s.tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil {
				out[dir+"."+f.Name.Name] = true
				out[path.Base(dir)+"."+f.Name.Name] = true
			}
		}
	}
	return out
}

// A rule is a row of a table in SPEC.md whose last column names tests.
type rule struct {
	line  int
	id    string
	tests []string // package.Function, without a subtest
}

// testName finds "contract.TestParse" and "contract.TestParse/sub test"; the
// package may be a path below the module.
var testName = regexp.MustCompile(`\b([a-z0-9_]+(?:/[a-z0-9_]+)*)\.((?:Test|Fuzz|Example|Benchmark)\w*)`)

// ruleID is the number of a rule: R12, F3, R12a, C-4 or 3.2.
var ruleID = regexp.MustCompile(`^[A-Z]*-?[0-9]+(?:\.[0-9]+)*[a-z]?$`)

// parseRules reads the tables whose last heading speaks of tests.
func parseRules(lines []string) []rule {
	var rules []rule
	inTable, counts := false, false
	for i, line := range lines {
		cells := splitRow(line)
		if cells == nil {
			inTable = false
			continue
		}
		if !inTable {
			inTable = true
			counts = strings.Contains(strings.ToLower(cells[len(cells)-1]), "test")
			continue
		}
		if !counts || strings.Trim(cells[0], ":- ") == "" {
			continue
		}
		r := rule{line: i + 1, id: strings.Trim(cells[0], "`* ")}
		for _, m := range testName.FindAllStringSubmatch(cells[len(cells)-1], -1) {
			r.tests = append(r.tests, m[1]+"."+m[2])
		}
		rules = append(rules, r)
	}
	return rules
}

// splitRow splits a table row at bars that are neither escaped nor in a code
// span, and returns nil for a line that is no row.
func splitRow(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	var cells []string
	var cell strings.Builder
	code := false
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && line[i+1] == '|':
			i++
			cell.WriteByte('|')
		case c == '`':
			code = !code
			cell.WriteByte(c)
		case c == '|' && !code:
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(c)
		}
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" {
		cells = append(cells, rest)
	}
	return cells
}

// TestSpecRules wants each numbered rule of SPEC.md to name a test that
// exists, and each number to be given once.
func TestSpecRules(t *testing.T) {
	rules := parseRules(parseMarkdown("SPEC.md", read(t, "SPEC.md")).lines)
	if len(rules) == 0 {
		t.Fatal("SPEC.md has no table whose last column names tests")
	}
	functions := testFunctions(t)
	seen := map[string]int{}
	for _, r := range rules {
		if !ruleID.MatchString(r.id) {
			t.Errorf("SPEC.md:%d: %q is not the number of a rule", r.line, r.id)
		}
		if first := seen[r.id]; first > 0 {
			t.Errorf("SPEC.md:%d: rule %s is also on line %d", r.line, r.id, first)
		}
		seen[r.id] = r.line
		if len(r.tests) == 0 {
			t.Errorf("SPEC.md:%d: rule %s names no test", r.line, r.id)
		}
		for _, name := range r.tests {
			if !functions[name] {
				t.Errorf("SPEC.md:%d: rule %s: there is no %s", r.line, r.id, name)
			}
		}
	}
}

func TestParseRules(t *testing.T) {
	lines := strings.Split(strings.Join([]string{
		"| no | letter |", "|---|---|", "| C0 | x |",
		"", "| Rule | MUST | Tests |", "|:--|---|--:|",
		"| R1 | a `|` b \\| c | `contract.TestA/sub`, render/langchain.TestB |",
		"| **R2** | none | – |",
		"text", "| R9 | not a table row | heading |",
	}, "\n"), "\n")
	rules := parseRules(lines)
	if len(rules) != 2 {
		t.Fatalf("got %+v", rules)
	}
	if r := rules[0]; r.id != "R1" || r.line != 7 || strings.Join(r.tests, " ") != "contract.TestA render/langchain.TestB" {
		t.Errorf("got %+v", r)
	}
	if r := rules[1]; r.id != "R2" || len(r.tests) != 0 {
		t.Errorf("got %+v", r)
	}
}
