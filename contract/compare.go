package contract

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

// compare notes what only shows when the lists of a context are held against
// each other: ids that repeat, and ids that one list has and another lacks.
func (p *contextParser) compare() {
	onScreen := make(map[string]struct{}, len(p.ec.Screen))
	for i, e := range p.ec.Screen {
		if seen(onScreen, e.ID.Raw()) {
			p.noteAt(NoteElementTwice, p.elementAt[i], p.screenPointer(i), "the id is on the screen twice")
		}
	}
	selected := make(map[string]struct{}, len(p.ec.Selection))
	for i, s := range p.ec.Selection {
		pointer := func() string { return elementPointer("/selection", i, "id") }
		id := s.ID.Raw()
		if seen(selected, id) {
			p.noteAt(NoteSelectionTwice, p.selectedAt[i], pointer, "the id is selected twice")
		}
		if _, ok := onScreen[id]; !ok {
			p.noteAt(NoteSelectionOffScreen, p.selectedAt[i], pointer, "the selected id is not on the screen")
		}
	}
	p.ec.index = make(map[string]int, len(p.ec.Content))
	for i, c := range p.ec.Content {
		id := c.ID.Raw()
		p.ec.index[id] = i
		_, listed := onScreen[id]
		_, picked := selected[id]
		if !listed && !picked {
			p.noteAt(NoteUntrustedUnlisted, p.contentAt[i], func() string {
				return string(jsontext.Pointer("/untrusted").AppendToken(id))
			}, "content of an id that is neither selected nor on the screen")
		}
	}
}

// noteAt records something about a place that was read earlier.
func (p *contextParser) noteAt(code ringfence.Code, at int64, pointer func() string, detail string) {
	p.sink.add("", Note{Code: code, Offset: at, Count: 1, Detail: detail}, pointer)
}

// screenPointer makes the pointer of the id of screen element i.
func (p *contextParser) screenPointer(i int) func() string {
	return func() string {
		if p.ec.Version == Version02 {
			return elementPointer("/screen/elements", i, "id")
		}
		return elementPointer("/screen/elementIds", i, "")
	}
}

// seen reports whether id is in the set, and puts it there.
func seen(set map[string]struct{}, id string) bool {
	_, ok := set[id]
	set[id] = struct{}{}
	return ok
}
