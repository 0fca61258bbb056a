package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/render"
)

// TestSharedContexts renders edit contexts of real pages, where they are beside
// the repository: they parse, keep every limit, scan back, and show the source
// as it is.
func TestSharedContexts(t *testing.T) {
	folder := testdata.Shared(t, "data/editcontext")
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	rendered := 0
	for _, file := range files {
		if strings.HasSuffix(file, ".job.json") {
			continue
		}
		rendered++
		t.Run(filepath.Base(file), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ec, err := contract.ParseEditContext(body)
			if err != nil {
				t.Fatal(err)
			}
			kept := 0
			for _, tokens := range []int{500, 700, 2000, 8000, 120_000} {
				r := renderer(tokens)
				p, err := r.Render(t.Context(), render.Text(editInstruction), render.EditContext(ec),
					render.Request(ringfence.NewData("Make the headings larger.")))
				if err != nil {
					t.Fatal(err)
				}
				check(t, r, p, ec)
				if len(p.Spans()) < kept {
					t.Errorf("%d tokens keep %d blocks, fewer kept %d", tokens, len(p.Spans()), kept)
				}
				kept = len(p.Spans())
				if used, whole := p.Report().Used, allWhole(p); !whole && 2*used < tokens {
					t.Errorf("%d of %d tokens used while data waits", used, tokens)
				}
			}
			if kept < 4 {
				t.Errorf("with room for all there are %d blocks", kept)
			}
		})
	}
	if rendered == 0 {
		t.Errorf("no contexts in %s", folder)
	}
}

// allWhole reports whether every part is whole.
func allWhole(p *render.Prompt) bool {
	for _, part := range p.Report().Parts {
		if part.Decision == render.Reduced || part.Decision == render.Omitted {
			return false
		}
	}
	return true
}
