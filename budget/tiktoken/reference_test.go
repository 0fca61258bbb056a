package tiktoken_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/tiktoken"
	"github.com/ringfence/ringfence/internal/testdata"
)

// TestReference compares ids with those of the published tokenizer.
func TestReference(t *testing.T) {
	zr, err := gzip.NewReader(bytes.NewReader(testdata.ReadShared(t, "data/tokens/reference.jsonl.gz")))
	if err != nil {
		t.Fatal(err)
	}
	exact, upper := 0, 0
	for dec := json.NewDecoder(zr); ; {
		var row struct {
			Text   string   `json:"text"`
			O200K  []uint32 `json:"o200k_base"`
			CL100K []uint32 `json:"cl100k_base"`
		}
		if err := dec.Decode(&row); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][]uint32{"o200k_base": row.O200K, "cl100k_base": row.CL100K} {
			e, err := tiktoken.New(name)
			if err != nil {
				t.Fatal(err)
			}
			n, worth := e.Measure(row.Text)
			if worth != budget.Exact {
				upper++
				if n < len(want) {
					t.Errorf("%s %.60q: %d, true %d", name, row.Text, n, len(want))
				}
				continue
			}
			exact++
			if got := e.Encode(nil, row.Text); !slices.Equal(got, want) {
				t.Errorf("%s %.200q: %d ids differ from %d", name, row.Text, len(got), len(want))
			}
		}
	}
	if exact == 0 {
		t.Error("nothing was compared")
	}
	t.Logf("%d exact, %d upper", exact, upper)
}
