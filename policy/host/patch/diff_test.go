package patch

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// roundTrip holds everything that is promised of one change.
func roundTrip(t *testing.T, c Change) []byte {
	t.Helper()
	text, err := Diff([]Change{c})
	if err != nil {
		t.Fatalf("%q: %v", c.Path, err)
	}
	if bytes.Equal(c.Base, c.New) && c.Base != nil && c.New != nil {
		if len(text) > 0 {
			t.Errorf("no change has a diff: %q", text)
		}
		return nil
	}
	files, err := Parse(text)
	if err != nil {
		t.Fatalf("own diff does not parse: %v\n%s", err, text)
	}
	if len(files) != 1 || files[0].Path != c.Path || files[0].Op != c.op() {
		t.Fatalf("%q became %q, %v", c.Path, files[0].Path, files[0].Op)
	}
	f := files[0]
	if again := f.Append(nil); !bytes.Equal(again, text) {
		t.Errorf("written again it is another:\n%s\n%s", text, again)
	}
	got, err := f.Apply(c.Base)
	if err != nil || !bytes.Equal(got, c.New) {
		t.Errorf("applied: %v\n%q\nwant %q\n%s", err, got, c.New, text)
	}
	r := f.Reverse()
	got, err = r.Apply(c.New)
	if err != nil || !bytes.Equal(got, c.Base) {
		t.Errorf("reversed: %v\n%q\nwant %q\n%s", err, got, c.Base, text)
	}
	parsed, err := Parse(r.Append(nil))
	if err != nil || len(parsed) != 1 {
		t.Errorf("the reverse does not parse: %v", err)
	}
	return text
}

var pairs = [][2]string{
	{"a\nb\nc\n", "a\nB\nc\n"},
	{"", "x\n"},
	{"x\n", ""},
	{"", "x"},
	{"x", ""},
	{"x", "x\n"},
	{"x\n", "x"},
	{"a\nx", "a\ny"},
	{"a\r\nb\r\n", "a\r\nc\r\n"},
	{"a\r\nb\r\n", "a\nb\n"},
	{"\n\n\n", "\n\n"},
	{"a", "b"},
	{"a\nb", "b\na"},
	{"\x00\xff\n", "\xff\x00"},
	{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n", "1\nx\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n18\n"},
	{"1\n2\n3\n4\n5\n6\n7\n8\n", "1\nx\n3\n4\n5\n6\n7\ny\n"},
	{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "x\n2\n3\n4\n5\n6\n7\n8\n9\ny"},
	{"@@ -1 +1 @@\n--- a/x\n+++ b/x\n", "diff --git a/x b/x\n@@ -1 +1 @@\n"},
	{"\\ No newline at end of file\n", "\\ No newline at end of file"},
}

func TestRoundTrips(t *testing.T) {
	for _, p := range pairs {
		roundTrip(t, Change{"f", []byte(p[0]), []byte(p[1])})
		roundTrip(t, Change{"f", nil, []byte(p[1])})
		roundTrip(t, Change{"f", []byte(p[0]), nil})
	}
	for _, name := range []string{"a b", "dir/a b/c", `q"q`, "ünï", "-x", "a'b", "b/a", "a/b", "dev/null", "a  b ", "x @@ y"} {
		roundTrip(t, Change{name, []byte("a\n"), []byte("b\n")})
		roundTrip(t, Change{name, nil, []byte{}})
		roundTrip(t, Change{name, []byte{}, nil})
		roundTrip(t, Change{name, nil, []byte("b")})
	}
}

func TestDiffText(t *testing.T) {
	got := string(roundTrip(t, Change{"src/a b.go", []byte("1\n2\n3\n4\n5\n"), []byte("1\n2\n3\nvier\n5\nsix")}))
	want := "diff --git a/src/a b.go b/src/a b.go\n--- a/src/a b.go\t\n+++ b/src/a b.go\t\n@@ -1,5 +1,6 @@\n 1\n 2\n 3\n-4\n+vier\n 5\n+six\n\\ No newline at end of file\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestDiffErrors(t *testing.T) {
	x, y := []byte("x"), []byte("y")
	for _, c := range []struct {
		changes []Change
		code    string
	}{
		{[]Change{{"../a", x, y}}, string(CodePath)},
		{[]Change{{"/a", x, y}}, string(CodePath)},
		{[]Change{{"a\nb", x, y}}, string(CodePath)},
		{[]Change{{`a\b`, x, y}}, string(CodePath)},
		{[]Change{{".", x, y}}, string(CodePath)},
		{[]Change{{"\xff", x, y}}, string(CodePath)},
		{[]Change{{"a", x, y}, {"a", x, y}}, string(CodePath)},
		{[]Change{{"a", nil, nil}}, string(CodePath)},
		{[]Change{{"a", make([]byte, MaxFile+1), y}}, string(CodeSize)},
		{make([]Change, MaxFiles+1), string(CodeSize)},
	} {
		got, err := Diff(c.changes)
		if err == nil || !strings.HasPrefix(err.Error(), c.code) || got != nil {
			t.Errorf("%v, want %s", err, c.code)
		}
	}
}

// edited returns a text of n lines over a small alphabet, and an edit of it.
func edited(r *rand.Rand, n, alphabet int) (base, next []byte) {
	var a, b []byte
	line := func() string { return strings.Repeat(string(rune('a'+r.IntN(alphabet))), 1+r.IntN(2)) + "\n" }
	for range n {
		l := line()
		switch r.IntN(8) {
		case 0:
			a = append(a, l...)
		case 1:
			b = append(b, l...)
		case 2:
			a, b = append(a, l...), append(b, line()...)
		default:
			a, b = append(a, l...), append(b, l...)
		}
	}
	if r.IntN(3) == 0 && len(a) > 0 {
		a = a[:len(a)-1]
	}
	if r.IntN(3) == 0 && len(b) > 0 {
		b = b[:len(b)-1]
	}
	return a, b
}

// On small texts the diff is a shortest one, which a table over all prefixes
// finds; on all it round-trips.
func TestShortest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3_000 {
		a, b := edited(r, r.IntN(30), 1+r.IntN(6))
		if a == nil {
			a = []byte{}
		}
		if b == nil {
			b = []byte{}
		}
		roundTrip(t, Change{"f", a, b})
		x, y, n := intern(split(a), split(b))
		del, ins := compare(x, y, n)
		edits := 0
		for _, list := range [][]bool{del, ins} {
			for _, on := range list {
				if on {
					edits++
				}
			}
		}
		if want := len(x) + len(y) - 2*longestCommon(x, y); edits != want {
			t.Fatalf("%d edits, %d are enough: %q %q", edits, want, a, b)
		}
	}
}

