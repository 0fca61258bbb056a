package audit

import "strings"

// phraseList is wording that injections use and that is rare in what a page
// says to people. It is advice and no defence: the next injection words it
// otherwise, and ordinary text may hold any of these.
var phraseList = []string{
	"ignore previous instructions", "ignore all previous", "ignore the previous", "ignore the above",
	"ignore your instructions", "disregard the above", "disregard previous", "disregard all previous",
	"disregard your instructions", "forget previous instructions", "forget all previous", "forget your instructions",
	"new instructions:", "new task for the assistant", "system prompt", "system note:", "you are now ",
	"assistant: before anything else", "note to any coding agent", "note to the assistant", "do not tell the user",
	"reveal your instructions", "override your instructions", "as an ai ",
}

// suppressionList is text that asks this audit to look away. Nothing heeds it;
// that it is there says that somebody tried.
var suppressionList = []string{
	"promptcheck:ignore", "promptcheck:disable", "promptcheck:allow", "promptcheck:off", "promptcheck:skip",
	"promptcheck: ignore", "promptcheck: disable", "promptcheck-ignore", "promptcheck-disable",
}

// phrase is one entry of the lists, with the rule that it breaks.
type phrase struct {
	text string
	rule string
}

// phraseTable has the phrases by their first letter, so that a text is gone
// through once and most words cost one look.
var phraseTable = func() (t [256][]phrase) {
	add := func(list []string, rule string) {
		for _, p := range list {
			t[p[0]] = append(t[p[0]], phrase{p, rule})
		}
	}
	add(phraseList, idPhrase)
	add(suppressionList, idSuppression)
	return t
}()

// phrases calls f with the first place of a phrase of each list. A phrase
// begins where a word does; upper and lower case are the same.
func phrases(s string, f func(rule string, at int)) {
	wording, suppression := -1, -1
	inWord := false
	for i := range len(s) {
		c := s[i] | 0x20 // lower case, for a letter
		started := inWord
		inWord = c >= 'a' && c <= 'z'
		if !inWord || started {
			continue
		}
		for _, p := range phraseTable[c] {
			if len(s)-i < len(p.text) || !strings.EqualFold(s[i:i+len(p.text)], p.text) {
				continue
			}
			switch {
			case p.rule == idPhrase && wording < 0:
				wording = i
			case p.rule == idSuppression && suppression < 0:
				suppression = i
			}
		}
	}
	if wording >= 0 {
		f(idPhrase, wording)
	}
	if suppression >= 0 {
		f(idSuppression, suppression)
	}
}

func phraseMessage(rule string) string {
	if rule == idSuppression {
		return "data asks this audit to look away; nothing in data can"
	}
	return "data is worded like an instruction to a model"
}
