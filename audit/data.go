package audit

import (
	"strconv"

	"github.com/ringfence/ringfence/fence"
)

// data looks at one piece of data for what is there to deceive.
func (c *collector) data(s *jsonString, u use) {
	put := func(rule string, at int, message string) {
		c.add(rule, s.span, at, s.pointer, message)
	}
	charRuns(s.text, func(r run) {
		if id := ruleOfRun(r); id != "" {
			put(id, r.start, r.message())
		}
	})
	homoglyphs(s.text, func(at, count int) { put(idHomoglyph, at, homoglyphMessage(count)) })
	roleMarkers(s.text, u == useCode, func(at, count int, family string) { put(idRoleMarker, at, roleMessage(count, family)) })
	controlTokens(s.text, func(at, count int, family string) {
		put(idControlToken, at, plural(count, "control token", "control tokens")+" in data, the first of "+familyName(family)+"; rendering breaks them with an escape")
	})
	lookalikes(s.text, u == useCode, func(at, count int) {
		put(idLookalike, at, plural(count, "delimiter", "delimiters")+" in data that could be taken for the end of a data section")
	})
	phrases(s.text, func(rule string, at int) { put(rule, at, phraseMessage(rule)) })
}

// controlTokens calls f once with the first control token of s and how many
// there are.
func controlTokens(s string, f func(at, count int, family string)) {
	first, count, family := -1, 0, ""
	pieces(s, func(part string, base, from, to int) {
		for _, m := range fence.FindControlTokens(part) {
			if m.Start < from || m.Start >= to {
				continue
			}
			if count == 0 {
				first, family = base+m.Start, m.Family
			}
			count++
		}
	})
	if count > 0 {
		f(first, count, family)
	}
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
