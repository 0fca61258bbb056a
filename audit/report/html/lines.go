package html

import "strings"

// edits is how one text becomes another, line by line.
type edits struct {
	added, removed int
	changes        []change
}

// change is a line that is only in one of two texts.
type change struct {
	removed bool
	text    string // without its line feed
}

// String counts the lines.
func (e edits) String() string { return "+" + number(e.added) + " −" + number(e.removed) }

// Comparing takes a table of the lines of one text against those of the other.
// These bound the table of one comparison and of all on a page; beyond them, the
// whole middle counts as changed.
const (
	maxCompared = 600     // lines on a side
	maxCells    = 4 << 20 // cells in all
)

// compareLines returns the lines that differ. What both texts begin and end with
// is set aside first; of the rest a longest common subsequence stays. cells is
// what is left of the tables of a page. It takes time linear in the texts and in
// the cells that it uses.
func compareLines(before, now string, cells *int) edits {
	a, b := strings.Split(before, "\n"), strings.Split(now, "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var e edits
	var keep [][2]int
	if n := len(a) * len(b); len(a) <= maxCompared && len(b) <= maxCompared && n <= *cells {
		*cells -= n
		keep = subsequence(a, b)
	}
	i, j := 0, 0
	for _, k := range append(keep, [2]int{len(a), len(b)}) {
		e.remove(a[i:k[0]])
		e.add(b[j:k[1]])
		i, j = k[0]+1, k[1]+1
	}
	return e
}

func (e *edits) remove(lines []string) {
	e.removed += len(lines)
	for _, l := range lines {
		e.changes = append(e.changes, change{removed: true, text: l})
	}
}

func (e *edits) add(lines []string) {
	e.added += len(lines)
	for _, l := range lines {
		e.changes = append(e.changes, change{text: l})
	}
}

// subsequence returns the pairs of indexes of a longest common subsequence.
func subsequence(a, b []string) [][2]int {
	// best[i][j] is its length in a[i:] and b[j:], which is below 1 << 16.
	width := len(b) + 1
	best := make([]uint16, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			} else {
				best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			out = append(out, [2]int{i, j})
			i++
			j++
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return out
}
