package corpus_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

type reader = func(io.Reader) ([]corpus.Vector, error)

func jsonLines(r io.Reader) ([]corpus.Vector, error) {
	return corpus.ReadJSONLines("lines", "a test", r)
}

func csvColumn(r io.Reader) ([]corpus.Vector, error) {
	return corpus.ReadCSV("table", "a test", "text", r)
}

func TestReaders(t *testing.T) {
	tests := []struct {
		name string
		read reader
		in   string
		want []string
	}{
		{"PurpleLlama", corpus.ReadPurpleLlama, `[{"prompt_id":0,"user_input":"a\nb"},{"user_input":""}]`, []string{"a\nb", ""}},
		{"NotInject", corpus.ReadNotInject, `[{"prompt":"Can I ignore this?","word_list":["ignore"]}]`, []string{"Can I ignore this?"}},
		{"garak", corpus.ReadGarak, `{"garak_payload_name":"x","payloads":["<b>","\u202e"],"lang":"en"}`, []string{"<b>", "\u202e"}},
		{"garak text", corpus.ReadLines, "one\n\n two \r\nthree", []string{"one", " two \r", "three"}},
		{"strings", corpus.ReadStrings, `["", "null", "\u0000"]`, []string{"", "null", "\x00"}},
		{"JSON Lines", jsonLines, "{\"text\":\"a\"}\n\n{\"id\":1,\"text\":\"b\"}", []string{"a", "b"}},
		{"CSV", csvColumn, "id,text\n1,\"a, \"\"b\"\"\nc\"\n2,d\n", []string{"a, \"b\"\nc", "d"}},
		{"CSV without records", csvColumn, "text\n", nil},
		{"empty array", corpus.ReadStrings, "[]", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			vs, err := tt.read(strings.NewReader(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if len(vs) != len(tt.want) {
				t.Fatalf("%d vectors, want %d", len(vs), len(tt.want))
			}
			for i, v := range vs {
				if v.Payload.Raw() != tt.want[i] || !v.Payload.Present() {
					t.Errorf("payload %q, want %q", v.Payload.Raw(), tt.want[i])
				}
				checkWritable(t, v)
			}
		})
	}
}

// checkWritable demands that a vector from a collection can be kept as a file.
func checkWritable(t *testing.T, v corpus.Vector) {
	t.Helper()
	b, err := v.Format()
	if err != nil {
		t.Fatalf("%s cannot be written: %v", v.Name, err)
	}
	if back, err := corpus.Parse(v.Name, b); err != nil || !back.Equal(v) {
		t.Fatalf("%s does not read back: %v", v.Name, err)
	}
}

func TestReadersRefuse(t *testing.T) {
	tests := []struct {
		name    string
		read    reader
		in      string
		offset  int64
		pointer string
	}{
		{"not JSON", corpus.ReadPurpleLlama, "hello", 0, ""},
		{"half", corpus.ReadPurpleLlama, `[{"user_input":"a"}`, 19, ""},
		{"trailing", corpus.ReadStrings, `["a"] x`, 6, ""},
		{"member missing", corpus.ReadPurpleLlama, `[{"user_input":"a"},{"USER_INPUT":"b"}]`, ringfence.NoOffset, "/1/user_input"},
		{"member of another type", corpus.ReadNotInject, `[{"prompt":7}]`, ringfence.NoOffset, "/0/prompt"},
		{"duplicate member", corpus.ReadNotInject, `[{"prompt":"a","prompt":"b"}]`, 15, "/0/prompt"},
		{"number for a string", corpus.ReadStrings, `["a",7]`, 5, "/1"},
		{"no payloads", corpus.ReadGarak, `{"payload":["a"]}`, 0, ""},
		{"second line", jsonLines, "{\"text\":\"a\"}\n{\"text\"}\n", 20, "/text"},
		{"second line without the member", jsonLines, "{\"text\":\"a\"}\n{}\n", 13, ""},
		{"no column", csvColumn, "a,b\n1,2\n", 0, ""},
		{"empty table", csvColumn, "", 0, ""},
		{"uneven record", csvColumn, "id,text\n1\n", 10, ""},
		{"open quote", csvColumn, "text\n\"a\n", 8, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			vs, err := tt.read(strings.NewReader(tt.in))
			var e *ringfence.Error
			if !errors.As(err, &e) || e.Code != corpus.CodeCollection {
				t.Fatalf("error %v, want code %s", err, corpus.CodeCollection)
			}
			if e.Offset != tt.offset || e.Pointer != tt.pointer {
				t.Errorf("at %d %q, want %d %q", e.Offset, e.Pointer, tt.offset, tt.pointer)
			}
			if vs != nil {
				t.Error("an error came with vectors")
			}
		})
	}
}

