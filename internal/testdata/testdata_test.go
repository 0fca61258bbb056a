package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRootHoldsModule(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "doc.go")); err != nil {
		t.Fatalf("root %s does not hold the root package: %v", Root(t), err)
	}
}

func TestSharedSkipsWhatIsAbsent(t *testing.T) {
	var inner testing.TB
	t.Run("absent", func(t *testing.T) {
		inner = t
		Shared(t, "data/no-such-file")
		t.Error("went on after a missing file")
	})
	if !inner.Skipped() {
		t.Error("a missing file did not skip the test")
	}
}

func TestSharedFindsWhatIsThere(t *testing.T) {
	if len(ReadShared(t, "data/editcontext/h5bp-index.json")) == 0 {
		t.Error("an empty file")
	}
}
