package policy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// The reference lists every key that has a meaning here.
func TestPolicyDocumentHasKeys(t *testing.T) {
	body, err := os.ReadFile(filepath.Join(testdata.Root(t), "docs", "policy.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"when"}
	for _, keys := range []keyTypes{topKeys, taskKeys, runtimeKeys, logKeys, storeKeys, refsKeys, opKeys, ruleKeys, allowWhenKeys, denyWhenKeys} {
		for _, k := range keys {
			if k.takes != table && k.takes != tables {
				names = append(names, k.key)
			}
		}
	}
	for _, key := range names {
		if !strings.Contains(string(body), "`"+key+"`") && !strings.Contains(string(body), "`"+key+" = ") {
			t.Errorf("docs/policy.md does not list %s", key)
		}
	}
}
