package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// caseName is the name of the files of one prompt, without form and suffix.
func caseName(name string, tokens int) string { return fmt.Sprintf("%s-%d", name, tokens) }

// registered returns the names of all golden files that tests of this package
// compare with, whether they run or not.
func registered() map[string]bool {
	out := map[string]bool{}
	names := []string{"ask-turn1", "ask-turn2"}
	for _, c := range editContexts {
		names = append(names, c.name)
	}
	for _, name := range names {
		for _, tokens := range budgets {
			for _, form := range forms {
				out[caseName(name, tokens)+"."+form] = true
			}
		}
	}
	for _, p := range pages {
		out[p.name+".html"] = true
	}
	return out
}

// TestNoOrphans demands that every golden file belongs to a test and every test
// has its files: goldie looks only at what it is asked for.
func TestNoOrphans(t *testing.T) {
	files, err := os.ReadDir(goldenFolder)
	if err != nil {
		t.Fatal(err)
	}
	missing := registered()
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), goldenSuffix)
		if !ok || f.IsDir() {
			t.Errorf("%s is no golden file", f.Name())
			continue
		}
		if !missing[name] {
			t.Errorf("%s belongs to no test", f.Name())
		}
		delete(missing, name)
	}
	for name := range missing {
		t.Errorf("the file %s%s is missing: go test ./golden -update", name, goldenSuffix)
	}
}

// TestContextsAreUsed demands that every shipped context is rendered.
func TestContextsAreUsed(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(contextFolder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no contexts: %v", err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".json")
		if !registered()[caseName(name, budgets[0])+"."+forms[0]] {
			t.Errorf("%s is rendered by no test", f)
		}
	}
}
