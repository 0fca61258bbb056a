package audit

import (
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// delimiterNames are element names that prompts of other programs put around
// data, without hyphens and underscores. HTML has some of them too, which is
// why a match is a note.
var delimiterNames = map[string]bool{
	"assistant": true, "browserstate": true, "context": true, "content": true, "data": true, "document": true,
	"documents": true, "example": true, "file": true, "functionresults": true, "important": true, "input": true,
	"instructions": true, "page": true, "prompt": true, "query": true, "question": true, "result": true,
	"retrieveddocument": true, "searchresults": true, "source": true, "system": true, "systemprompt": true,
	"systemwarning": true, "tool": true, "toolresult": true, "toolresponse": true, "user": true, "userinput": true,
	"userquery": true,
}

// maxDelimiter is longer than any delimiter's name, in bytes.
const maxDelimiter = 64

// lookalikes calls f once with the first delimiter in s that a model could take
// for the end of a data section, and how many there are. In source text only
// those shaped like a fence of this module count.
func lookalikes(s string, code bool, f func(at, count int)) {
	first, count := -1, 0
	hit := func(at int) {
		if count == 0 || at < first {
			first = at
		}
		count++
	}
	pieces(s, func(part string, base, from, to int) {
		for _, m := range fence.FindFenceShapes(part) {
			if m.Start >= from && m.Start < to {
				hit(base + m.Start)
			}
		}
	})
	if !code {
		eachBracket(s, func(at, n int) {
			if isDelimiter(s[at:at+n]) && len(fence.FindFenceShapes(s[at:at+n])) == 0 {
				hit(at)
			}
		})
	}
	if count > 0 {
		f(first, count)
	}
}

// eachBracket calls f with the places of s that go from a "<" to the next ">"
// on the same line, at most maxDelimiter long. A second "<" right after the
// first is part of the place. Each byte is looked at a fixed number of times.
func eachBracket(s string, f func(at, n int)) {
	stop := 0 // the next ">" or line end at or after the last place that was asked for
	for i := 0; ; {
		k := strings.IndexByte(s[i:], '<')
		if k < 0 {
			return
		}
		i += k
		if stop <= i {
			if k = strings.IndexAny(s[i+1:], ">\n"); k < 0 {
				return
			}
			stop = i + 1 + k
		}
		if stop-i >= maxDelimiter || s[stop] == '\n' {
			i++
			continue
		}
		n := stop + 1 - i
		for i+n < len(s) && s[i+n] == '>' && n < maxDelimiter {
			n++
		}
		f(i, n)
		i += n
	}
}

// separators are what names of one element are written with in several ways.
var separators = strings.NewReplacer("-", "", "_", "")

// isDelimiter judges a place that eachBracket found: a closing tag of a known
// name or of one with "untrusted" in it, or any <<…>> that says END.
func isDelimiter(tag string) bool {
	if c := tag[1]; c|0x20 != 'u' && c != '/' && c != '<' && c != ' ' {
		return false // most tags: neither closing, nor doubled, nor "untrusted…"
	}
	double := strings.HasPrefix(tag, "<<") && strings.HasSuffix(tag, ">>")
	name := strings.TrimSpace(strings.Trim(tag, "<>"))
	closing := strings.HasPrefix(name, "/")
	name = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "/")))
	if cut := strings.IndexAny(name, " \t="); cut >= 0 {
		name = name[:cut]
	}
	name = separators.Replace(name)
	switch {
	case double:
		return closing || strings.HasPrefix(name, "end") || strings.Contains(name, "untrusted")
	case strings.HasPrefix(name, "untrusted"), closing && strings.Contains(name, "untrusted"):
		return true
	}
	return closing && delimiterNames[name]
}
