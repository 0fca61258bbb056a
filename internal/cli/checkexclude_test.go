package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestExclusion(t *testing.T) {
	for _, c := range []struct {
		globs    string
		fits     string
		fitsNone string
	}{
		{"package.json", "package.json", "a/package.json package.jsonl"},
		{"**/package.json", "package.json a/package.json a/b/package.json", "a/package.json5"},
		{"node_modules", "node_modules/a.json node_modules/a/b.md", "a/node_modules/b.md node_modules.md"},
		{"node_modules/", "node_modules/a.json", "node_modules.json"},
		{"./drafts/**", "drafts/a.md drafts/b/c.md", "a/drafts/b.md"},
		{"**/{a,b}.txt", "a.txt x/b.txt", "x/c.txt"},
		{"*.md", "a.md", "x/a.md"},
		{"a b", "b/x.md a", "c"},
	} {
		x, err := newExclusion(strings.Fields(c.globs))
		if err != nil {
			t.Fatalf("%s: %v", c.globs, err)
		}
		for name := range strings.FieldsSeq(c.fits) {
			if !x.fits(name) {
				t.Errorf("%s does not fit %s", c.globs, name)
			}
		}
		for name := range strings.FieldsSeq(c.fitsNone + " .") {
			if x.fits(name) {
				t.Errorf("%s fits %s", c.globs, name)
			}
		}
	}
	for _, bad := range []string{"", "/", ".", "./", "..", "../a", "/a", "[", "a{", "a\x1b", "a\xff", "a\u202e"} {
		if x, err := newExclusion([]string{"ok", bad}); err == nil {
			t.Errorf("%q is taken: %q", bad, x)
		}
	}
	if x, err := newExclusion([]string{"b", "a", "./b", "b/"}); err != nil || !slices.Equal(x, exclusion{"a", "b"}) {
		t.Errorf("%q %v", x, err)
	}
	if x, err := newExclusion(nil); err != nil || x.fits("a") || x.fits(".") {
		t.Errorf("nothing leaves something out: %v", err)
	}
}

// What is left out and what is kept are together what there was, in order, and the
// entry that says why a folder gives nothing is never left out.
func TestExclusionKeepsOrLeaves(t *testing.T) {
	list := func() (out []entry) {
		for _, name := range []string{"a.md", "b/c.md", "b/d.json", "e.md"} {
			out = append(out, entry{name: "tree/" + name, rel: name})
		}
		return out
	}
	for globs, want := range map[string]int{"": 4, "b": 2, "*.md": 2, "**/*.md": 1, "none": 4} {
		x, err := newExclusion(strings.Fields(globs))
		if err != nil {
			t.Fatal(err)
		}
		kept, left := x.without(list(), "tree", "tree")
		if len(kept) != want || len(kept)+len(left) != 4 {
			t.Errorf("%s: %d kept, %d left out", globs, len(kept), len(left))
		}
		for _, p := range left {
			if !x.fits(below(p.folder, p.name)) {
				t.Errorf("%s: %+v is left out", globs, p)
			}
		}
	}
	kept, left := exclusion{"**"}.without(list(), "tree", "tree")
	if len(kept) != 1 || kept[0].err == nil || kept[0].name != "tree" || len(left) != 4 {
		t.Errorf("%+v %+v", kept, left)
	}
	if kept, left = (exclusion{"**"}).without(kept, "tree", "tree"); len(kept) != 1 || len(left) != 0 {
		t.Errorf("the reason is left out: %+v %+v", kept, left)
	}
	if kept, left = (exclusion{"**"}).without(nil, "tree", "tree"); len(kept)+len(left) != 0 {
		t.Errorf("something comes of nothing: %+v %+v", kept, left)
	}
}
