package render

import (
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// EditContext is what the user points at: up to three blocks, in the order in
// which they are kept when room is short. The selection holds the selected
// elements with their content, the screen what is around them, the source the
// code behind. All of it is untrusted, ids included: an id that looks
// synthesized can still be a sentence.
func EditContext(ec *contract.EditContext) Part {
	if ec == nil {
		return failed(partError(CodePart, "there is no edit context", "pass what contract.ParseEditContext returned"))
	}
	src := section{
		kind: fence.Source, source: "/source/code",
		priority: prioritySource, share: shareHalf, data: shown(newText("")),
	}
	if ec.Source != nil {
		src.data = shown(newText(ec.Source.Code.Raw()))
		src.lang, _ = fence.LangOf(strings.ToLower(ec.Source.Language.Raw()))
	}
	contents := contentByID(ec)
	return Part{sections: []section{
		{
			kind: fence.Selection, source: "/selection",
			priority: prioritySelection, share: shareHalf, data: shown(selection(ec, contents)),
		},
		{
			kind: fence.Screen, source: "/screen",
			priority: priorityScreen, share: shareQuarter, data: shown(screen(ec, contents)),
		},
		src,
	}}
}

// contentByID returns what EditContext.ContentOf does, for every id at once: a
// context that was made by hand is searched from its start for each id there.
func contentByID(ec *contract.EditContext) map[string]contract.Content {
	m := make(map[string]contract.Content, len(ec.Content))
	for _, c := range ec.Content {
		if _, ok := m[c.ID.Raw()]; !ok && c.ID.Present() {
			m[c.ID.Raw()] = c
		}
	}
	return m
}

func selection(ec *contract.EditContext, contents map[string]contract.Content) *records {
	roles := make(map[string]ringfence.Data)
	for _, e := range ec.Screen {
		if e.Role.Present() {
			roles[e.ID.Raw()] = e.Role
		}
	}
	list := make([]element, 0, len(ec.Selection))
	for _, s := range ec.Selection {
		list = append(list, element{id: s.ID, tag: s.Tag, role: roles[s.ID.Raw()], content: contents[s.ID.Raw()]})
	}
	return elements(list)
}

// element is what one record describes.
type element struct {
	relation      string // a word of ours or empty
	id, tag, role ringfence.Data
	content       contract.Content
}

func elements(list []element) *records {
	return newRecords(len(list), func(b *builder, i int) { list[i].fill(b) })
}

func (e *element) fill(b *builder) {
	if e.relation != "" {
		b.o.String("relation", e.relation)
	}
	b.name("id", e.id, maxID)
	b.name("tag", e.tag, maxTag)
	b.field("role", e.role, maxName)
	b.field("name", e.content.Name, maxName)
	b.field("text", e.content.Text, maxText)
	b.attributes(e.content.Attributes)
}

// screen lists the neighbourhood of the selection, nearest first, then the rest
// in document order, then content that belongs to no listed element.
func screen(ec *contract.EditContext, contents map[string]contract.Content) *records {
	near := neighbourhood(ec)
	list := make([]element, 0, len(ec.Screen))
	listed := make(map[string]bool, len(ec.Screen)+len(ec.Selection))
	add := func(relation string, pass func(i int) bool) {
		for i, e := range ec.Screen {
			id := e.ID.Raw()
			if listed[id] || !pass(i) {
				continue
			}
			listed[id] = true
			list = append(list, element{relation: relation, id: e.ID, tag: e.Tag, role: e.Role, content: contents[id]})
		}
	}
	for _, s := range ec.Selection {
		listed[s.ID.Raw()] = true // it has a block of its own
	}
	for relation := contract.RelationAncestor; relation <= contract.RelationChild; relation++ {
		add(relation.String(), func(i int) bool { return near[i] == relation })
	}
	add("", func(int) bool { return true })
	for _, c := range ec.Content {
		if !listed[c.ID.Raw()] {
			listed[c.ID.Raw()] = true
			list = append(list, element{relation: "not listed", id: c.ID, content: c})
		}
	}
	return elements(list)
}
