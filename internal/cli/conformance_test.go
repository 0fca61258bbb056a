package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/internal/testdata"
)

// conformanceRow is a line of a table of docs/conformance.md.
type conformanceRow struct{ id, subject, state, how string }

func conformanceRows(t *testing.T) []conformanceRow {
	t.Helper()
	var out []conformanceRow
	id := regexp.MustCompile(`^(\d+\.\d+\.\d+|LLM\d\d|ASI\d\d)$`)
	for line := range strings.Lines(rootFile(t, "docs/conformance.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) == 4 && id.MatchString(cells[0]) {
			out = append(out, conformanceRow{cells[0], cells[1], cells[2], cells[3]})
		}
	}
	return out
}

// conformanceIDs are the requirements that the page has to speak of: those of the
// published sections, by how many each has.
func conformanceIDs() map[string]bool {
	out := map[string]bool{}
	for section, n := range map[string]int{"2.1": 8, "7.3": 4, "9.1": 3, "9.2": 10, "9.4": 4, "9.6": 3, "10.4": 8} {
		for i := range n {
			out[fmt.Sprintf("%s.%d", section, i+1)] = true
		}
	}
	for i := range 10 {
		out[fmt.Sprintf("LLM%02d", i+1)], out[fmt.Sprintf("ASI%02d", i+1)] = true, true
	}
	return out
}

// Every requirement has one row, and a row that claims something names what
// holds it.
func TestConformanceIsComplete(t *testing.T) {
	missing := conformanceIDs()
	for _, r := range conformanceRows(t) {
		if !missing[r.id] {
			t.Errorf("%s is there twice, or is no requirement", r.id)
		}
		delete(missing, r.id)
		names := strings.Count(r.how, "`") / 2
		switch r.state {
		case "held", "in part":
			if names == 0 {
				t.Errorf("%s is %s by nothing", r.id, r.state)
			}
		case "gap":
			if r.how == "" {
				t.Errorf("%s is a gap without a word", r.id)
			}
		case "outside":
		default:
			t.Errorf("%s has the state %q", r.id, r.state)
		}
		if r.subject == "" {
			t.Errorf("%s has no subject", r.id)
		}
	}
	for id := range missing {
		t.Errorf("%s is missing", id)
	}
}

// Every rule and every test that the page names is one that there is.
func TestConformanceNamesExist(t *testing.T) {
	span := regexp.MustCompile("`([^`]+)`")
	test := regexp.MustCompile(`^((?:[a-z0-9]+/)*[a-z0-9]+)\.((?:Test|Fuzz)[A-Za-z0-9_]+)$`)
	rules, tests := 0, 0
	for _, r := range conformanceRows(t) {
		for _, m := range span.FindAllStringSubmatch(r.how, -1) {
			if named := test.FindStringSubmatch(m[1]); named != nil {
				tests++
				if !hasTest(t, named[1], named[2]) {
					t.Errorf("%s: there is no test %s in %s", r.id, named[2], named[1])
				}
				continue
			}
			rules++
			if _, ok := audit.RuleByID(m[1]); !ok {
				t.Errorf("%s: there is no rule %s", r.id, m[1])
			}
		}
	}
	if rules < 40 || tests < 40 {
		t.Errorf("%d rules and %d tests are named: this test looks in the wrong place", rules, tests)
	}
}

// hasTest looks for a test in the files of a folder.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata.Root(t), filepath.FromSlash(path.Join(folder, "*_test.go"))))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
