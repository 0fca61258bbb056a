package cli

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ringfence/ringfence/audit/report"
)

// Progress is for terminals: it overwrites itself and is gone at the end.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	if new(settings).progress(&b, nil) != nil {
		t.Error("a buffer is a terminal")
	}
	f, err := os.CreateTemp(t.TempDir(), "x")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if new(settings).progress(f, nil) != nil {
		t.Error("a file is a terminal")
	}
	var none *progress
	none.add(1, true)
	none.clear()
	none.end()
	for bytes, bar := range map[int64]string{
		0:    "", // the length of a stream is not known
		1000: "[=======             ] 37 %, ",
		300:  "[====================] 100 %, ", // files grow
	} {
		p := &progress{w: &b, files: 4, bytes: bytes, read: new(atomic.Int64), quit: make(chan struct{})}
		p.read.Add(370)
		p.add(10, true)
		p.add(5, false)
		b.Reset()
		p.show()
		if want := "\rpromptcheck: " + bar + "1 of 4 files, 15 checked"; b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
		shown := b.Len() - 1
		b.Reset()
		p.end()
		if want := "\r" + strings.Repeat(" ", shown) + "\r"; b.String() != want {
			t.Errorf("%q", b.String())
		}
	}
}

// What was read of all files is their size at the end, also of a file that is in
// gzip, refused or of JSON Lines; the files of other parts of a run do not count.
func TestBytesOfProgress(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(bytes.Repeat([]byte("words "), 2000))
	_ = z.Close()
	files := map[string]string{
		"a.txt": "some words", "b.md": strings.Repeat("long ", 4000), "c.md.gz": packed.String(),
		"d.jsonl": strings.Repeat("{\"contextItems\":[]}\n", 9000), "e.jsonl": "\"" + strings.Repeat("x", 9000),
	}
	var sum int64
	for name, text := range files {
		sum += int64(len(text))
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := expand([]string{dir}, nil, nil).list
	c := &settings{maxBytes: 8000, config: &config{}}
	if n, size := c.toRead(list); n != len(files) || size != sum {
		t.Errorf("%d files of %d bytes, want %d", n, size, sum)
	}
	if n, size := c.toRead(append(list[:len(list):len(list)], entry{name: stdinName})); n != len(files)+1 || size != 0 {
		t.Errorf("with a stream: %d files of %d bytes", n, size)
	}
	for i := 1; i <= 2; i++ {
		c := &settings{maxBytes: 8000, config: &config{}, shard: shard{i, 2}, read: new(atomic.Int64)}
		n, size := c.toRead(list)
		if n == 0 || n > len(files) || size > sum {
			t.Errorf("part %d: %d files of %d bytes", i, n, size)
		}
		out := &reportOutput{header: report.Header{}, sink: noSink{}, remarks: maxRemarks}
		if err := c.checkAll(&invocation{stdin: strings.NewReader(""), err: io.Discard}, list, out); err != nil {
			t.Fatal(err)
		}
		if got := c.read.Load(); got != size {
			t.Errorf("part %d: %d bytes were read of %d", i, got, size)
		}
	}
}

// noSink is a sink that keeps nothing.
type noSink struct{}

func (noSink) Finding(report.Finding) error     { return nil }
func (noSink) Unchecked(report.Unchecked) error { return nil }
func (noSink) Close(report.Summary) error       { return nil }
