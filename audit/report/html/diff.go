package html

import (
	"strconv"

	"github.com/ringfence/ringfence/render"
)

// diffView is the comparison on the page.
type diffView struct {
	Line       string
	Rows       []diffRow
	Hunks      []hunk
	Left       string
	HasWindows bool
	Windows    []windowView
	Withheld   string
}

// diffRow is a region of either turn.
type diffRow struct {
	ID                               int // of the region now; 0 for none
	Kind, Change, Before, Now, Lines string
}

// hunk is the changed lines of one region.
type hunk struct {
	Title string
	Lines []diffLine
}

// diffLine is a line of a hunk.
type diffLine struct {
	Class, Sign string
	Pieces      []piece
}

// windowView is a change of a window.
type windowView struct{ Word, Title, Before string }

// pair is a region before and now; nil for none.
type pair struct {
	before, now *region
	id          int
}

// pairs matches regions by trust and kind, the first with the first.
func pairs(prev, cur *Prompt) []pair {
	type key struct {
		class class
		kind  string
	}
	waiting := make(map[key][]*region)
	for i := range prev.regions {
		r := &prev.regions[i]
		k := key{r.class, r.kind}
		waiting[k] = append(waiting[k], r)
	}
	var out []pair
	for i := range cur.regions {
		r := &cur.regions[i]
		k := key{r.class, r.kind}
		p := pair{now: r, id: i + 1}
		if w := waiting[k]; len(w) > 0 {
			p.before, waiting[k] = w[0], w[1:]
		}
		out = append(out, p)
	}
	for i := range prev.regions {
		r := &prev.regions[i]
		k := key{r.class, r.kind}
		if w := waiting[k]; len(w) > 0 && w[0] == r {
			waiting[k] = w[1:]
			out = append(out, pair{before: r})
		}
	}
	return out
}

// diff compares the prompts of the page.
func (p Page) diff(allow *allowance) *diffView {
	v := new(diffView)
	if p.Windows != nil {
		v.windows(p.Windows, p.Show)
	}
	if p.Before == nil || p.Prompt == nil {
		return v
	}
	same, changed, added, removed := 0, 0, 0, 0
	lines, cells := MaxDiffLines, maxCells
	for _, q := range pairs(p.Before, p.Prompt) {
		row := diffRow{ID: q.id, Kind: kindOf(q)}
		if q.before != nil {
			row.Before = sized(q.before, p.Before)
		}
		if q.now != nil {
			row.Now = sized(q.now, p.Prompt)
		}
		switch {
		case q.before == nil:
			row.Change = "added"
			added++
		case q.now == nil:
			row.Change = "removed"
			removed++
		default:
			a, b := p.Before.comparable(q.before), p.Prompt.comparable(q.now)
			if a == b {
				row.Change = "same"
				same++
				break
			}
			row.Change = "changed"
			changed++
			edits := compareLines(a, b, &cells)
			row.Lines = edits.String()
			if p.show(p.Before) && p.show(p.Prompt) && !p.Before.keeps(q.before) && !p.Prompt.keeps(q.now) {
				v.hunk(q, p, edits, &lines, allow)
			}
		}
		v.Rows = append(v.Rows, row)
	}
	v.Line = number(same) + " unchanged, " + number(changed) + " changed, " + number(added) + " added, " + number(removed) + " removed."
	if lines < 0 {
		v.Left = count(-lines, "more changed line is not shown.", "more changed lines are not shown.")
	}
	return v
}

// comparable is the text of a region without what differs from turn to turn: the
// nonce, which a text outside blocks does not hold if it is in order.
func (p *Prompt) comparable(r *region) string {
	return p.messages[r.message].text[r.payloadStart:r.payloadEnd]
}

func kindOf(q pair) string {
	r := q.now
	if r == nil {
		r = q.before
	}
	if r.block() {
		return r.kind + ", " + r.class.String() + ", block " + strconv.Itoa(r.header.N)
	}
	return r.kind
}

func sized(r *region, p *Prompt) string { return number(r.size) + " " + p.usage.unit }

// hunk shows the changed lines of a region.
func (v *diffView) hunk(q pair, p Page, edits edits, lines *int, allow *allowance) {
	h := hunk{Title: kindOf(q)}
	for _, e := range edits.changes {
		if *lines--; *lines < 0 {
			continue // counted
		}
		d := diffLine{Class: "added", Sign: "+"}
		of := p.Prompt
		if e.removed {
			d, of = diffLine{Class: "removed", Sign: "-"}, p.Before
		}
		w := &writer{allow: allow, escape: q.now.block()}
		w.write(e.text, 0, len(e.text), of.secrets(e.text), nil)
		d.Pieces = w.out
		h.Lines = append(h.Lines, d)
	}
	if len(h.Lines) > 0 {
		v.Hunks = append(v.Hunks, h)
	}
}

// windows shows what changed among the windows. A title is data: it is hidden
// with the rest.
func (v *diffView) windows(w *Windows, show bool) {
	v.HasWindows = true
	title := func(s string) string {
		if show {
			return visible(s, maxName)
		}
		return "title of " + count(len(s), "byte", "bytes")
	}
	for _, c := range w.Changes {
		if len(v.Windows) == MaxUnchecked {
			break
		}
		out := windowView{Word: c.Kind.String(), Title: title(c.Window.Title.Raw())}
		if c.Kind == render.Retitled {
			out.Before = title(c.Before.Title.Raw())
		}
		v.Windows = append(v.Windows, out)
	}
	if w.Withheld >= 0 {
		v.Withheld = count(w.Withheld, "window is withheld.", "windows are withheld.")
	}
}
