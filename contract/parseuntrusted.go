package contract

import "github.com/ringfence/ringfence"

// untrusted reads the map of content by id.
func (p *contextParser) untrusted() error {
	return p.object("a map of content by element id", func(id string, at int64) error {
		if len(p.ec.Content) >= p.lim.Untrusted {
			return p.tooLong()
		}
		const class = "/untrusted/*"
		if code, detail := idNote(id); code != "" {
			p.note(code, class, at, detail)
		}
		p.contentAt = append(p.contentAt, at)
		c := Content{ID: ringfence.NewData(id)}
		if err := p.content(&c); err != nil {
			return err
		}
		p.ec.Content = append(p.ec.Content, c)
		return nil
	})
}

// content reads what one element shows. Every member may be left out.
func (p *contextParser) content(c *Content) error {
	known, named := contentNames01, p.ec.Version == Version02
	if named {
		known = contentNames02
	}
	return p.object("an object with the content of an element", func(name string, at int64) (err error) {
		switch {
		case name == "text":
			c.Text, err = p.text("/untrusted/*/text", MaxText, NoteTextLong)
		case name == "name" && named:
			c.Name, err = p.text("/untrusted/*/name", MaxName, NoteNameLong)
		case name == "attributes":
			return p.attributes(c)
		default:
			return p.skip(name, at, known)
		}
		return err
	})
}

// text reads a string or null that the producer cuts.
func (p *contextParser) text(class string, limit int, long ringfence.Code) (ringfence.Data, error) {
	at := p.offset()
	d, err := p.dataOrNull(class)
	if err == nil && longerThan(d.Raw(), limit) {
		p.note(long, class, at, "longer than the producer's cut leaves")
	}
	return d, err
}

// attributes reads the attributes of one element. Their names are data: no name
// is known or unknown.
func (p *contextParser) attributes(c *Content) error {
	const class = "/untrusted/*/attributes/*"
	return p.object("an object of attributes", func(name string, _ int64) error {
		if len(c.Attributes) >= p.lim.Attributes {
			return p.tooLong()
		}
		at := p.offset()
		v, err := p.data(class)
		if err != nil {
			return err
		}
		if longerThan(v.Raw(), MaxAttribute) {
			p.note(NoteAttributeLong, class, at, "longer than the producer's cut leaves")
		}
		c.Attributes = append(c.Attributes, Attribute{Name: ringfence.NewData(name), Value: v})
		return nil
	})
}
