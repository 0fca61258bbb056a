package audit

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// use says how a string of a body is looked at.
type use uint8

const (
	useNone use = iota // not shown to a model, or nobody's business
	useText            // data that a person or a page wrote
	useCode            // data that is source text, where delimiters are ordinary
)

// contextUse says what a string of an edit context is.
func contextUse(s *jsonString, version string) use {
	p, top := s.path, s.path[0]
	switch {
	case top == "profile" && s.depth == 1 && !s.name,
		top == "selection" && s.depth == 3 && !s.name && (p[2] == "id" || p[2] == "tag"),
		top == "source" && p[1] == "language" && s.depth == 2 && !s.name,
		top == "screen" && elementText(s, version),
		top == "untrusted" && contentText(s):
		return useText
	case top == "source" && p[1] == "code" && s.depth == 2 && !s.name:
		return useCode
	}
	return useNone
}

// elementText reports the ids, tags and roles of the screen's list.
func elementText(s *jsonString, version string) bool {
	p := s.path
	if version == contract.Version01 {
		return p[1] == "elementIds" && s.depth == 3
	}
	return p[1] == "elements" && s.depth == 4 && !s.name && (p[3] == "id" || p[3] == "tag" || p[3] == "role")
}

// contentText reports what is under untrusted: ids, texts, names, and the names
// and values of attributes.
func contentText(s *jsonString) bool {
	p := s.path
	switch s.depth {
	case 2:
		return s.name
	case 3:
		return !s.name && (p[2] == "text" || p[2] == "name")
	case 4:
		return p[2] == "attributes"
	}
	return false
}

// askUse says what a string of an ask body is. hidden tells by position which
// windows are withheld.
func askUse(s *jsonString, hidden []bool) use {
	p := s.path
	if s.name {
		return useNone
	}
	switch {
	case p[0] == "message" && s.depth == 1,
		p[0] == "contextItems" && s.depth == 3 && (p[2] == "label" || p[2] == "excerpt"):
		return useText
	case isWindow(s) && (p[3] == "title" || p[3] == "id" || p[3] == "key"):
		if s.index < len(hidden) && !hidden[s.index] {
			return useText
		}
	}
	return useNone
}

// isWindow reports whether s is a value in an entry of openWindows.
func isWindow(s *jsonString) bool {
	return s.path[0] == "ui" && s.path[1] == "openWindows" && s.depth == 4 && !s.name && s.index >= 0
}

// withheldEntries tells which entries of openWindows are withheld, by their own
// flag or because another entry withholds an id that folds equal.
func withheldEntries(body []byte, ui *contract.UI) ([]bool, error) {
	var hidden []bool
	err := eachString(body, func(s *jsonString) {
		if !isWindow(s) || s.path[3] != "id" && s.path[3] != "key" {
			return
		}
		for len(hidden) <= s.index {
			hidden = append(hidden, true) // an entry whose id was not seen stays out
		}
		hidden[s.index] = ui.Withholds(contract.Window{ID: ringfence.NewData(s.text())})
	})
	return hidden, err
}
