package html

import (
	"fmt"
	"sort"
	"strconv"
)

// budgetView is the budget on the page. Numbers of drawings are written here, so
// that the template computes nothing.
type budgetView struct {
	Line, Unit  string
	Bar         []tile
	Limit       string // where the limit stands on the bar
	Tiles       []tile
	Numbers     []label
	Groups      []group
	Rows        []budgetRow
	Dropped     []droppedView
	DroppedLeft string
}

// tile is a rectangle of a drawing.
type tile struct{ Class, X, Y, W, H, Title string }

// group is the outline of a kind in the treemap.
type group struct {
	X, Y, W, H string
	Label      *label
}

// label is a text in a drawing.
type label struct{ X, Y, Text string }

// budgetRow is a kind in the table.
type budgetRow struct {
	Kind, Class, Regions, Size, Share string
}

// droppedView is a part that did not fit.
type droppedView struct{ Kind, Source, Reason string }

// Sizes of the drawings, as in the template.
const (
	drawWidth, barHeight, mapHeight = 960.0, 48.0, 360.0
	// A label needs a tile of this size.
	labelWidth, labelHeight = 90.0, 26.0
	// A letter takes no more than letterWidth, and a number at the foot of a tile
	// below a label needs a tile of numberHeight.
	letterWidth, numberHeight = 10.0, 52.0
)

// kindSum is all regions of one kind.
type kindSum struct {
	class class
	kind  string
	size  int
	parts []int // sizes of regions
}

// budget makes the view; nil for a prompt with nothing in it.
func (p *Prompt) budget() *budgetView {
	kinds, total := p.kinds()
	if total == 0 {
		return nil
	}
	u := p.usage
	v := &budgetView{Unit: u.unit, Line: u.line(total)}
	v.bar(p, kinds, total)
	v.treemap(kinds)
	for _, k := range kinds {
		v.Rows = append(v.Rows, budgetRow{k.kind, k.class.String(), number(len(k.parts)), number(k.size), percent(k.size, total)})
	}
	if u.limit > 0 {
		if u.reserve > 0 {
			v.Rows = append(v.Rows, budgetRow{"reserve", "reserve", "", number(u.reserve), ""})
		}
		v.Rows = append(v.Rows, budgetRow{"free", "free", "", number(max(u.limit-u.reserve-total, 0)), ""})
	}
	for i, d := range u.dropped {
		if i == MaxUnchecked {
			v.DroppedLeft = count(len(u.dropped)-i, "more is not listed.", "more are not listed.")
			break
		}
		v.Dropped = append(v.Dropped, droppedView{visible(d.kind, maxName), visible(d.source, maxName), visible(d.reason, maxName)})
	}
	return v
}

// line says the usage in words.
func (u usage) line(total int) string {
	s := number(total) + " " + u.unit + " used"
	if u.limit > 0 {
		s += " of " + number(u.limit)
		if u.reserve > 0 {
			s += ", with " + number(u.reserve) + " in reserve"
		}
		if total > u.limit-u.reserve {
			s += ": over the limit"
		}
	}
	s += "."
	if u.counter != "" || u.exactness != "" {
		s += " Counted by " + visible(u.counter, maxName) + " (" + visible(u.exactness, maxName) + ")."
		if u.counter == "" {
			s = number(total) + " " + u.unit + " used, counted here (" + visible(u.exactness, maxName) + ")."
		}
	}
	return s
}

// kinds sums the regions by trust and kind, the largest first.
func (p *Prompt) kinds() (list []*kindSum, total int) {
	type key struct {
		class class
		kind  string
	}
	byKind := make(map[key]*kindSum)
	for i := range p.regions {
		r := &p.regions[i]
		k := byKind[key{r.class, r.kind}]
		if k == nil {
			k = &kindSum{class: r.class, kind: r.kind}
			byKind[key{r.class, r.kind}] = k
			list = append(list, k)
		}
		k.size += r.size
		k.parts = append(k.parts, r.size)
		total += r.size
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].size > list[j].size })
	return list, total
}

// bar stacks the regions in the order of the prompt, or the kinds where there are
// too many regions, and then what is reserved and free.
func (v *budgetView) bar(p *Prompt, kinds []*kindSum, total int) {
	u := p.usage
	whole := max(u.limit, total+u.reserve)
	x := 0.0
	add := func(class, title string, size int) {
		w := drawWidth * float64(size) / float64(whole)
		v.Bar = append(v.Bar, tile{class, coordinate(x), "0", coordinate(w), coordinate(barHeight), title + ": " + number(size) + " " + u.unit})
		x += w
	}
	if len(p.regions) > maxBarParts {
		for _, k := range kinds {
			add(k.class.String(), k.kind, k.size)
		}
	} else {
		for i := range p.regions {
			r := &p.regions[i]
			add(r.class.String(), r.title(), r.size)
		}
	}
	if free := whole - total - u.reserve; free > 0 {
		add("free", "free", free)
	}
	if u.reserve > 0 {
		add("reserve", "reserve", u.reserve)
	}
	if u.limit > 0 {
		v.Limit = coordinate(drawWidth * float64(u.limit-min(u.reserve, u.limit)) / float64(whole))
	}
}

// treemap draws the kinds, and in each its regions.
func (v *budgetView) treemap(kinds []*kindSum) {
	sizes := make([]int, len(kinds))
	for i, k := range kinds {
		sizes[i] = k.size
	}
	for i, at := range squarify(sizes, rect{0, 0, drawWidth, mapHeight}) {
		k := kinds[i]
		if at.w <= 0 || at.h <= 0 {
			continue
		}
		parts := mergeSmall(k.parts)
		for i, t := range squarify(parts, at) {
			v.Tiles = append(v.Tiles, tile{
				k.class.String(), coordinate(t.x), coordinate(t.y), coordinate(t.w), coordinate(t.h),
				k.kind + " (" + k.class.String() + "): " + number(k.size) + " in " + count(len(k.parts), "region", "regions"),
			})
			if n := number(parts[i]); t.h >= numberHeight && t.w >= float64(len(n))*letterWidth+16 {
				v.Numbers = append(v.Numbers, label{coordinate(t.x + 8), coordinate(t.y + t.h - 9), n})
			}
		}
		g := group{X: coordinate(at.x), Y: coordinate(at.y), W: coordinate(at.w), H: coordinate(at.h)}
		if at.w >= labelWidth && at.h >= labelHeight {
			g.Label = &label{coordinate(at.x + 8), coordinate(at.y + 19), k.kind}
		}
		v.Groups = append(v.Groups, g)
	}
}

// mergeSmall returns sizes in falling order, the smallest as one where there are
// more than can be seen.
func mergeSmall(sizes []int) []int {
	out := append([]int(nil), sizes...)
	sort.Sort(sort.Reverse(sort.IntSlice(out)))
	if len(out) <= maxTiles {
		return out
	}
	rest := 0
	for _, s := range out[maxTiles-1:] {
		rest += s
	}
	out = append(out[:maxTiles-1], rest)
	sort.Sort(sort.Reverse(sort.IntSlice(out)))
	return out
}

// percent writes a share.
func percent(part, whole int) string {
	if whole <= 0 {
		return ""
	}
	tenths := (int64(part)*1000 + int64(whole)/2) / int64(whole)
	return strconv.FormatInt(tenths/10, 10) + fmt.Sprintf(".%d %%", tenths%10)
}
