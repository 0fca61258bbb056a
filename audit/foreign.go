package audit

import (
	"strings"
	"unicode/utf8"
)

// Other programs mark data in prompts with lines and tags of their own. This finds
// what lets data out of such a section: an end marker that comes again after the
// section has ended or ends none, sections that cross or stand in themselves, and an
// opening marker whose end never comes. It is a heuristic: markers of words stand on
// lines of their own, but for ends of what is open, and of tags those count whose
// names are put around data in prompts. Most such names are also elements of HTML or
// of somebody's XML, in which sections are whole: those are held to what no such
// document has.

// marker is what opens or ends a section.
type marker struct {
	key   string // what an opening marker and its end have in common
	tag   bool   // and that it is a tag
	end   bool
	named bool // says of itself that it marks data, so that a missing end counts
	holds bool // has a name under which prompts hold data, so that text behind it counts
	fixed bool // its end is the same in every prompt
	// Where it stands: alone on its line, first on it, or last on it. What is
	// neither may be a mention of it in a sentence.
	own, first, last bool
	sketchy          bool // an opening tag that may have ended where it began
}

// section is what was seen of one key.
type section struct {
	tag    bool
	open   []*opened
	over   int // that are open, too, and not kept
	closed bool
	named  bool
}

type sectionKey struct {
	tag bool
	key string
}

// opened is an opening marker whose end has not come.
type opened struct {
	section *section
	at      int
	hard    bool // no mention in a sentence
	own     bool
	named   bool
	inside  bool // what follows is within it
	crossed bool // the section has ended in which it was opened
}

// foreignFences calls f with the faults of other people's fences in text. If it
// has none, the first text behind a section whose end can be guessed is one.
func foreignFences(text string, f func(rule string, at int, message string)) {
	x := foreignScan{f: f, text: text, sections: map[sectionKey]*section{}, after: -1}
	at := 0
	for line := range strings.Lines(text) {
		x.line(line, at)
		x.ruled.line(line, at)
		at += len(line)
	}
	for _, s := range x.order {
		for _, o := range s.open {
			if o.own && (s.named || s.closed) {
				x.fault(idForeignUnclosed, o.at, "a data section is opened and not closed before the end of the text: close it, or what follows reads as data")
				break
			}
		}
	}
	if at, ok := x.ruled.end(); ok {
		x.fault(idForeignDuplicateEnd, at, "the line that begins and ends a data section comes an odd number of times: data wrote one of them")
	}
	if x.faults == 0 && x.after >= 0 {
		f(idAfterData, x.after, "text follows a data section whose end marker is the same in every prompt: data can hold that marker too")
	}
}

// foreignScan goes over the lines of a text.
type foreignScan struct {
	f        func(rule string, at int, message string)
	text     string
	faults   int
	sections map[sectionKey]*section
	order    []*section
	open     []*opened // sections that are open, the last one innermost
	until    int       // behind the last tag
	inside   int       // sections that hold data and are open
	worded   int       // sections of words that say that they hold data and are open
	fixed    bool      // the last of them that ended did so with a marker that can be guessed
	after    int       // where the first text is behind such a one, or -1
	ruled    ruledLines
}

func (x *foreignScan) fault(rule string, at int, message string) {
	x.faults++
	x.f(rule, at, message)
}

// line takes the next line, which begins at a place in the text.
func (x *foreignScan) line(line string, at int) {
	if x.until <= at {
		if m, ok := parseMarker(line); ok {
			m.own, m.first, m.last = true, true, true
			m.fixed = !hasDigit(m.key)
			if s := x.marker(m, at); !s.named {
				x.between(line, at)
			}
			return
		}
	}
	x.tagsIn(line, at)
	if x.worded > 0 {
		x.endsWithin(line, at)
	}
}

