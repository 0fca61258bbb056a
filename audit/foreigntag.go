package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

// holdsData reports whether a name of a delimiter is one that no common markup has: a
// section of such a name says that it holds data, like one that has "untrusted" in it.
func holdsData(name string) bool {
	switch name {
	case "browserstate", "documentcontent", "documentcontents", "documenttext", "externaldata", "externalcontent",
		"filecontent", "filecontents", "functionresult", "functionresults", "pagecontent", "retrievedcontent",
		"retrievedcontext", "retrieveddata", "retrieveddocument", "retrieveddocuments", "searchresult", "searchresults",
		"tooloutput", "toolresponse", "toolresult", "toolresults", "userdata", "userinput", "usermessage", "userprompt",
		"userquery", "userrequest", "webcontent", "webpage", "websearchresults":
		return true
	}
	return false
}

// mayHold reports whether a name is one of the further names of sections that hold
// data in prompts, which markup has, too. Names of instructions and of examples are
// not among them.
func mayHold(name string) bool {
	switch name {
	case "attachment", "content", "context", "data", "document", "documents", "email", "emails", "file", "input",
		"message", "page", "query", "question", "result", "text", "transcript", "user":
		return true
	}
	return false
}

// foreignTag reads the tag at i, in a line from start to end whose text begins at
// first, and returns where it ends. Only names count under which prompts hold data:
// prompts are full of other markup.
func foreignTag(text string, i, start, first, end int) (marker, int, bool) {
	_, width := utf8.DecodeRuneInString(text[i:])
	if openerAt(text, i+width) > 0 {
		return marker{}, 0, false // which is no tag by itself
	}
	d, ok := readName(text, i, nil)
	if !ok || d.double || len(d.name) < 2 {
		return marker{}, 0, false
	}
	holds := mayHold(d.name)
	named := holdsData(d.name) || saysUntrusted(d.name)
	if !named && !holds && !isDelimiter(d.name) && !d.numbered || mentioned(text, i, d.end) {
		return marker{}, 0, false
	}
	if fenceWord(text, i) { // what this module's grammar judges
		for range fence.FenceShapes(text[i:min(d.end, i+maxMarker)]) {
			return marker{}, 0, false
		}
	}
	tag := text[i:d.end]
	m := marker{key: d.name, tag: true, end: d.closing, named: named}
	m.first = i == first
	m.last = blank(text[min(d.end, end):end])
	m.own = m.first && m.last && d.end <= end
	m.fixed = !hasDigit(d.name)
	m.holds = holds && m.first && i == start
	if d.empty {
		return marker{}, 0, false // has no content
	}
	if !d.closing {
		m.sketchy = strings.HasSuffix(tag, "=>") || strings.Count(tag, `"`)%2 != 0 || width < len(tag) && isBlank(tag[width])
	}
	return m, d.end, true
}

// mentioned reports whether quotation marks or those of code stand around a tag: it is
// spoken of.
func mentioned(text string, i, end int) bool {
	if i == 0 || end >= len(text) || text[i-1] != text[end] {
		return false
	}
	return text[end] == '`' || text[end] == '"' || text[end] == '\''
}

// saysUntrusted reports whether a name of letters says that what it names is data.
func saysUntrusted(name string) bool {
	return strings.Contains(name, "untrusted") || strings.Contains(name, "userinput") ||
		strings.Contains(name, "toolresult") || strings.Contains(name, "external")
}

// nextOpener returns where the next bracket is at or behind i.
func nextOpener(s string, i int) (int, bool) {
	for ; i < len(s); i++ {
		if s[i] == '<' || s[i] >= utf8.RuneSelf && openerAt(s, i) > 0 {
			return i, true
		}
	}
	return 0, false
}

// blank reports whether a text is white space.
func blank(s string) bool {
	for _, r := range s {
		if !isSpace(r) {
			return false
		}
	}
	return true
}

// hasDigit reports whether a name has a digit in it, as one that nobody can guess.
func hasDigit(s string) bool {
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}
