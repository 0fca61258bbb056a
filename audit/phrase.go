package audit

import (
	"slices"
	"strings"
	"sync"
)

// wordSet is a set of words, as a bit of the lexicon. A word can be in several.
type wordSet uint64

// The sets of words that wordings are made of.
const (
	filler wordSet = 1 << iota // changes nothing in between
	dismiss
	governing
	notice
	toward
	model
	disclose
	hidden
	you
	are
	now
	from
	on
	negate
	does
	no
	telling
	person
	urgent
	action
	selfName
	lookAway
)

// wordIndex is the words of all wordings.
type wordIndex struct {
	sets     map[string]wordSet // of every word, in lower case
	heads    [32][32]uint32     // a filter: the lengths of the words, as bits, by their first two letters
	starters wordSet            // the sets that a wording begins with
}

// lexicon has every word of a wording. It is made when the first text is read.
var lexicon = sync.OnceValue(func() *wordIndex {
	x := &wordIndex{sets: make(map[string]wordSet)}
	for set, list := range map[wordSet]string{
		filler: `a all an and any coding current each earlier every existing following former full given
			hidden initial internal my of original other own preceding previous prior safety secret system
			that the their these this those to what which you your ai`,
		dismiss: `ignore disregard forget override bypass overlook discard neglect`,
		governing: `instruction instructions prompt prompts rule rules guideline guidelines directive
			directives direction directions order orders constraint constraints restriction restrictions
			policy policies above training programming`,
		notice: `note message task tasks instruction instructions order orders notice memo reminder
			attention`,
		toward:   `to for`,
		model:    `assistant assistants agent agents model models ai llm chatbot copilot gpt claude gemini`,
		disclose: `reveal print repeat show output disclose leak display`,
		hidden:   `system hidden initial secret`,
		you:      `you`,
		are:      `are`,
		now:      `now`,
		from:     `from`,
		on:       `on`,
		negate:   `don dont never`, // the first of "don't"
		does:     `do`,
		no:       `not`,
		telling:  `tell inform mention alert`,
		person:   `user users human`,
		urgent:   `before first instead please must immediately`,
		action:   `anything everything else do ignore answer output say reply`,
		selfName: `promptcheck`,
		lookAway: `ignore disable allow off skip suppress nolint`,
	} {
		for w := range strings.FieldsSeq(list) {
			x.sets[w] |= set
			if len(w) > 1 {
				x.heads[w[0]&31][w[1]&31] |= 1 << len(w)
			}
		}
	}
	for _, w := range wordings {
		x.starters |= w.sets[0]
	}
	return x
})

// wording is one way to tell a model what to do: a word of each set in turn,
// with up to gap fillers between two. It is advice and no defence: the next
// injection words it otherwise, and ordinary text may hold any of these.
type wording struct {
	rule string
	gap  int
	sets []wordSet
}

// wordings are what injections on record say, put generally, and ways to ask
// this audit to look away. Nothing heeds the latter; that one is there says that
// somebody tried.
var wordings = []wording{
	{idPhrase, 4, []wordSet{dismiss, governing}},
	{idPhrase, 3, []wordSet{notice, toward, model}},
	{idPhrase, 3, []wordSet{disclose, hidden, governing}},
	{idPhrase, 0, []wordSet{you, are, now}},
	{idPhrase, 0, []wordSet{from, now, on, you}},
	{idPhrase, 3, []wordSet{negate, telling, person}},
	{idPhrase, 3, []wordSet{does, no, telling, person}},
	{idPhrase, 1, []wordSet{model, urgent, action}},
	{idSuppression, 0, []wordSet{selfName, lookAway}},
}

// match returns how many words the wording takes that begins at ws[0]; 0 if none
// does.
func (w wording) match(ws []wordSet) int {
	at := 0
	for i, set := range w.sets {
		for skipped := 0; at < len(ws) && ws[at]&set == 0; skipped++ {
			if i == 0 || skipped == w.gap || ws[at]&filler == 0 {
				return 0
			}
			at++
		}
		if at == len(ws) {
			return 0
		}
		at++
	}
	return at
}