// tagsIn takes the tags in a line, and the text between them.
func (x *foreignScan) tagsIn(line string, at int) {
	end := at + len(line)
	first := end - len(strings.TrimLeftFunc(line, isSpace)) // behind it are tags alone
	for from := max(at, x.until); from < end; {
		i, ok := nextOpener(x.text[:end], from)
		if !ok {
			x.between(x.text[from:end], from)
			return
		}
		m, to, ok := foreignTag(x.text, i, at, first, end)
		if !ok {
			_, n := utf8.DecodeRuneInString(x.text[i:])
			x.between(x.text[from:i+n], from)
			from = i + n
			continue
		}
		x.between(x.text[from:i], from)
		x.marker(m, i)
		if m.first {
			first = to
		}
		x.until, from = to, to
	}
}

// between takes text between markers.
func (x *foreignScan) between(s string, at int) {
	if x.fixed && x.inside == 0 && x.after < 0 && !blank(s) {
		x.after = at
	}
}

// marker takes the marker of a section, which it returns.
func (x *foreignScan) marker(m marker, at int) *section {
	key := sectionKey{m.tag, m.key}
	s := x.sections[key]
	if s == nil {
		s = &section{tag: m.tag}
		x.sections[key] = s
		x.order = append(x.order, s)
	}
	s.named = s.named || m.named
	switch {
	case !m.end:
		x.opens(m, s, at)
	case s.over > 0:
		s.over--
	case len(s.open) > 0:
		x.ends(m, s, at)
	case s.closed && (m.first || m.last):
		x.fault(idForeignDuplicateEnd, at, "the end marker of a data section comes again after the section has ended: data wrote one of the two")
	case m.named && m.own && x.inside > 0 && !s.closed:
		x.fault(idForeignCrossing, at, "an end marker that ends no section stands in a data section: data wrote it, to be read as the end of that")
	}
	return s
}

func (x *foreignScan) opens(m marker, s *section, at int) {
	hard := m.first && !m.sketchy
	if hard { // what was a mention before is none of it
		for len(s.open) > 0 && !s.open[len(s.open)-1].hard {
			s.open = s.open[:len(s.open)-1]
		}
	}
	if len(s.open) == maxOpened {
		s.over++
		return
	}
	o := &opened{section: s, at: at, hard: hard, own: m.own && hard, named: s.named, inside: hard && (s.named || m.holds)}
	s.open = append(s.open, o)
	if o.inside {
		x.inside++
	}
	if o.named && !m.tag {
		x.worded++
	}
	if o.hard && len(x.open) < maxOpened {
		x.open = append(x.open, o)
	}
}

func (x *foreignScan) ends(m marker, s *section, at int) {
	o := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	s.closed = s.closed || o.hard || m.first || m.last
	if o.named && !s.tag {
		x.worded--
	}
	if o.named && len(s.open) > 0 && s.open[0].own && (o.hard || m.first) {
		x.fault(idForeignCrossing, at, "a data section is opened again inside of itself: data wrote the markers of the inner one, which ends the outer one for whoever does not count")
	}
	if o.inside {
		x.inside--
		x.fixed = m.fixed && (o.named || o.own && m.first)
	}
	if x.crosses(o) || o.crossed {
		x.fault(idForeignCrossing, at, "data sections cross: one ends before another that was opened inside of it, so that data wrote one of the markers")
	}
}

// crosses takes a section that ends from those that are open, and reports whether
// one that says that it holds data was opened inside of it and is still open. Of
// others that is known when they end, too: elements without content do not.
func (x *foreignScan) crosses(o *opened) bool {
	for i := len(x.open) - 1; i >= 0 && len(x.open)-i <= maxNesting; i-- {
		if x.open[i] != o {
			continue
		}
		crosses := false
		for _, in := range x.open[i+1:] {
			if o.named && (in.named || !in.section.tag) {
				crosses = true
			} else if in.section.tag {
				in.crossed = true
			}
		}
		x.open = append(x.open[:i], x.open[i+1:]...)
		return crosses
	}
	return false
}

// maxNesting is how deep sections are looked through for the one that ends.
const maxNesting = 16
