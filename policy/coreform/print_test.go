package coreform_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
)

var (
	s60  = `"` + strings.Repeat("s", 58) + `"`
	s98  = `"` + strings.Repeat("s", 96) + `"`
	s101 = `"` + strings.Repeat("s", 99) + `"`
)

// printCases are sources of one term and their canonical prints, by rule.
var printCases = []struct{ name, src, want string }{
	{"nil", "nil", "nil"},
	{"the empty list is nil", " ( ) ", "nil"},
	{"bools", "[true false]", "[true false]"},
	{"ints", "[0 -1 12345678901234567890123]", "[0 -1 12345678901234567890123]"},
	{"symbols", "(:ok editor/task::spawn - + -a +1 b é \u00a0x)", "(:ok editor/task::spawn - + -a +1 b é \u00a0x)"},
	{"only whole words are nil and true", "(nill true? False)", "(nill true? False)"},
	{"comments and white space", "; a\n\t[1;b\r\n2 ;c\n]\r\n;", "[1 2]"},
	{"tokens need no space between", `["a""b"x"c"]`, "[\n  \"a\"\n  \"b\"\n  x\n  \"c\"]"},
	{"quote", "'x", "(quote x)"},
	{"quotes nest", "''(1 . 'b\"x\")", "(quote (quote (1 . (quote b\"x\"))))"},
	{"string escapes", `"\\ \" \n \r \t \x41 \x85 \u00e9 \u2028 \u0000 \u007f"`, `"\\ \" \n \r \t A \u0085 é ` + "\u2028" + ` \u0000 \u007F"`},
	{"string with raw controls", "\"a\nb\tc\x1b\u009f\"", `"a\nb\tc\u001B\u009F"`},
	{"next to the C1 controls", "\"\u00a0\u00bf\u00c2Â\"", "\"\u00a0\u00bf\u00c2Â\""},
	{"bytes escapes", `b"\x00\x7F\xff~ \n\r\t\\\" é \u00e9"`, `b"\x00\x7F\xFF~ \n\r\t\\\" \xC3\xA9 \xC3\xA9"`},
	{"empty atoms", `["" b""]`, `["" b""]`},
	{"three atoms in a vector", "[1 2 3]", "[1 2 3]"},
	{"four are broken", "[1 2 3 4]", "[\n  1\n  2\n  3\n  4]"},
	{"a container in a vector", "[[]]", "[\n  []]"},
	{"nil is an atom", "[() 1]", "[nil 1]"},
	{"empty containers", "[{} []]", "[\n  {}\n  []]"},
	{"two pairs in a map", "{b 2 a 1}", "{a 1 b 2}"},
	{"three are broken", "{b 2 a 1 c 3}", "{\n  a 1\n  b 2\n  c 3}"},
	{"a container as value", "{a []}", "{\n  a []}"},
	{"a container as key", "{[1 2] 1}", "{\n  [1 2] 1}"},
	{"a broken key", "{[1 2 3 4] 1}", "{\n  [\n    1\n    2\n    3\n    4]\n    1}"},
	{"a broken value goes two deeper", "{a [1 2 3 4]}", "{\n  a\n    [\n      1\n      2\n      3\n      4]}"},
	{
		"keys of all kinds", `{{} 9 [] 8 (a) 7 a 6 b"" 5 "" 4 0 3 true 2 nil 1}`,
		"{\n  nil 1\n  true 2\n  0 3\n  \"\" 4\n  b\"\" 5\n  a 6\n  (a) 7\n  [] 8\n  {} 9}",
	},
	{"lists of any length stand on a line", "(a (b c) [1 2 3] {a 1} 5 6 7)", "(a (b c) [1 2 3] {a 1} 5 6 7)"},
	{"a part without inline form breaks a list", "(f x [1 2 3 4] y)", "(f x\n  [\n    1\n    2\n    3\n    4]\n  y)"},
	{"a head without inline form", "([1 2 3 4] y)", "(\n  [\n    1\n    2\n    3\n    4]\n  y)"},
	{"the second element without inline form", "(f [[]])", "(f\n  [\n    []])"},
	{"width 100 fits", "[" + s98 + "]", "[" + s98 + "]"},
	{"width 101 breaks", "[" + s98 + " 1]", "[\n  " + s98 + "\n  1]"},
	{"a pair of width 100", "{a " + s60 + " b " + s98[:94] + "\" c 1}", "{\n  a " + s60 + "\n  b " + s98[:94] + "\"\n  c 1}"},
	{"the last closer does not count", "{a 1 b 2 c " + s98[:95] + "\"}", "{\n  a 1\n  b 2\n  c " + s98[:95] + "\"}"},
	{"a pair of width 101", "{a 1 b 2 c " + s98[:96] + "\"}", "{\n  a 1\n  b 2\n  c\n    " + s98[:96] + "\"}"},
	{"width counts bytes", "[\"" + strings.Repeat("é", 48) + "\" 1]", "[\n  \"" + strings.Repeat("é", 48) + "\"\n  1]"},
	{"width counts escapes", `["` + strings.Repeat(`\n`, 49) + `"]`, "[\n  \"" + strings.Repeat(`\n`, 49) + `"]`},
	{"a wide atom stays whole", s101, s101},
	{"a wide head stays beside the parenthesis", "(" + s101 + " 1 2)", "(" + s101 + "\n  1\n  2)"},
	{"a wide vector as head", "([" + s101 + "] 1)", "([" + s101 + "]\n  1)"},
	{"a wide list as head is broken", "((f " + s101 + ") 1)", "(\n  (f\n    " + s101 + ")\n  1)"},
	{"the second element only if it fits", "(f " + s60 + " " + s60 + ")", "(f " + s60 + "\n  " + s60 + ")"},
	{"the second element does not fit", "(" + s60 + " " + s60 + ")", "(" + s60 + "\n  " + s60 + ")"},
	{"a head alone", "(" + s101 + ")", "(" + s101 + ")"},
	{"lists inside lists", "(a (" + s60 + " (b " + s60 + ")))", "(a\n  (" + s60 + "\n    (b " + s60 + ")))"},
}

