package contract

import "github.com/ringfence/ringfence"

// Members of the objects of an ask body.
var (
	askNames    = &names{list: []string{"ui", "contextItems", "message"}}
	itemNames   = &names{class: "/contextItems/*", list: []string{"kind", "id", "label", "excerpt"}}
	uiNames     = &names{class: "/ui", list: []string{"viewport", "audience", "openWindows"}}
	windowNames = &names{class: "/ui/openWindows/*", list: []string{"id", "key", "title", "withheld", "isFocused"}}
)

// ParseAsk decodes an ask body under these limits: an object with ui,
// contextItems or both. The error is a *[ringfence.Error] and the ask is nil
// then.
//
// A null for ui, contextItems, message, viewport or audience reads as left out,
// with a note. Anywhere else null is an error: no contract allows it, and a
// list of windows that is null by mistake would report every window as closed.
func (l Limits) ParseAsk(body []byte) (*Ask, error) {
	l, err := l.withDefaults()
	if err != nil {
		return nil, err
	}
	doc, err := open(body, l, "")
	if err != nil {
		return nil, err
	}
	p := &askParser{reader: newReader(doc, l), ask: &Ask{}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	p.ask.Notes, p.ask.Unknown = p.sink.list, p.sink.unknown
	return p.ask, nil
}

// askParser reads one ask body.
type askParser struct {
	*reader
	ask *Ask
	has struct{ ui, items bool }
}

func (p *askParser) parse() error {
	top := p.offset()
	err := p.object("an ask body object", func(name string, at int64) (err error) {
		switch name {
		case "ui":
			p.has.ui = true
			if p.noted() {
				return nil
			}
			p.ask.UI, err = p.ui()
		case "contextItems":
			p.has.items = true
			if p.noted() {
				return nil
			}
			return p.array("a list of items", p.lim.ContextItems, p.item)
		case "message":
			if p.noted() {
				return nil
			}
			p.ask.Message, err = p.data("/message")
		default:
			return p.skip(name, at, askNames)
		}
		return err
	})
	if err == nil && !p.has.ui && !p.has.items {
		return p.fail(CodeShape, top, "an ask body has ui, contextItems or both; this object has neither", "")
	}
	return err
}

// noted reads a null that stands for a member left out, and notes it.
func (p *askParser) noted() bool {
	at := p.offset()
	if !p.null() {
		return false
	}
	p.note(NoteNull, "", at, "null reads as left out")
	return true
}

// item reads one attached item.
func (p *askParser) item(i int) error {
	const class = "/contextItems/*"
	at := p.offset()
	p.pin = func() string { return elementPointer("/contextItems", i, "") }
	defer func() { p.pin = nil }()
	var (
		it           Item
		kind, id     string
		hasKind, has bool
	)
	err := p.object("an item object", func(name string, nameAt int64) (err error) {
		switch name {
		case "kind":
			hasKind = true
			kind, err = p.hidden("a string")
		case "id":
			has = true
			id, err = p.hidden("a string")
		case "label":
			it.Label, err = p.data(class)
		case "excerpt":
			it.Excerpt, err = p.data(class)
		default:
			return p.skip(name, nameAt, itemNames)
		}
		return err
	})
	if err != nil {
		return err
	}
	if hasKind {
		it.Kind = ringfence.NewKey("kind", kind)
	}
	if has {
		it.Key = ringfence.NewKey("item", kind, id)
	}
	if blank(it.Label.Raw()) {
		p.note(NoteItemLabel, class, at, "the item has no label to show")
	}
	p.ask.ContextItems = append(p.ask.ContextItems, it)
	return nil
}
