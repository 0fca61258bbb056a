package corpus_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

// FuzzParseVector holds these properties of any file:
//
//   - typed: an error is a *ringfence.Error with an offset inside of the file,
//     and comes with the zero Vector.
//   - one spelling: what parses is written back to the same bytes.
//   - bounded: a payload is never over its limit.
//   - canary: a canary occurs in the payload.
func FuzzParseVector(f *testing.F) {
	err := fs.WalkDir(corpus.FS, "vectors", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(corpus.FS, path)
		if err == nil {
			// The family of the fuzzed name, so that the rest of the file is reached.
			family := bytes.Split(bytes.TrimPrefix([]byte(path), []byte("vectors/")), []byte("/"))[0]
			f.Add(bytes.Replace(b, append([]byte("family: "), family...), []byte("family: demo"), 1))
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 1<<16 {
			return
		}
		v, err := corpus.Parse("demo/a", b)
		if err != nil {
			var e *ringfence.Error
			if !errors.As(err, &e) {
				t.Fatalf("typed: %T", err)
			}
			if e.Offset < 0 || e.Offset > int64(len(b)) {
				t.Fatalf("typed: offset %d of %d", e.Offset, len(b))
			}
			if !v.Equal(corpus.Vector{}) || v.Payload.Present() {
				t.Fatal("typed: an error came with a vector")
			}
			return
		}
		if v.Payload.Len() > corpus.MaxPayload {
			t.Fatalf("bounded: %d bytes", v.Payload.Len())
		}
		if !bytes.Contains([]byte(v.Payload.Raw()), []byte(v.Canary)) {
			t.Fatal("canary: not in the payload")
		}
		back, err := v.Format()
		if err != nil {
			t.Fatalf("one spelling: %v", err)
		}
		if !bytes.Equal(back, b) {
			t.Fatalf("one spelling: %q became %q", b, back)
		}
	})
}

// FuzzFormatVector holds these properties of any payload and encoding: a vector
// of valid fields is written, and reads back to an equal one.
func FuzzFormatVector(f *testing.F) {
	for i, v := range vectors(f) {
		if v.Payload.Len() < 1<<12 {
			f.Add([]byte(v.Payload.Raw()), uint8(i%3), "x\n\"\\\u200b", uint8(i%5))
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte, encoding uint8, text string, count uint8) {
		if len(payload)+len(text) > 1<<14 {
			return
		}
		v := corpus.Vector{
			Name: "demo/a", Family: "demo", Source: "a test", Carrier: corpus.Text,
			Expect: corpus.Expect{Outcome: corpus.Contained}, Encoding: corpus.Encoding(encoding % 3),
		}
		var all strings.Builder
		all.WriteString(string(payload))
		if count > 0 && text != "" {
			v.Repeats = []corpus.Repeat{{Text: text, Count: int(count)}}
			for range count {
				all.WriteString(text)
			}
		}
		v.Payload = ringfence.NewData(all.String())
		b, err := v.Format()
		if err != nil {
			t.Fatalf("written: %v", err)
		}
		back, err := corpus.Parse("demo/a", b)
		if err != nil || !back.Equal(v) {
			t.Fatalf("reads back: %v from %q", err, b)
		}
	})
}

// FuzzReaders holds these properties of any input of a reader of collections:
//
//   - typed: an error is a *ringfence.Error with an offset inside of the input
//     or none, and comes without vectors.
//   - silent: its text is printable ASCII.
//   - writable: every vector can be kept as a file and read back.
//   - named: names are unique and in the order of the input.
func FuzzReaders(f *testing.F) {
	readers := []func(io.Reader) ([]corpus.Vector, error){
		corpus.ReadPurpleLlama, corpus.ReadNotInject, corpus.ReadStrings,
		corpus.ReadGarak, corpus.ReadLines, jsonLines, csvColumn,
	}
	for i, seed := range []string{
		`[{"user_input":"a"}]`, `[{"prompt":"b"},{"prompt":"\ud83d"}]`, `["c","\u202e"]`,
		`{"payloads":["d"]}`, "e\r\n\nf", "{\"text\":\"g\"}\n\n{\"text\":8}", "text,x\n\"h\"\"\",i\n",
	} {
		f.Add(uint8(i), seed)
	}
	f.Fuzz(func(t *testing.T, which uint8, in string) {
		vs, err := readers[int(which)%len(readers)](strings.NewReader(in))
		if err != nil {
			var e *ringfence.Error
			if !errors.As(err, &e) || vs != nil {
				t.Fatalf("typed: %T with %d vectors", err, len(vs))
			}
			if e.Offset < ringfence.NoOffset || e.Offset > int64(len(in)) {
				t.Fatalf("typed: offset %d of %d", e.Offset, len(in))
			}
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Fatalf("silent: %q", err)
			}
			return
		}
		last := ""
		for _, v := range vs {
			if v.Name <= last {
				t.Fatalf("named: %s after %s", v.Name, last)
			}
			last = v.Name
			checkWritable(t, v)
		}
	})
}
