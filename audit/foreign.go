package audit

import (
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// Other programs mark data in prompts with lines of their own. This finds the
// two faults that let data out of such a section: an end marker that comes
// again after the section has ended, which the data wrote, and an opening
// marker whose end never comes. It is a heuristic: a line must hold nothing but
// the marker.

// marker is a line that opens or ends a section.
type marker struct {
	key   string // what an opening line and its end have in common
	end   bool
	named bool // says of itself that it marks data, so that a missing end counts
}

// section is what was seen of one key.
type section struct {
	open   int // sections that are open
	at     int // where the last one opened
	closed bool
	named  bool
}

// maxMarker is longer than any marker line, in bytes.
const maxMarker = 200

// foreignFences calls f with the faults of other people's fences in text. If it
// has none, the first text behind a section whose end can be guessed is one.
func foreignFences(text string, f func(rule string, at int, message string)) {
	x := foreignScan{f: f, sections: map[string]*section{}, after: -1}
	at := 0
	for line := range strings.Lines(text) {
		x.line(line, at)
		at += len(line)
	}
	for _, s := range x.order {
		if s.open > 0 && (s.named || s.closed) {
			x.fault(idForeignUnclosed, s.at, "a data section is opened and not closed before the end of the text: close it, or what follows reads as data")
		}
	}
	if x.faults == 0 && x.after >= 0 {
		f(idAfterData, x.after, "text follows a data section whose end marker is the same in every prompt: data can hold that marker too")
	}
}

// foreignScan goes over the lines of a text.
type foreignScan struct {
	f        func(rule string, at int, message string)
	faults   int
	sections map[string]*section
	order    []*section
	open     []string // keys of the sections that are open, the last one innermost
	inside   int      // sections that say that they hold data and are open
	fixed    bool     // the last of them that ended did so with a marker without a digit
	after    int      // where the first text is behind such a one, or -1
}

func (x *foreignScan) fault(rule string, at int, message string) {
	x.faults++
	x.f(rule, at, message)
}

// line takes the next line, which begins at a place in the text.
func (x *foreignScan) line(line string, at int) {
	m, ok := parseMarker(line)
	if ok {
		s := x.sections[m.key]
		if s == nil {
			s = new(section)
			x.sections[m.key] = s
			x.order = append(x.order, s)
		}
		s.named = s.named || m.named
		x.marker(m, s, at)
		ok = s.named
	}
	if !ok && x.fixed && x.inside == 0 && x.after < 0 && strings.TrimSpace(line) != "" {
		x.after = at
	}
}

// marker takes the marker of a section.
func (x *foreignScan) marker(m marker, s *section, at int) {
	switch {
	case !m.end:
		s.open++
		s.at = at
		if s.named {
			x.inside++
		}
		if len(x.open) < maxOpened {
			x.open = append(x.open, m.key)
		}
	case s.open > 0:
		s.open--
		s.closed = true
		crosses := takeOpen(&x.open, m.key)
		if !s.named {
			return
		}
		x.inside = max(0, x.inside-1)
		x.fixed = !strings.ContainsAny(m.key, "0123456789")
		if crosses {
			x.fault(idForeignCrossing, at, "a data section ends before one that was opened inside of it: data wrote one of the two markers")
		}
	case s.closed:
		x.fault(idForeignDuplicateEnd, at, "the end marker of a data section comes again after the section has ended: data wrote one of the two")
	}
}

// takeOpen takes the innermost section of a key from those that are open, and
// reports whether another one was opened inside of it and is still open.
func takeOpen(open *[]string, key string) bool {
	list := *open
	for i := len(list) - 1; i >= 0 && len(list)-i <= maxNesting; i-- {
		if list[i] == key {
			*open = append(list[:i], list[i+1:]...)
			return i < len(list)-1
		}
	}
	return false
}

// maxNesting is how deep sections are looked through for the one that ends.
const maxNesting = 16

// parseMarker reads a line that is one marker:
//
//	<<UNTRUSTED:x>>   <<<END x>>>   <untrusted_data>   </untrusted_data>
//	[BEGIN DATA]      [END DATA]    ----- BEGIN USER INPUT -----
func parseMarker(line string) (marker, bool) {
	line = strings.TrimSpace(line)
	if len(line) > maxMarker {
		return marker{}, false
	}
	seen := strings.TrimSpace(readable(line))
	if len(seen) < 3 {
		return marker{}, false
	}
	m, ok := readMarker(seen)
	if ok {
		for range fence.FenceShapes(line) {
			return marker{}, false // lines of this module are judged by its own grammar
		}
	}
	return m, ok
}

func readMarker(line string) (marker, bool) {
	switch line[0] {
	case '<':
		if strings.HasPrefix(line, "<<") && strings.HasSuffix(line, ">>") {
			return words(strings.Trim(line, "<>"), true)
		}
		return tag(line)
	case '[':
		if strings.HasSuffix(line, "]") {
			return words(strings.Trim(line, "[]"), false)
		}
	case '-', '=', '#', '*', '~':
		if line[1] != line[0] || line[2] != line[0] {
			break
		}
		if inner := strings.Trim(line, "-=#*~ "); inner != "" && !heading(line, inner) {
			return words(inner, false)
		}
	}
	return marker{}, false
}

// words reads the inside of a marker. Unless it is bare, it must begin with
// BEGIN, START or END, or with a slash. The key is what is left without those
// words, and for the form NAME:label the label.
func words(s string, bare bool) (marker, bool) {
	upper := strings.ToUpper(s)
	m := marker{}
	rest, opens := upper, false
	for _, w := range []string{"BEGIN", "START", "END", "/"} {
		after, ok := strings.CutPrefix(upper, w)
		if !ok || w != "/" && after != "" && strings.ContainsAny(after[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			continue
		}
		if strings.HasPrefix(after, "-") && !strings.HasPrefix(after, "-OF") && strings.Contains(s, " ") {
			continue // "end-user": a word of several
		}
		rest, opens = after, true
		m.end = w == "END" || w == "/"
		break
	}
	if !opens && !bare {
		return m, false
	}
	if _, label, ok := strings.Cut(rest, ":"); ok && bare {
		rest = label
	}
	m.key = strings.Trim(rest, " _-:")
	m.named = saysData(upper) || opens && saysContent(upper)
	return m, true
}

// tag reads a line that is one element tag. Only names that say that they hold
// data count: prompts are full of other markup.
func tag(line string) (marker, bool) {
	name, ok := strings.CutSuffix(line[1:], ">")
	if !ok || strings.ContainsAny(name, "<>") || strings.HasSuffix(name, "/") {
		return marker{}, false
	}
	name, end := strings.CutPrefix(name, "/")
	if cut := strings.IndexAny(name, " \t"); cut >= 0 {
		name = name[:cut]
	}
	upper := strings.ToUpper(name)
	if !saysData(upper) {
		return marker{}, false
	}
	return marker{key: "<" + upper, end: end, named: true}, true
}

func saysData(upper string) bool {
	return strings.Contains(upper, "UNTRUSTED") || strings.Contains(upper, "USER_INPUT") ||
		strings.Contains(upper, "USER-INPUT") || strings.Contains(upper, "TOOL_RESULT") || strings.Contains(upper, "EXTERNAL")
}