func longestCommon(a, b []int) int {
	row := make([]int, len(b)+1)
	for i := range a {
		last := 0
		for j := range b {
			here := row[j+1]
			switch {
			case a[i] == b[j]:
				row[j+1] = last + 1
			case row[j] > here:
				row[j+1] = row[j]
			}
			last = here
		}
	}
	return row[len(b)]
}

// Hostile texts cost linear time: the steps are counted, not the time.
func TestLinearSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, line := range map[string]func(side, i int) int{
		"nothing common": func(side, i int) int { return 2*i + side },
		"two letters":    func(_, _ int) int { return r.IntN(2) },
		"many letters":   func(_, _ int) int { return r.IntN(1000) },
		"reversed":       func(side, i int) int { return (1 - 2*side) * i },
		"rotated":        func(side, i int) int { return (i + side*7919) % 20_000 },
	} {
		const n = 20_000
		a, b := make([]int, n), make([]int, n)
		ids := map[int]int{}
		number := func(v int) int {
			if _, ok := ids[v]; !ok {
				ids[v] = len(ids)
			}
			return ids[v]
		}
		for i := range n {
			a[i], b[i] = number(line(0, i)), number(line(1, i))
		}
		c := newComparison(a, b, len(ids))
		c.block(0, n, 0, n)
		if c.budget < -2*n {
			t.Errorf("%s: %d steps too many", name, -c.budget)
		}
		del, ins := c.del, c.ins
		// What stays is the same on both sides, in order.
		j := 0
		for i := range a {
			if del[i] {
				continue
			}
			for ins[j] {
				j++
			}
			if a[i] != b[j] {
				t.Fatalf("%s: line %d is not line %d", name, i, j)
			}
			j++
		}
		for ; j < n; j++ {
			if !ins[j] {
				t.Fatalf("%s: line %d came from nowhere", name, j)
			}
		}
	}
}

// The tool that most people apply patches with does the same.
func TestGitApply(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not there to compare with")
	}
	r := rand.New(rand.NewPCG(5, 6))
	var changes []Change
	dir := t.TempDir()
	add := func(name string, base, next []byte) {
		if base == nil && next == nil || bytes.Equal(base, next) && base != nil && next != nil {
			return
		}
		changes = append(changes, Change{name, base, next})
		if base != nil {
			p := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, base, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, p := range pairs {
		n := string(rune('a' + i))
		add("m/"+n+" x", []byte(p[0]), []byte(p[1]))
		add("c/"+n, nil, []byte(p[1]))
		add("d/ü"+n, []byte(p[0]), nil)
	}
	for i := range 60 {
		a, b := edited(r, 1+r.IntN(80), 1+r.IntN(9))
		if a == nil || b == nil {
			continue
		}
		add("r/"+string(rune('a'+i%26))+string(rune('a'+i/26)), a, b)
	}
	text, err := Diff(changes)
	if err != nil {
		t.Fatal(err)
	}
	apply := func(args ...string) {
		cmd := exec.CommandContext(t.Context(), git, append([]string{"-c", "core.autocrlf=false", "apply", "--whitespace=nowarn"}, args...)...)
		cmd.Dir, cmd.Stdin = dir, bytes.NewReader(text)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git apply: %v\n%s", err, out)
		}
	}
	check := func(want func(Change) []byte) {
		for _, c := range changes {
			got, err := os.ReadFile(filepath.Join(dir, c.Path))
			if (err == nil) != (want(c) != nil) || !bytes.Equal(got, want(c)) {
				t.Errorf("%s: %q %v, want %q", c.Path, got, err, want(c))
			}
		}
	}
	apply()
	check(func(c Change) []byte { return c.New })
	apply("-R")
	check(func(c Change) []byte { return c.Base })
}