func TestPrint(t *testing.T) {
	for _, c := range printCases {
		t.Run(c.name, func(t *testing.T) {
			term, err := coreform.Parse([]byte(c.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := term.String(); got != c.want {
				t.Errorf("print of %s\n%s\nwant\n%s", c.src, got, c.want)
			}
			back, err := coreform.Parse([]byte(c.want))
			if err != nil || !back.Equal(term) {
				t.Errorf("the print reads back as %v: %v", back, err)
			}
		})
	}
}

func TestAppendModule(t *testing.T) {
	for src, want := range map[string]string{
		"":                 "",
		" ; nothing\n":     "",
		"1":                "1\n",
		"1 2":              "1\n\n2\n",
		"(a) [1 2 3 4] {}": "(a)\n\n[\n  1\n  2\n  3\n  4]\n\n{}\n",
	} {
		forms, err := coreform.ParseModule([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(coreform.AppendModule(nil, forms)); got != want {
			t.Errorf("module %q prints as %q, want %q", src, got, want)
		}
	}
}

// A level costs four columns, and far more than one block of spaces.
func TestPrintDeep(t *testing.T) {
	src := strings.Repeat("{a ", coreform.MaxDepth) + "1" + strings.Repeat("}", coreform.MaxDepth)
	term, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(term.String(), "\n")
	last := lines[len(lines)-1]
	// The innermost map stands on its line as long as that is within the width
	// only; here it is broken, its pair two deeper than its brace.
	want := strings.Repeat(" ", 4*(coreform.MaxDepth-1)+2) + "a"
	if !strings.HasPrefix(lines[len(lines)-2], want) || strings.TrimSpace(last) != "1"+strings.Repeat("}", coreform.MaxDepth) {
		t.Errorf("innermost lines %q and %q", lines[len(lines)-2], last)
	}
}

func TestAppendMaxInvalid(t *testing.T) {
	if got, err := coreform.Sym("a b").AppendMax([]byte("x"), 100); err == nil || string(got) != "x" {
		t.Errorf("an invalid term prints as %q, %v", got, err)
	}
	if _, err := coreform.Nil().AppendMax(nil, -1); err == nil {
		t.Error("a print of less than no bytes")
	}
}

// A hostile value is given up when the cap is reached: what AppendMax allocates
// does not depend on how much longer the whole print would have been.
func TestAppendMaxBounded(t *testing.T) {
	const depth = coreform.MaxDepth - 1
	src := strings.Repeat("[", depth) + strings.Repeat("1 ", 5000) + strings.Repeat("]", depth)
	term, err := coreform.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	const limit = 4 << 10
	buf := make([]byte, 0, 4*limit)
	if n := testing.AllocsPerRun(5, func() {
		if _, err := term.AppendMax(buf, limit); err == nil {
			t.Error("no error")
		}
	}); n > 4 {
		t.Errorf("%v allocations: the print went on behind the cap", n)
	}
}
