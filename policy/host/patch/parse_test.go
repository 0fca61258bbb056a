package patch

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// What people, models and tools write, and is exact.
func TestParses(t *testing.T) {
	for _, c := range []struct{ src, path, base, want string }{
		{"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "x", "a\n", "b\n"},
		{"--- a/x\t2024-01-01 00:00:00\n+++ b/x\t2024-01-02\n@@ -1,1 +1,1 @@ func f() {\n-a\n+b\n", "x", "a\n", "b\n"},
		{"diff --git a/x b/x\nindex 0123456..89abcde 100644\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "x", "a\nb\n", "a\nc\n"},
		{"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", "x", "", "a\n"},
		{"--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "x", "a\n", ""},
		{"diff --git a/x b/x\nnew file mode 100755\nindex 0000000..e69de29\n", "x", "", ""},
		{"diff --git a/a b b/a b\ndeleted file mode 100644\n", "a b", "", ""},
		{"diff --git \"a/\\303\\274\" \"b/\\303\\274\"\n--- \"a/\\303\\274\"\n+++ \"b/\\303\\274\"\n@@ -1 +1 @@\n-a\n+b\n", "ü", "a\n", "b\n"},
		{"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n", "x", "a", "a\n"},
		{"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n b\n@@ -4 +3,2 @@\n d\n+e\n", "x", "a\nb\nc\nd\n", "b\nc\nd\ne\n"},
	} {
		files, err := Parse([]byte(c.src))
		if err != nil || len(files) != 1 || files[0].Path != c.path {
			t.Errorf("%q: %v %v", c.src, files, err)
			continue
		}
		got, err := files[0].Apply([]byte(c.base))
		if err != nil || string(got) != c.want {
			t.Errorf("%q: %q %v", c.src, got, err)
		}
	}
}

// What is no patch, with the line where that shows.
func TestParseErrors(t *testing.T) {
	const head = "--- a/x\n+++ b/x\n"
	for _, c := range []struct {
		src  string
		line int // from 0
		code ringfence.Code
	}{
		{"", 0, CodeSyntax},
		{"hello\n", 0, CodeSyntax},
		{"From: somebody\n" + head + "@@ -1 +1 @@\n-a\n+b\n", 0, CodeSyntax},
		{head, 2, CodeSyntax},
		{"--- a/x\n", 1, CodeSyntax},
		{"--- a/x\n@@ -1 +1 @@\n-a\n+b\n", 1, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n", 4, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n+b", 4, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\nb\n", 4, CodeSyntax},
		{head + "@@ -1,2 +1,2 @@\n-a\n+b\n\n", 5, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n+b\n+c\n", 5, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n-b\n", 4, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n+b\ntext behind\n", 5, CodeSyntax},
		{head + "@@ -01 +1 @@\n-a\n+b\n", 2, CodeSyntax},
		{head + "@@ -0 +1 @@\n-a\n+b\n", 2, CodeSyntax},
		{head + "@@ -1,0 +1,0 @@\n", 2, CodeSyntax},
		{head + "@@ -1 +99999999999999999999 @@\n-a\n+b\n", 2, CodeSyntax},
		{head + "@@ -1 +1\n-a\n+b\n", 2, CodeSyntax},
		{head + "@@ -1,2 +1 @@\n-a\n\\ No newline at end of file\n-b\n", 4, CodeSyntax},
		{head + "@@ -1 +1 @@\n-\n\\ No newline at end of file\n+b\n", 4, CodeSyntax},
		{"--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- a//etc/x\n+++ b//etc/x\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- \"a/\\001\"\n+++ \"b/\\001\"\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"--- \"a/x\n+++ \"b/x\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"diff --git a/x b/y\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 0, CodePath},
		{"diff --git a/x b/x\nnew file mode 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 3, CodeSyntax},
		{"diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", 2, CodeSyntax},
		{"diff --git a/x b/x\nindex xyz\n", 1, CodeSyntax},
		{"diff --git a/x b/x\n", 1, CodeSyntax},
		{"diff --git a/x b/x\nnew file mode 120000\n", 1, CodeUnsupported},
		{"diff --git a/x b/x\nnew file mode 100644\ndeleted file mode 100644\n", 2, CodeUnsupported},
		{"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", 1, CodeUnsupported},
		{"diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", 1, CodeUnsupported},
		{"diff --git a/x b/x\nindex 0123456..89abcde\nGIT binary patch\n", 2, CodeUnsupported},
		{"diff --git a/x b/x\nBinary files a/x and b/x differ\n", 1, CodeUnsupported},
		{"--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 5, CodeSyntax},
		{"--- a/x\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", 5, CodeSyntax},
		{head + "@@ -1 +1 @@\n-a\n+b\n" + head + "@@ -1 +1 @@\n-a\n+b\n", 5, CodePath},
	} {
		files, err := Parse([]byte(c.src))
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != c.code || files != nil {
			t.Errorf("%q: %v %v, want %s", c.src, files, err, c.code)
			continue
		}
		if got := strings.Count(c.src[:e.Offset], "\n"); got != c.line {
			t.Errorf("%q: line %d, want %d (%v)", c.src, got, c.line, err)
		}
	}
	if _, err := Parse(make([]byte, MaxPatch+1)); code(err) != CodeSize {
		t.Errorf("%v", err)
	}
	var many strings.Builder
	for i := range MaxFiles + 1 {
		f := File{Path: name(i), Op: Create}
		many.Write(f.Append(nil))
	}
	if _, err := Parse([]byte(many.String())); code(err) != CodeSize {
		t.Errorf("%v", err)
	}
}

// A hunk fits exactly or not at all.
func TestExact(t *testing.T) {
	const base = "a\nb\nc\nd\n"
	for name, src := range map[string]string{
		"moved by one":     "@@ -3,2 +3,2 @@\n b\n-c\n+C\n",
		"other context":    "@@ -2,2 +2,2 @@\n x\n-c\n+C\n",
		"other line end":   "@@ -2,2 +2,2 @@\n b\r\n-c\n+C\n",
		"white space":      "@@ -2,2 +2,2 @@\n b \n-c\n+C\n",
		"wrong new start":  "@@ -2,2 +3,2 @@\n b\n-c\n+C\n",
		"behind the end":   "@@ -9 +9 @@\n-x\n+y\n",
		"over the end":     "@@ -4,2 +4,2 @@\n d\n-e\n+E\n",
		"backwards":        "@@ -3 +3 @@\n-c\n+C\n@@ -1 +1 @@\n-a\n+A\n",
		"overlapping":      "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2 +2 @@\n-b\n+B\n",
		"no end in middle": "@@ -1 +1 @@\n-a\n+A\n\\ No newline at end of file\n",
		"end before lines": "@@ -0,0 +1 @@\n+A\n\\ No newline at end of file\n",
	} {
		files, err := Parse([]byte("--- a/x\n+++ b/x\n" + src))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := files[0].Apply([]byte(base))
		if code(err) != CodeMismatch || got != nil {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
	grow := File{Path: "x", Hunks: []Hunk{{OldStart: 0, NewStart: 1, NewLines: 1, Lines: []Line{{'+', []byte("x\n")}}}}}
	if _, err := grow.Apply(make([]byte, MaxFile)); code(err) != CodeSize {
		t.Errorf("%v", err)
	}
}

func TestQuoting(t *testing.T) {
	for _, name := range []string{"a", `a"b`, "a\tb\nc", "\x00\x7f\xff", `\`, "é", ""} {
		q := quoteName(name)
		if !strings.HasPrefix(q, `"`) {
			if q != name {
				t.Errorf("%q became %q", name, q)
			}
			continue
		}
		got, rest, ok := unquoteName(q + "rest")
		if got != name || rest != "rest" || !ok {
			t.Errorf("%q: %s gives %q %q %v", name, q, got, rest, ok)
		}
	}
	for _, s := range []string{`"`, `"a`, `"\"`, `"\x41"`, `"\8"`, `"\400"`, `"\12"`, `a`, ``} {
		if got, _, ok := unquoteName(s); ok {
			t.Errorf("%s is %q", s, got)
		}
	}
}