const (
	// phraseWindow is the most words that a wording can span.
	phraseWindow = 16
	// maxPhraseWord is longer than every word of the lexicon.
	maxPhraseWord = 16
)

// phrases calls f with the first place of a wording of each rule.
func phrases(s string, f func(rule string, at int)) {
	var found []string
	eachPhrase(s, func(rule string, at, _ int) {
		if !slices.Contains(found, rule) {
			found = append(found, rule)
			f(rule, at)
		}
	})
}

// eachPhrase calls f with where every wording begins and ends, once for each rule. Words
// are runs of ASCII letters in either case; what stands between them does not
// matter, unless it ends a line or a sentence.
func eachPhrase(s string, f func(rule string, at, end int)) {
	w := phraseScan{f: f, words: lexicon()}
	for i := 0; i < len(s); {
		if !letters[s[i]] {
			if w.n > 0 && (s[i] == '\n' || s[i] == '.' || s[i] == '!' || s[i] == '?') {
				w.end()
			}
			i++
			continue
		}
		start := i
		for i < len(s) && letters[s[i]] {
			i++
		}
		switch n := i - start; {
		case n == 1 && s[start]|0x20 == 'a':
			if w.n > 0 { // no wording begins with an article
				w.add(s[start:i], start)
			}
		case n == 1 && s[start]|0x20 == 't' && start > 0 && (s[start-1] == '\'' || strings.HasSuffix(s[:start], "\u2019")):
			// Of "don't".
		case n > 1 && n <= maxPhraseWord && w.words.heads[s[start]&31][s[start+1]&31]&(1<<n) != 0:
			w.add(s[start:i], start)
		case w.n > 0:
			w.end() // no wording goes on over a word that is in none
		}
	}
	w.end()
}

// letters are the ASCII letters.
var letters = func() (t [256]bool) {
	for b := range t {
		t[b] = isLetter(byte(b))
	}
	return t
}()

// phraseScan is the words of a sentence that may still begin a wording.
type phraseScan struct {
	words *wordIndex
	f     func(rule string, at, end int)
	sets  [phraseWindow]wordSet
	at    [phraseWindow]int // where the words begin
	to    [phraseWindow]int // and end
	n     int
}

func (p *phraseScan) add(word string, at int) {
	var set wordSet
	if len(word) <= maxPhraseWord {
		var low [maxPhraseWord]byte
		for i := range len(word) {
			low[i] = word[i] | 0x20
		}
		set = p.words.sets[string(low[:len(word)])]
	}
	switch {
	case set == 0:
		p.end() // no wording goes on over a word that is in none
		return
	case p.n == 0 && set&p.words.starters == 0:
		return // no wording begins with it
	}
	if p.n == phraseWindow {
		p.drop()
	}
	p.sets[p.n], p.at[p.n], p.to[p.n] = set, at, at+len(word)
	p.n++
}

// drop judges what begins with the first word, and lets it go.
func (p *phraseScan) drop() {
	last := ""
	for _, w := range wordings { // those of one rule stand together
		if w.rule == last || p.sets[0]&w.sets[0] == 0 {
			continue
		}
		if n := w.match(p.sets[:p.n]); n > 0 {
			last = w.rule
			p.f(w.rule, p.at[0], p.to[n-1])
		}
	}
	copy(p.sets[:], p.sets[1:p.n])
	copy(p.at[:], p.at[1:p.n])
	copy(p.to[:], p.to[1:p.n])
	p.n--
}

func (p *phraseScan) end() {
	for p.n > 0 {
		p.drop()
	}
}

func isLetter(b byte) bool {
	b |= 0x20
	return b >= 'a' && b <= 'z'
}

func phraseMessage(rule string) string {
	if rule == idSuppression {
		return "data asks this audit to look away; nothing in data can"
	}
	return "data is worded like an instruction to a model"
}
