package frame_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/policy/frame"
)

// frames are sources and what is wrong with them.
var frames = []struct {
	src  string
	code ringfence.Code
	at   int64
}{
	{"0\n", "", 0},
	{"3\nabc", "", 0},
	{"10\n0123456789", "", 0},
	{"2\né", "", 0},
	{"", frame.CodeShort, 0},
	{"1", frame.CodeShort, 1},
	{"12", frame.CodeShort, 2},
	{"\n", frame.CodeHeader, 0},
	{"00\n", frame.CodeHeader, 1},
	{"01\nx", frame.CodeHeader, 1},
	{"-1\n", frame.CodeHeader, 0},
	{"+1\nx", frame.CodeHeader, 0},
	{" 1\nx", frame.CodeHeader, 0},
	{"1 \nx", frame.CodeHeader, 1},
	{"1\r\nx", frame.CodeHeader, 1},
	{"0x1\nx", frame.CodeHeader, 1},
	{"1_0\n", frame.CodeHeader, 1},
	{"１\nx", frame.CodeHeader, 0},
	{"1234567890\n", frame.CodeHeader, 9},
	{"999999999\n", frame.CodeLimit, 0},
	{"33\n", frame.CodeLimit, 0},
	{"2\na", frame.CodeShort, 3},
	{"1\nab", frame.CodeTrailing, 3},
	{"1\na\n", frame.CodeTrailing, 3},
	{"17\n{:ok true :id \"x\"}", frame.CodeTrailing, 20},
	{"1\n\xff", frame.CodeUTF8, 2},
	{"2\n\xc3\xa9x", frame.CodeTrailing, 4},
	{"1\n\xc3\xa9", frame.CodeTrailing, 3},
}

// limit of the frames in this file, in bytes.
const limit = 32

func TestParseFrame(t *testing.T) {
	for _, c := range frames {
		payload, err := frame.Parse([]byte(c.src), limit)
		var e *ringfence.Error
		if errors.As(err, &e) && c.code != "" {
			wantTrailing := c.code == frame.CodeTrailing
			// A character cut by the length is not UTF-8, whatever follows.
			cut := wantTrailing && e.Code == frame.CodeUTF8
			if e.Code != c.code && !cut || e.Offset != c.at && !cut || payload != nil {
				t.Errorf("%q: got %v and %q, want %s at %d", c.src, err, payload, c.code, c.at)
			}
			continue
		}
		if err != nil || c.code != "" || !strings.HasSuffix(c.src, "\n"+string(payload)) {
			t.Errorf("%q: got %q, %v, want %s", c.src, payload, err, c.code)
		}
	}
}

// TestReportedFrames are the frames of the reported case: a length in characters
// is an error, one in bytes is not.
func TestReportedFrames(t *testing.T) {
	for line := range strings.Lines(string(testdata.ReadShared(t, "cases/cases.jsonl"))) {
		var c struct {
			ID    string
			Input struct {
				Frames []string `json:"frames_base64"`
			}
			Checks []string
		}
		if !strings.Contains(line, "frames_base64") || json.Unmarshal([]byte(line), &c) != nil {
			continue
		}
		for _, check := range c.Checks {
			list, ok := strings.CutPrefix(check, "frame:")
			if !ok {
				continue
			}
			for i, want := range strings.Split(list, ",") {
				src, err := base64.StdEncoding.DecodeString(c.Input.Frames[i])
				if err != nil {
					t.Fatal(err)
				}
				if _, err := frame.Parse(src, limit); (err == nil) != (want == "ok") {
					t.Errorf("%s: frame %d: %v, want %s", c.ID, i, err, want)
				}
			}
		}
	}
}

