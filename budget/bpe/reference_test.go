package bpe_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/budget/p50k"
	"github.com/ringfence/ringfence/budget/r50k"
)

// encodings are the four built-in vocabularies by their published names.
var encodings = []struct {
	name     string
	encoding func() *bpe.Encoding
}{
	{"o200k_base", o200k.Encoding},
	{"cl100k_base", cl100k.Encoding},
	{"p50k_base", p50k.Encoding},
	{"r50k_base", r50k.Encoding},
}

// readReference calls yield with each text of a file of JSON lines, compressed,
// and the ids the reference implementation gave for it, by encoding.
func readReference(t testing.TB, file string, yield func(text string, ids map[string][]uint32)) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unzip, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzip)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &fields); err != nil {
			t.Fatal(err)
		}
		var text string
		if err := json.Unmarshal(fields["text"], &text); err != nil {
			t.Fatal(err)
		}
		delete(fields, "text")
		ids := map[string][]uint32{}
		for name, raw := range fields {
			var list []uint32
			if err := json.Unmarshal(raw, &list); err != nil {
				t.Fatal(err)
			}
			ids[name] = list
		}
		yield(text, ids)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// compareReference compares every text of the file, id for id.
func compareReference(t *testing.T, file string) {
	t.Helper()
	texts, compared := 0, 0
	readReference(t, file, func(text string, ids map[string][]uint32) {
		texts++
		for _, e := range encodings {
			want, ok := ids[e.name]
			if !ok {
				continue
			}
			compared++
			if t.Failed() {
				continue // one text is enough to look at
			}
			got := e.encoding().Encode(nil, text)
			if !slices.Equal(got, want) {
				t.Errorf("%s of %.200q:\n got %v\nwant %v", e.name, text, got, want)
			}
			if n := e.encoding().Count(text); n != len(want) {
				t.Errorf("%s counts %d of %.200q, want %d", e.name, n, text, len(want))
			}
		}
	})
	if texts == 0 || compared < texts {
		t.Fatalf("%s holds %d texts and %d encodings", file, texts, compared)
	}
	t.Logf("%d texts, %d encodings compared", texts, compared)
}

// TestSharedReference compares with a larger set that may lie beside the
// repository.
func TestSharedReference(t *testing.T) {
	file := filepath.Join("..", "..", "..", "shared", "data", "tokens", "reference.jsonl.gz")
	if _, err := os.Stat(file); err != nil {
		t.Skip("the shared reference is not there: ", err)
	}
	compareReference(t, file)
}

// TestFrozenReference compares with the project's own set, which
// testdata/reference.mjs writes.
func TestFrozenReference(t *testing.T) {
	compareReference(t, filepath.Join("testdata", "reference.jsonl.gz"))
}
