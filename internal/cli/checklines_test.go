package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ringfence/ringfence"
)

// readLines reads everything in the chunks of a line reader.
func readLines(t *testing.T, l *lineReader) (list []jsonLine, bodies []string) {
	t.Helper()
	for {
		c, err := l.next()
		for _, rec := range c.lines {
			list = append(list, rec)
			bodies = append(bodies, string(c.text[rec.start:rec.end]))
		}
		if errors.Is(err, io.EOF) {
			return list, bodies
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Records are the lines of a file, whatever the reader gives at a time: with
// their numbers and places, without blank ones, and with an error in the place
// of those that are too long.
func TestLineReader(t *testing.T) {
	const limit = 100
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		var file strings.Builder
		for range rnd.IntN(30) {
			file.WriteString(strings.Repeat(string(rune('a'+rnd.IntN(26))), rnd.IntN(4)*rnd.IntN(60)))
			file.WriteString([]string{"\n", "\r\n", " \n", "\n\n"}[rnd.IntN(4)])
		}
		file.WriteString([]string{"", "last"}[rnd.IntN(2)])
		text := file.String()
		got, bodies := readLines(t, &lineReader{r: bufio.NewReaderSize(iotest.HalfReader(strings.NewReader(text)), 16), limit: limit})
		at, n := 0, 0
		for number, line := range strings.SplitAfter(text, "\n") {
			body := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
			if strings.TrimSpace(body) != "" {
				if n >= len(got) || got[n].number != number+1 || got[n].offset != int64(at) {
					t.Fatalf("seed %d: line %d at %d is not record %d", seed, number+1, at, n)
				}
				if tooLong := len(body) > limit; tooLong != (got[n].err != nil) || !tooLong && bodies[n] != body {
					t.Fatalf("seed %d: %q for %q, %v", seed, bodies[n], body, got[n].err)
				}
				n++
			}
			at += len(line)
		}
		if n != len(got) {
			t.Fatalf("seed %d: %d records of %d", seed, len(got), n)
		}
	}
}

// A line is blank by the white space of JSON alone: separators and control
// characters are findings in a text, and no JSON elsewhere.
func TestBlankLines(t *testing.T) {
	var out, errs bytes.Buffer
	text := "fine\n \t\r\n\n\u2028\n\u0085\n\f\n\u2029\n\u3000\n"
	c := Command{Stdin: strings.NewReader(text), Stdout: &out, Stderr: &errs}
	if code := c.Main([]string{"check", "--lines", "--kind", "text", "-"}); code != ExitFindings || !strings.Contains(out.String(), "6 records checked: 0 errors, 3 warnings") {
		t.Errorf("status %d\n%s%s", code, &out, &errs)
	}
	c.Stdin = strings.NewReader("{\"contextItems\":[]}\n\u2028\n")
	if code := c.Main([]string{"check", "--lines", "-"}); code != ExitUnchecked {
		t.Errorf("status %d\n%s%s", code, &out, &errs)
	}
}

// Every record is in exactly one part.
func TestLineReaderShards(t *testing.T) {
	text := strings.Repeat("x\n\n", 50)
	seen := map[int]int{}
	for i := 1; i <= 3; i++ {
		list, _ := readLines(t, &lineReader{r: bufio.NewReader(strings.NewReader(text)), limit: 10, shard: shard{i, 3}})
		for _, rec := range list {
			seen[rec.number]++
		}
	}
	for n, times := range seen {
		if times != 1 {
			t.Errorf("record %d is in %d parts", n, times)
		}
	}
	if len(seen) != 50 {
		t.Errorf("%d records", len(seen))
	}
}

// A record as long as a disk takes no memory.
func TestEndlessLine(t *testing.T) {
	const size = 64 << 20
	in := io.MultiReader(strings.NewReader("{}\n"), io.LimitReader(new(endlessX), size), strings.NewReader("\n{}\n"))
	l := &lineReader{r: bufio.NewReader(in), limit: 1000}
	c, err := l.next()
	if !errors.Is(err, io.EOF) || len(c.lines) != 3 || c.lines[1].err == nil || cap(c.text) > 1<<16 || c.lines[2].offset != size+4 {
		t.Errorf("%v: %d lines, %d bytes kept", err, len(c.lines), cap(c.text))
	}
}

type endlessX struct{}

func (*endlessX) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// What expands out of proportion is stopped, what is merely large is not.
func TestGzipIsBounded(t *testing.T) {
	bomb := zipped(strings.Repeat("\x00", 400<<20))
	read := func(data []byte) (int64, error) {
		in := &countingReader{r: bytes.NewReader(data), most: math.MaxInt64}
		g, err := newGzipReader(bufio.NewReader(in), in)
		if err != nil {
			return 0, err
		}
		return io.Copy(io.Discard, g)
	}
	n, err := read(bomb)
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != CodeGzip || n > freeExpansion+1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if n, err := read(zipped(strings.Repeat("text ", 1<<20))); err != nil || n != 5<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	for _, cut := range []int{5, 12, 40} {
		if _, err := read(bomb[:cut]); err == nil {
			t.Errorf("%d bytes of gzip are whole", cut)
		}
	}
}
