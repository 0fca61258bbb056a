package contract

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// Contexts that a producer's own code made from real pages are read whole, and
// what they hold is what another decoder reads in them.
func TestRealContexts(t *testing.T) {
	dir := testdata.Shared(t, "data/editcontext")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, file := range files {
		if strings.HasSuffix(file, ".job.json") {
			continue
		}
		read++
		t.Run(filepath.Base(file), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ec, err := ParseEditContext(body)
			if err != nil {
				t.Fatal(err)
			}
			var w wireContext
			if err := json.Unmarshal(body, &w); err != nil {
				t.Fatal(err)
			}
			if diff := diffContext(ec, w.context()); diff != "" {
				t.Error(diff)
			}
			if ec.Unknown != 0 {
				t.Errorf("%d unknown members", ec.Unknown)
			}
			for _, n := range ec.Notes {
				// Authored ids are the only unusual thing in these pages.
				if n.Code != NoteIDAuthored && n.Code != NoteIDPattern {
					t.Errorf("note %+v", n)
				}
			}
			for _, s := range ec.Selection {
				if _, ok := ec.ContentOf(s.ID); !ok {
					t.Error("a selected element has no content")
				}
			}
		})
	}
	if read < 5 {
		t.Errorf("only %d contexts", read)
	}
}
