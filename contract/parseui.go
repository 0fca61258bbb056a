package contract

import "github.com/ringfence/ringfence"

// ui reads the fact about the screen.
func (p *askParser) ui() (*UI, error) {
	u := &UI{}
	err := p.object("a ui object", func(name string, at int64) (err error) {
		var v uint8
		switch name {
		case "viewport":
			v, err = p.enum(viewportNames[:], "viewport is mobile or desktop")
			u.Viewport = Viewport(v)
		case "audience":
			v, err = p.enum(audienceNames[:], "audience is operator or customer")
			u.Audience = Audience(v)
		case "openWindows":
			return p.windows(u)
		default:
			return p.skip(name, at, uiNames)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return u, nil
}

// enum reads a word of a closed set, or null as left out.
func (p *askParser) enum(words []string, hint string) (uint8, error) {
	at := p.offset()
	if p.noted() {
		return 0, nil
	}
	s, err := p.str("a string", "/ui/*")
	if err != nil {
		return 0, err
	}
	v, ok := parseEnum(words, s)
	if !ok {
		return 0, p.fail(CodeValue, at, "not one of the closed set of values", hint)
	}
	return v, nil
}

// entry is one element of openWindows before it is known what is withheld. It
// has its own notes: those of a withheld window are dropped with it, or they
// would tell what was in its title.
type entry struct {
	id       string
	folded   string // the id, as ids are compared for withholding
	title    ringfence.Data
	focused  bool
	withheld bool
	at       int64
	notes    noteList
}

// windows reads openWindows and keeps what is shared.
func (p *askParser) windows(u *UI) error {
	var entries []entry
	outer := p.sink
	err := p.array("a list of windows", p.lim.Windows, func(i int) error {
		e := entry{at: p.offset()}
		p.sink = &e.notes
		p.pin = func() string { return elementPointer("/ui/openWindows", i, "") }
		err := p.window(&e)
		p.sink, p.pin = outer, nil
		entries = append(entries, e)
		return err
	})
	if err != nil {
		return err
	}
	p.withhold(u, entries)
	return nil
}

// withhold splits the entries into shown and withheld. One entry that withholds
// an id does so for all entries whose ids fold equal, in any order.
func (p *askParser) withhold(u *UI, entries []entry) {
	const class = "/ui/openWindows/*"
	defer func() { p.pin = nil }()
	hidden, shown := map[string]struct{}{}, map[string]struct{}{}
	u.withheld = map[ringfence.Key]struct{}{}
	for _, e := range entries {
		if e.withheld {
			hidden[e.folded] = struct{}{}
			u.withheld[withheldKey(e.folded)] = struct{}{}
		}
	}
	focused := false
	for i := range entries {
		e := &entries[i]
		p.pin = func() string { return elementPointer("/ui/openWindows", i, "") }
		if _, ok := hidden[e.folded]; ok {
			switch {
			case !e.withheld:
				p.note(NoteWithheldEqual, class, e.at, "withheld, because another entry withholds an id that folds equal")
			case e.title.Present():
				p.note(NoteWithheldTitle, class, e.at, "a withheld window came with its title, which was dropped; send the id and the flag only")
			}
			continue
		}
		p.sink.merge(&e.notes)
		if seen(shown, e.folded) {
			p.note(NoteWindowTwice, class, e.at, "two shown windows have ids that fold equal")
		}
		if e.focused && focused {
			p.note(NoteFocusTwice, class, e.at, "another window is focused already; the first one counts")
		}
		u.shown = append(u.shown, Window{
			ID: ringfence.NewData(e.id), Title: e.title, Key: windowKey(e.id), Focused: e.focused && !focused,
		})
		focused = focused || e.focused
	}
}
