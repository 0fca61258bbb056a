package repo_test

import (
	"slices"
	"testing"
)

// Sizes that keep one idea in a file, in lines.
const (
	maxLines    = 600
	medianLines = 150
)

func TestFileSizes(t *testing.T) {
	var sizes []int
	for _, s := range sources(t) {
		if s.generated() {
			continue
		}
		if n := s.lines(); n > maxLines {
			t.Errorf("%s has %d lines, the limit is %d: split it", s.name, n, maxLines)
		}
		if !s.test() {
			sizes = append(sizes, s.lines())
		}
	}
	slices.Sort(sizes)
	if median := sizes[len(sizes)/2]; median > medianLines {
		t.Errorf("the median file has %d lines, the limit is %d", median, medianLines)
	}
}

func TestPackageDocs(t *testing.T) {
	// Folder to number of files with a package comment; folders whose only Go
	// files are tests need none.
	docs := map[string]int{}
	for _, s := range sources(t) {
		if s.test() {
			continue
		}
		n := docs[s.dir()]
		if s.tree.Doc != nil && len(s.tree.Doc.Text()) > 40 {
			n++
		}
		docs[s.dir()] = n
	}
	for dir, n := range docs {
		switch {
		case n == 0:
			t.Errorf("%s has no package comment of more than 40 characters", dir)
		case n > 1:
			t.Errorf("%s has %d package comments: one file holds it", dir, n)
		}
	}
}
