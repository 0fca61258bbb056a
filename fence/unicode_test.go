package fence

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/testdata"
	"github.com/ringfence/ringfence/internal/ucd"
)

// specText returns the normative text of the fence.
func specText(t *testing.T) string {
	t.Helper()
	root := testdata.Root(t)
	text, err := os.ReadFile(filepath.Join(root, "SPEC.md"))
	if err != nil || !strings.Contains(string(text), "<!-- class counts -->") {
		t.Fatalf("SPEC.md does not hold the counts of the classes: %v", err)
	}
	return string(text)
}

// The table of counts in the normative text is that of the code, over all code
// points: between letters, and at the start of a line.
func TestClassCountsAgainstSpec(t *testing.T) {
	var within, opening [classEnd]int
	count := func(counts *[classEnd]int, s string, at int) {
		class := Plain
		for _, c := range FindCharacters(s) {
			if c.Start == at {
				class = c.Class
			}
		}
		counts[class]++
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if utf8.ValidRune(r) && r != '\r' {
			count(&within, "a"+string(r)+"a", 1)
			count(&opening, "\n"+string(r)+"a", 1)
		}
	}
	within[Control]++ // CR, which is one unless it is part of a line end
	opening[Control]++
	for b := 0x80; b <= 0xFF; b++ {
		count(&within, "a"+string([]byte{byte(b)})+"a", 1)
		count(&opening, "\n"+string([]byte{byte(b)})+"a", 1)
	}
	var want strings.Builder
	for c := range classEnd {
		fmt.Fprintf(&want, "| %s | %d | %d |\n", c, within[c], opening[c])
	}
	_, after, ok := strings.Cut(specText(t), "<!-- class counts -->\n")
	got, _, closed := strings.Cut(after, "<!-- end -->")
	_, rows, _ := strings.Cut(got, "|---|---|---|\n")
	if !ok || !closed || rows != want.String() {
		t.Errorf("the table is\n%s\nand should be\n%s", rows, want.String())
	}
}

// emojiTables reads the automaton of package ucd from its source, so that its
// sequences can be listed by other code than the one under test.
func emojiTables(t *testing.T) (start int, states, edges []uint64) {
	t.Helper()
	path := filepath.Join(testdata.Root(t), "internal", "ucd", "emoji_tables.go")
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	number := func(e ast.Expr) uint64 {
		lit, ok := e.(*ast.BasicLit)
		if !ok {
			t.Fatalf("%T in a table", e)
		}
		v, err := strconv.ParseUint(lit.Value, 0, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Values) != 1 {
			return true
		}
		if v.Names[0].Name == "emojiStart" {
			start = int(number(v.Values[0]))
			return false
		}
		list, ok := v.Values[0].(*ast.CompositeLit)
		if !ok {
			return true
		}
		var out []uint64
		for _, e := range list.Elts {
			out = append(out, number(e))
		}
		switch v.Names[0].Name {
		case "emojiStates":
			states = out
		case "emojiEdges":
			edges = out
		}
		return false
	})
	return start, states, edges
}

// Every RGI emoji sequence is kept, alone, in a row and in a line of text. Forms
// of emoji-test.txt that leave a selector out are escaped at the joiner that then
// has no sequence to belong to, and come back like everything.
func TestEveryEmojiSequence(t *testing.T) {
	start, states, edges := emojiTables(t)
	rgi, other := 0, 0
	var walk func(state int, prefix string)
	walk = func(state int, prefix string) {
		switch states[state] & 3 {
		case 2:
			rgi++
			for _, s := range []string{prefix, prefix + prefix, "a" + prefix + "b\n", prefix + "\u200d"} {
				p := payloadOf(t, s)
				if want := strings.TrimSuffix(s, "\u200d"); !strings.HasPrefix(p, want) {
					t.Errorf("%+q is written %+q", s, p)
				}
			}
		case 1:
			other++
			p := payloadOf(t, prefix)
			if joined := strings.ContainsRune(prefix, zwj); joined == (p == prefix) {
				t.Errorf("%+q, not RGI, is written %+q", prefix, p)
			}
			if b := blockOf(t, prefix); b.Data.Raw() != prefix {
				t.Errorf("%+q comes back as %+q", prefix, b.Data.Raw())
			}
		}
		for _, e := range edges[states[state]>>2 : states[state+1]>>2] {
			walk(int(e&(1<<11-1)), prefix+string(rune(e>>11)))
		}
	}
	walk(start, "")
	t.Logf("%d RGI sequences of more than one character, %d other forms", rgi, other)
	if rgi < 2000 || other < 500 {
		t.Errorf("%d and %d sequences", rgi, other)
	}
}

// A selector stands raw after exactly the characters that it is listed with.
func TestEveryVariationSequence(t *testing.T) {
	var selectors []rune
	for r := range rune(0xE01F0) {
		if isVariationSelector(r) {
			selectors = append(selectors, r)
		}
	}
	if len(selectors) != 16+4+240 {
		t.Fatalf("%d selectors", len(selectors))
	}
	listed := 0
	for base := rune(0x20); base < 0x2FA20; base++ {
		if !utf8.ValidRune(base) || FindCharacters("a"+string(base)) != nil {
			continue
		}
		for _, vs := range selectors[:20] {
			want := ucd.VariationSequence(base, vs)
			if !want && base%97 != 0 {
				continue // the absent ones are too many: a sample
			}
			if want {
				listed++
			}
			s := "a" + string(base) + string(vs) + "a"
			if (FindCharacters(s) == nil) != want {
				t.Errorf("%U %U: listed %v, %v", base, vs, want, FindCharacters(s))
			}
		}
	}
	t.Logf("%d listed sequences", listed)
	if listed < 1000 {
		t.Errorf("%d listed sequences", listed)
	}
}

// So does an ideographic selector, whose sequences are registered apart, and of
// two in a row only the first.
func TestIdeographicSequences(t *testing.T) {
	kept := 0
	for base := rune(0x3400); base < 0x2FA20; base++ {
		if !utf8.ValidRune(base) || base%7 != 0 && base != '葛' {
			continue
		}
		for vs := rune(0xE0100); vs <= 0xE0124; vs++ {
			s := string(base) + string(vs)
			want := ucd.VariationSequence(base, vs)
			if want {
				kept++
			}
			if (len(FindCharacters("a"+s+"a")) == len(FindCharacters("a"+string(base)+"a"))) != want {
				t.Errorf("%+q: listed %v, %v", s, want, FindCharacters(s))
			}
			if got := blockOf(t, s+string(vs)); got.Data.Raw() != s+string(vs) || strings.Contains(got.payload.Raw(), string(vs)+string(vs)) {
				t.Errorf("%+q: %+q", s, got.payload.Raw())
			}
		}
	}
	t.Logf("%d kept sequences", kept)
	if kept < 3000 {
		t.Errorf("%d kept sequences", kept)
	}
}
