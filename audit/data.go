package audit

import (
	"slices"
	"strconv"

	"github.com/ringfence/ringfence/audit/promptdoc"
)

// placed is a sink for one text of a file.
type placed struct {
	col     *collector
	span    promptdoc.Span
	from    int // where the text begins in what span was read from
	pointer func() string
	text    string  // "" for one of which no report may hold anything, not even in a digest
	sum     *string // set by standsFor
	coded   bool    // the text is in another encoding there: only the beginning is known
}

// newPlaced returns a sink for a text that begins at from in what span was read
// from.
func newPlaced(col *collector, span promptdoc.Span, from int, pointer func() string, text string) placed {
	return placed{col: col, span: span, from: from, pointer: pointer, text: text, sum: new(string)}
}

func (p placed) standsFor(sum string) { *p.sum = sum }

func (p placed) full(rule string, start, end int) bool {
	return p.col.full(rule, p.text, start, end)
}

func (p placed) add(rule string, start, end int, message string) {
	if p.coded {
		p.put(rule, start, end, p.from, p.from, message)
		return
	}
	p.put(rule, start, end, p.from+start, p.from+end, message)
}

// put records what was found at start to end of the text, and is at those places
// of what span was read from.
func (p placed) put(rule string, start, end, at, to int, message string) {
	t := p.col.tally(rule)
	t.count++
	var sum string
	switch {
	case p.text == "":
	case *p.sum != "":
		sum = *p.sum
	case t.count <= MaxPerRule:
		sum = digest(p.text, start, end)
	}
	switch {
	case t.count <= MaxPerRule:
	case sum != "":
		t.rest.hits(sum, 0, len(sum))
	default:
		t.rest.hits(p.text, start, end)
	}
	p.col.keep(t, found{rule: rule, span: p.span, at: at, end: to, message: message, evidence: sum}, p.pointer)
}

// data looks at one piece of data for what is there to deceive.
func (c *collector) data(s *jsonString, u use) {
	text := s.text()
	put := newPlaced(c, s.span, 0, s.pointer, text)
	if isWindow(s) {
		put.text = ""
	}
	everything(text, setting{code: u == useCode}, put)
}

// everything applies all rules about texts.
func everything(s string, in setting, put sink) {
	scanText(s, in, put)
	reportHomoglyphs(put, s)
	if !in.answer {
		reportRoles(put, s, in.code)
		roleObjects(s, in.code, put)
		reportPhrases(put, s)
	}
}

// reportRoles makes one finding of all role markers of a text.
func reportRoles(put sink, s string, code bool) {
	if t := rolesOf(s, code); t.count > 0 {
		addAll(put, &t.seen, idRoleMarker, t.first, t.first, roleMessage(t.count, t.family))
	}
}

// reportPhrases makes one finding of each rule of all wordings of a text.
func reportPhrases(put sink, s string) {
	type first struct {
		rule string
		at   int
		seen evidence
	}
	var list []*first
	add := func(rule string, at, end int) {
		i := slices.IndexFunc(list, func(f *first) bool { return f.rule == rule })
		if i < 0 {
			i = len(list)
			list = append(list, &first{rule: rule, at: at, seen: evidence{text: s}})
		}
		list[i].at = min(list[i].at, at)
		list[i].seen.hit(at, end)
	}
	eachPhrase(s, add)
	eachStyledPhrase(s, add)
	for _, f := range list {
		addAll(put, &f.seen, f.rule, f.at, f.at, phraseMessage(f.rule))
	}
}

// fewWords is how many words with letters of another script are an accident of
// somebody who writes in two.
const fewWords = 1

// reportHomoglyphs makes one finding of all mixed words of a text.
func reportHomoglyphs(put sink, s string) {
	seen := evidence{text: s}
	mixedWords(s, &seen, func(at, count int) {
		id := idHomoglyph
		if count > fewWords {
			id = idMixed
		}
		addAll(put, &seen, id, at, at, homoglyphMessage(count))
	})
}

func homoglyphMessage(count int) string {
	return plural(count, "word", "words") + " that can be read as Latin, with letters of another script in it"
}

func roleMessage(count int, family string) string {
	return plural(count, "role marker", "role markers") + " made of ordinary words, the first as in " + family + "; rendering leaves them as they are"
}

// familyName says whose control token it is; the names are those of the
// control-token table.
func familyName(family string) string {
	if family == "shape" {
		return "a shape that model families share"
	}
	return "family " + family
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