func TestCollectionRefusesBadDescription(t *testing.T) {
	good := corpus.Collection{Family: "a", Source: "b", Expect: corpus.Expect{Outcome: corpus.Contained}}
	for name, c := range map[string]corpus.Collection{
		"zero":      {},
		"family":    {Family: "A b", Source: good.Source, Expect: good.Expect},
		"source":    {Family: good.Family, Source: "a\nb", Expect: good.Expect},
		"no expect": {Family: good.Family, Source: good.Source},
	} {
		if vs, err := c.Lines(strings.NewReader("a\n")); err == nil || vs != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	broken := errors.New("disk on fire")
	if _, err := good.Lines(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("a read error is lost: %v", err)
	}
}

func TestCollectionLimit(t *testing.T) {
	c := corpus.Collection{Family: "a", Source: "b", Expect: corpus.Expect{Outcome: corpus.Contained}, Limit: 4}
	if vs, err := c.Lines(strings.NewReader("abcd")); err != nil || len(vs) != 1 {
		t.Errorf("at the limit: %d vectors, %v", len(vs), err)
	}
	vs, err := c.Lines(strings.NewReader("abcde"))
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != corpus.CodeSize || e.Offset != 4 || vs != nil {
		t.Errorf("over the limit: %d vectors, %v", len(vs), err)
	}
	c.Limit = 1<<63 - 1
	if vs, err := c.Lines(strings.NewReader("abcde")); err != nil || len(vs) != 1 {
		t.Errorf("at the greatest limit: %d vectors, %v", len(vs), err)
	}
}

// The reports of a reader's errors go to terminals: they never quote the input.
func TestReaderErrorsHoldNoInput(t *testing.T) {
	for name, read := range map[string]reader{
		"array": corpus.ReadPurpleLlama, "strings": corpus.ReadStrings, "garak": corpus.ReadGarak,
		"lines": jsonLines, "table": csvColumn,
	} {
		_, err := read(strings.NewReader("zebra \x1b[2J \"zebra"))
		if err == nil || strings.Contains(err.Error(), "zebra") || strings.Contains(err.Error(), "\x1b") {
			t.Errorf("%s: %q", name, err)
		}
	}
}

// TestPublicCollections reads the real files where they are at hand.
func TestPublicCollections(t *testing.T) {
	dir := filepath.Join("..", "..", "shared", "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: no public collections beside the repository (../shared/data)")
	}
	mitre := corpus.Collection{Family: "mitre", Source: "https://github.com/meta-llama/PurpleLlama", Expect: corpus.Expect{Outcome: corpus.RoundTrip}}
	tests := []struct {
		file string
		read reader
		min  int
	}{
		{"attacks/prompt_injection.json", corpus.ReadPurpleLlama, 200},
		{"attacks/blns.json", corpus.ReadStrings, 500},
		{"attacks/web_html_js.json", corpus.ReadGarak, 10},
		{"attacks/markdown_js.json", corpus.ReadGarak, 7},
		{"attacks/whois_injection_contexts.json", corpus.ReadGarak, 5},
		{"attacks/smuggling_homoglyph_5.txt", corpus.ReadLines, 5},
		{"attacks/structural.jsonl", jsonLines, 70},
		{"benign/NotInject_one.json", corpus.ReadNotInject, 100},
		{"benign/mitre_frr.json", func(r io.Reader) ([]corpus.Vector, error) { return mitre.JSONArray(r, "mutated_prompt") }, 700},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			f, err := os.Open(filepath.Join(dir, tt.file))
			if err != nil {
				t.Skip("skipped: not at hand: ", tt.file)
			}
			defer f.Close()
			vs, err := tt.read(f)
			if err != nil {
				t.Fatal(err)
			}
			if len(vs) < tt.min {
				t.Errorf("%d vectors, want at least %d", len(vs), tt.min)
			}
			for _, v := range vs {
				checkWritable(t, v)
			}
		})
	}
}
