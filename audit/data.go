package audit

import (
	"strconv"

	"github.com/ringfence/ringfence/audit/promptdoc"
)

// placed is a sink for one text of a file.
type placed struct {
	col     *collector
	span    promptdoc.Span
	from    int // where the text begins in what span was read from
	pointer func() string
}

func (p placed) full(rule string) bool { return p.col.full(rule) }

func (p placed) add(rule string, start, end int, message string) {
	p.col.addRange(rule, p.span, p.from+start, p.from+end, p.pointer, message)
}

// data looks at one piece of data for what is there to deceive.
func (c *collector) data(s *jsonString, u use) {
	everything(s.text, setting{code: u == useCode}, placed{c, s.span, 0, s.pointer})
}

// everything applies all rules about texts.
func everything(s string, in setting, put sink) {
	scanText(s, in, put)
	homoglyphs(s, func(at, count int) { reportHomoglyphs(put, at, count) })
	if !in.answer {
		roleMarkers(s, in.code, func(at, count int, family string) { put.add(idRoleMarker, at, at, roleMessage(count, family)) })
		roleObjects(s, in.code, put)
		phrases(s, func(rule string, at int) { put.add(rule, at, at, phraseMessage(rule)) })
	}
}

// fewWords is how many words with letters of another script are an accident of
// somebody who writes in two.
const fewWords = 1

func reportHomoglyphs(put sink, at, count int) {
	id := idHomoglyph
	if count > fewWords {
		id = idMixed
	}
	put.add(id, at, at, homoglyphMessage(count))
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