func TestReadFrameStopsAtItsEnd(t *testing.T) {
	r := strings.NewReader("1\na2\nbc!")
	for _, want := range []string{"a", "bc"} {
		if got, err := frame.Read(r, limit); err != nil || string(got) != want {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	if rest, _ := io.ReadAll(r); string(rest) != "!" {
		t.Errorf("%q is left", rest)
	}
}

func TestReadFrameEnds(t *testing.T) {
	if _, err := frame.Read(strings.NewReader(""), limit); err != io.EOF { //nolint:errorlint // EOF itself
		t.Errorf("nothing: %v", err)
	}
	broken := errors.New("broken")
	for _, sent := range []string{"", "1", "3\n", "3\na"} {
		_, err := frame.Read(io.MultiReader(strings.NewReader(sent), iotest.ErrReader(broken)), limit)
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != frame.CodeRead || !errors.Is(err, broken) || e.Offset != int64(len(sent)) {
			t.Errorf("%q: %v", sent, err)
		}
	}
}

// TestAnnouncedLengthCostsNothing: memory follows what came.
func TestAnnouncedLengthCostsNothing(t *testing.T) {
	src := []byte("999999999\n" + strings.Repeat("x", 100))
	got := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := frame.Read(bytes.NewReader(src), frame.Max); err == nil {
				b.Fatal("no error")
			}
		}
	}).AllocedBytesPerOp()
	if got > 64<<10 {
		t.Errorf("%d bytes for a frame that never came", got)
	}
}

func TestAppendFrame(t *testing.T) {
	got, err := frame.Append([]byte("before "), []byte("é"))
	if err != nil || string(got) != "before 2\né" {
		t.Errorf("%q, %v", got, err)
	}
	got, err = frame.Append([]byte("before"), []byte("a\xff"))
	if err == nil || string(got) != "before" {
		t.Errorf("%q, %v", got, err)
	}
}

// headerRule is the published rule of the header.
var headerRule = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})\n`)

// oracle reads one frame by the published rule.
func oracle(src []byte) (payload []byte, rest []byte, ok bool) {
	m := headerRule.Find(src)
	if m == nil {
		return nil, nil, false
	}
	n, _ := strconv.Atoi(string(m[:len(m)-1]))
	rest = src[len(m):]
	if n > limit || len(rest) < n || !utf8.Valid(rest[:n]) {
		return nil, nil, false
	}
	return rest[:n], rest[n:], true
}

func FuzzFrame(f *testing.F) {
	for _, c := range frames {
		f.Add([]byte(c.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		want, rest, ok := oracle(src)
		payload, after, err := frame.Cut(src, limit)
		if (err == nil) != ok || !bytes.Equal(payload, want) || !bytes.Equal(after, rest) {
			t.Fatalf("%q: %q, %q, %v; the rule gives %q, %q, %v", src, payload, after, err, want, rest, ok)
		}
		whole, err := frame.Parse(src, limit)
		if (err == nil) != (ok && len(rest) == 0) {
			t.Fatalf("%q as a whole: %v", src, err)
		}
		// However the bytes arrive, one by one, halved, or with the end beside
		// the last byte, the answer is the same.
		for name, r := range map[string]io.Reader{
			"at once": bytes.NewReader(src), "one byte": iotest.OneByteReader(bytes.NewReader(src)),
			"half": iotest.HalfReader(bytes.NewReader(src)), "end beside data": iotest.DataErrReader(bytes.NewReader(src)),
		} {
			got, err := frame.Read(r, limit)
			if (err == nil) != ok || !bytes.Equal(got, want) {
				t.Fatalf("%q read %s: %q, %v", src, name, got, err)
			}
			var e *ringfence.Error
			if err != nil && !errors.Is(err, io.EOF) && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(src))) {
				t.Fatalf("%q read %s: error %v", src, name, err)
			}
		}
		// One writing: what was read is written as it stood.
		if err == nil {
			if again, err := frame.Append(nil, whole); err != nil || !bytes.Equal(again, src) {
				t.Fatalf("%q is written as %q, %v", src, again, err)
			}
		}
	})
}

func ExampleParse() {
	payload, err := frame.Parse([]byte("10\n{:ok true}"), 1<<20)
	fmt.Printf("%s %v\n", payload, err)
	_, err = frame.Parse([]byte("17\n{:ok true :id \"x\"}"), 1<<20)
	fmt.Println(err)
	// Output:
	// {:ok true} <nil>
	// frame-trailing: bytes follow the frame (byte 20)
}

func ExampleAppend() {
	b, err := frame.Append(nil, []byte(`{:k "é"}`))
	fmt.Printf("%q %v\n", b, err)
	// Output:
	// "9\n{:k \"é\"}" <nil>
}
