package contract

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

const versionName = "editContextVersion"

// Members of the objects of an edit context. The names of what only 0.2 has are
// unknown in 0.1, and the other way round.
var (
	contextNames   = &names{list: []string{versionName, "profile", "selection", "screen", "source", "untrusted"}}
	selectedNames  = &names{class: "/selection/*", list: []string{"id", "tag"}}
	screenNames01  = &names{class: "/screen", list: []string{"elementIds"}}
	screenNames02  = &names{class: "/screen", list: []string{"elements"}}
	elementNames   = &names{class: "/screen/elements/*", list: []string{"id", "tag", "relation", "role"}}
	sourceNames    = &names{class: "/source", list: []string{"language", "code"}}
	contentNames01 = &names{class: "/untrusted/*", list: []string{"text", "attributes"}}
	contentNames02 = &names{class: "/untrusted/*", list: []string{"text", "attributes", "name"}}
)

// ParseEditContext decodes an edit context under these limits. The error is a
// *[ringfence.Error], and matches [ErrVersion] when the version is missing or
// not supported; the context is nil then.
func (l Limits) ParseEditContext(body []byte) (*EditContext, error) {
	l, err := l.withDefaults()
	if err != nil {
		return nil, err
	}
	doc, err := open(body, l, versionName)
	if err != nil {
		return nil, err
	}
	version, err := doc.version()
	if err != nil {
		return nil, err
	}
	p := &contextParser{reader: newReader(doc, l), ec: &EditContext{Version: version}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	p.compare()
	p.ec.Notes, p.ec.Unknown = p.sink.list, p.sink.unknown
	return p.ec, nil
}

// version judges the version alone (edit context §2, §4). It must be a string
// and exactly one that this package reads: the contract has no patch level.
func (d *document) version() (string, error) {
	if !d.isObject {
		return "", &ringfence.Error{Code: CodeType, Message: "an edit context is an object", Offset: d.marker.offset}
	}
	e := &ringfence.Error{Code: CodeVersion, Message: "editContextVersion is not supported", Offset: d.marker.offset, Hint: versionHint}
	if !d.marker.seen {
		e.Message = "editContextVersion is missing"
		if d.marker.near {
			e.Hint = "a member has a name that only looks like editContextVersion; names are matched exactly"
		}
		return "", e
	}
	e.Pointer = "/" + versionName
	s, err := jsontext.AppendUnquote(nil, d.marker.raw)
	switch {
	case err != nil:
		e.Hint = "the version is a string; " + versionHint
	case string(s) == Version01:
		return Version01, nil
	case string(s) == Version02:
		return Version02, nil
	}
	return "", e
}

// contextParser reads one edit context.
type contextParser struct {
	*reader
	ec *EditContext

	has struct{ selection, screen, source, untrusted bool }
	// Offsets of ids, for what is only found by comparing lists.
	selectedAt, elementAt, contentAt []int64
}

func (p *contextParser) parse() error {
	top := p.offset()
	if err := p.object("an edit context object", p.member); err != nil {
		return err
	}
	for _, req := range []struct {
		has  bool
		name string
	}{
		{p.has.selection, "selection"},
		{p.has.screen, "screen"},
		{p.has.source, "source"},
		{p.has.untrusted, "untrusted"},
	} {
		if !req.has {
			return p.missing(top, contextNames, req.name)
		}
	}
	return nil
}

// member reads one member of the outer object.
func (p *contextParser) member(name string, at int64) (err error) {
	switch name {
	case versionName:
		return p.pass() // judged already
	case "profile":
		p.ec.Profile, err = p.dataOrNull("/profile")
	case "selection":
		p.has.selection = true
		return p.array("a list of selected elements", p.lim.Selection, p.selected)
	case "screen":
		p.has.screen = true
		return p.screen()
	case "source":
		p.has.source = true
		return p.source()
	case "untrusted":
		p.has.untrusted = true
		return p.untrusted()
	default:
		return p.skip(name, at, contextNames)
	}
	return err
}

// selected reads one element of the selection.
func (p *contextParser) selected(int) error {
	at := p.offset()
	var s Selected
	err := p.object("a selected element", func(name string, nameAt int64) (err error) {
		switch name {
		case "id":
			p.selectedAt = append(p.selectedAt, p.offset())
			s.ID, err = p.id("/selection/*/id")
		case "tag":
			s.Tag, err = p.tag("/selection/*/tag")
		default:
			return p.skip(name, nameAt, selectedNames)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !s.ID.Present():
		return p.missing(at, selectedNames, "id")
	case !s.Tag.Present():
		return p.missing(at, selectedNames, "tag")
	}
	p.ec.Selection = append(p.ec.Selection, s)
	return nil
}

// source reads what backs the screen, or null before a first render.
func (p *contextParser) source() error {
	at := p.offset()
	if p.null() {
		return nil
	}
	var s Source
	err := p.object("an object or null", func(name string, nameAt int64) (err error) {
		switch name {
		case "language":
			s.Language, err = p.data("/source/language")
		case "code":
			s.Code, err = p.data("/source/code")
		default:
			return p.skip(name, nameAt, sourceNames)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !s.Language.Present():
		return p.missing(at, sourceNames, "language")
	case !s.Code.Present():
		return p.missing(at, sourceNames, "code")
	}
	p.ec.Source = &s
	return nil
}

// id reads an element id and notes what it says about its author.
func (p *contextParser) id(class string) (ringfence.Data, error) {
	at := p.offset()
	s, err := p.str("an element id", class)
	if err != nil {
		return ringfence.Data{}, err
	}
	if code, detail := idNote(s); code != "" {
		p.note(code, class, at, detail)
	}
	return ringfence.NewData(s), nil
}

// tag reads an element name.
func (p *contextParser) tag(class string) (ringfence.Data, error) {
	at := p.offset()
	s, err := p.str("an element name", class)
	if err != nil {
		return ringfence.Data{}, err
	}
	if !lowerTag(s) {
		p.note(NoteTagCase, class, at, "the tag is not lower case")
	}
	if !tagName(s) {
		p.note(NoteTagName, class, at, "the tag is not an element name")
	}
	return ringfence.NewData(s), nil
}

// elementPointer makes the pointer of element i of a list, or of its member.
func elementPointer(list string, i int, member string) string {
	p := list + "/" + strconv.Itoa(i)
	if member != "" {
		p += "/" + member
	}
	return p
}
