package audit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// secret is a string of a payload that must not reach a prompt.
type secret struct {
	pointer string // in the payload, the first there: numbers and names of the contract alone
	word    bool   // an ordinary word, which instructions may hold as well
	shown   bool   // what may be shown holds it too
	short   bool   // of fewer than leastSecret characters
}

// leastSecret is how long a string is, in folded characters, that does not turn
// up by chance everywhere.
const leastSecret = 3

// secrets are what a payload withholds, each once.
type secrets struct {
	list []secret
	find *searcher // of their folded texts
}

// withheld holds a prompt against the payload that it was made of. A finding
// says which string of the payload arrived, by its place there, and never what
// it says.
func (c Checker) withheld(col *collector, doc *promptdoc.Document, body []byte) error {
	if c.With == nil {
		return nil
	}
	known, err := c.secrets()
	if err != nil || len(known.list) == 0 {
		return err
	}
	leak := leaks{secrets: known, col: col, short: map[int]bool{}}
	for _, m := range doc.Messages {
		blocks := inspectBlocks(m.Text)
		for _, b := range blocks {
			raw := b.Data.Raw()
			exact := m.Text[b.PayloadStart:b.PayloadEnd] == raw
			leak.in(piece{text: raw, span: m.Span, from: b.PayloadStart, to: b.PayloadEnd, pointer: at(m.Pointer), places: exact, data: true})
		}
		eachOutside(m.Text, blocks, func(start, end int) {
			leak.in(piece{text: m.Text[start:end], span: m.Span, from: start, pointer: at(m.Pointer), places: true})
		})
	}
	err = doc.EachOther(body, c.Limits, func(s *promptdoc.String) error {
		leak.in(piece{text: s.Text, span: s.Span, pointer: s.Pointer, places: true, syntax: isSyntax(s)})
		return nil
	})
	leak.settle()
	if len(leak.short) > 0 {
		col.add(idTooShort, leak.first.span, leak.first.from, leak.first.pointer,
			plural(len(leak.short), "string", "strings")+" that the payload withholds, too short to tell from chance, here and maybe elsewhere")
	}
	return err
}

// isSyntax reports what makes a request, and hardly ever holds data: names of
// members, roles and types.
func isSyntax(s *promptdoc.String) bool {
	p := s.Path()
	return s.Name || p[len(p)-1] == "role" || p[len(p)-1] == "type"
}

// piece is a piece of a prompt: the data of a block, what stands outside, or
// another string of the file.
type piece struct {
	text    string
	span    promptdoc.Span
	from    int // where the piece begins in what span was read from
	to      int // where it ends there; set where places is false
	pointer func() string
	places  bool // places in text are places there
	data    bool // of a block
	syntax  bool // ordinary words in it mean nothing
}

// leaks looks for secrets in the pieces of one prompt.
type leaks struct {
	*secrets
	col   *collector
	short map[int]bool // those of the short ones that were found
	first piece        // where the first of them was
	hide  cover        // all places of all of them, but for short ones
}

// in looks through one piece, in all the ways that a string can be written in it.
func (l *leaks) in(p piece) {
	search := l.find.begin()
	l.hide.begin(l.col, p.span)
	eachSpelling(p.text, func(s spelling) {
		folded, places := fold(s.text)
		where := func(i, k int) (start, end int) {
			if !p.places {
				return p.from, p.to
			}
			return p.from + s.place(places[k]), p.from + s.end(places, k+l.find.size[i])
		}
		chance := func(i int) bool { return s.to != nil && l.find.size[i] < leastDecoded }
		search.each = func(i, k int) {
			if !chance(i) && !l.list[i].short && (!p.syntax || !l.list[i].word) {
				l.hide.add(where(i, k))
			}
		}
		search.in(folded, func(i, k int) {
			if !chance(i) {
				start, end := where(i, k)
				if !p.places {
					end = start
				}
				l.found(i, p, start, end)
			}
		})
		l.hide.compact()
	})
}

// settle ends the search.
func (l *leaks) settle() {
	if len(l.short) > 0 && l.first.to > l.first.from {
		l.hide.begin(l.col, l.first.span)
		l.hide.add(l.first.from, l.first.to)
	}
	l.hide.settle(l.col)
}

// found records that a secret stands in a piece.
func (l *leaks) found(i int, p piece, start, end int) {
	s := l.list[i]
	switch {
	case p.syntax && (s.word || s.short):
		return
	case s.short:
		if len(l.short) == 0 {
			l.first = piece{span: p.span, from: start, to: end, pointer: at(p.pointer())}
		}
		l.short[i] = true
	case s.shown || !p.data && s.word:
		l.col.addRange(idPossible, p.span, start, end, p.pointer,
			"the payload's "+s.pointer+" may have reached the prompt: text that may be shown, or an instruction, holds the same")
	default:
		l.col.addRange(idLeaked, p.span, start, end, p.pointer, "the payload's "+s.pointer+" reached the prompt")
	}
}

// secrets reads what a payload withholds, and what of it is shown elsewhere.
func (c Checker) secrets() (*secrets, error) {
	if p := c.readyFor(c.With, func(p *prepared) []byte { return p.with }); p != nil {
		return p.secrets, nil
	}
	if several(c.With) {
		return nil, unknownShape("the payload has the members of two kinds", "what it withholds is certain only of one: give the body that was sent")
	}
	if contract.ShapeOf(c.With) == contract.ShapeEditContext {
		_, err := c.Limits.ParseEditContext(c.With)
		return &secrets{}, err // it withholds nothing
	}
	ask, err := c.Limits.ParseAsk(c.With)
	if err != nil {
		return nil, err
	}
	hidden, err := withheldEntries(c.With, ask.UI)
	if err != nil {
		return nil, err
	}
	var shown strings.Builder
	var texts []string
	out, seen := &secrets{}, map[string]bool{}
	err = eachString(c.With, func(s *jsonString) {
		folded, _ := fold(s.text())
		if askUse(s, hidden) != useNone {
			shown.WriteString(folded + "\n")
			return
		}
		folded = strings.Trim(folded, " ")
		if !isSecret(s) || folded == "" || seen[folded] {
			return
		}
		seen[folded] = true
		texts = append(texts, folded)
		out.list = append(out.list, secret{
			pointer: payloadPlace(s),
			word:    strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz") == "",
			short:   utf8.RuneCountInString(folded) < leastSecret,
		})
	})
	if err != nil {
		return nil, err
	}
	newSearcher(texts, func(int) bool { return false }).begin().in(shown.String(), func(i, _ int) { out.list[i].shown = true })
	// A part of another word is explained by that word.
	out.find = newSearcher(texts, func(i int) bool { s := out.list[i]; return s.word || s.shown || s.short })
	return out, nil
}

// isSecret reports the kinds and ids of items, and, since askUse did not take
// it, titles and ids of withheld windows.
func isSecret(s *jsonString) bool {
	p := s.path
	if s.name {
		return false
	}
	return p[0] == "contextItems" && s.depth == 3 && (p[2] == "kind" || p[2] == "id") ||
		isWindow(s) && (p[3] == "title" || p[3] == "id" || p[3] == "key")
}

// payloadPlace is the pointer of a secret, made of names of the contract.
func payloadPlace(s *jsonString) string {
	if s.path[0] == "contextItems" {
		return "/contextItems/" + strconv.Itoa(s.index) + "/" + s.path[2]
	}
	return "/ui/openWindows/" + strconv.Itoa(s.index) + "/" + s.path[3]
}
