package audit

import (
	"maps"
	"slices"
	"strings"
)

// addresses looks for addresses that were made of the data. One that itself stands
// in the data was not made: nothing was put into it. Neither was a host.
func (g *given) addresses(s string, put placed) {
	type address struct {
		start, end int
		host       string // if nothing but the host holds a piece of the data
	}
	var list []address
	stands := map[string]bool{}
	eachURL(s, func(start, end int) {
		sure, host := g.data.inURL(s[start:end])
		if !sure && host == "" {
			return
		}
		list = append(list, address{start, end, host})
		stands[s[start:end]] = false
		if host != "" {
			stands[host] = false
		}
	})
	standIn(g.urls, stands)
	for _, a := range list {
		if stands[s[a.start:a.end]] || stands[a.host] || put.full(idDataInURL, a.start, a.end) {
			continue
		}
		put.add(idDataInURL, a.start, a.end, "an address with a piece of sealed data in it, which is sent to whoever it leads to")
	}
}

// fewTexts is how many texts are looked for one by one: more are looked for at
// once, so that the time is linear in both sides.
const fewTexts = 16

// standIn sets those of the texts that stand in s.
func standIn(s string, texts map[string]bool) {
	if len(texts) <= fewTexts {
		for text := range texts {
			texts[text] = strings.Contains(s, text)
		}
		return
	}
	list := slices.Collect(maps.Keys(texts))
	newSearcher(list, func(int) bool { return false }).begin().in(s, func(text, _ int) { texts[list[text]] = true })
}
