package audit

import (
	"strings"

	"github.com/ringfence/ringfence/audit/promptdoc"
)

// outside looks at text between blocks, which is instruction text, for what
// only data can have brought there. What a tool returned is data with or without
// a block around it.
func (p *promptCheck) outside(i, start int, text string) {
	m := p.doc.Messages[i]
	out := p.in(i, start, text)
	eachEscape(text, func(at int) {
		if !out.full(idDataOutside, at, at) {
			out.add(idDataOutside, at, at, "an escape, which is only written in blocks, stands outside one")
		}
	})
	if m.Tool {
		everything(text, setting{}, toolSink{out})
		return
	}
	scanText(text, setting{outside: true}, outsideSink{out})
	foreignFences(text, func(rule string, at int, message string) { out.add(rule, at, at, message) })
	if !m.Trusted() && p.doc.Form != promptdoc.Text { // a message that does not say its role has none to trust
		roleObjects(text, false, out)
	}
}

// outsideSink turns what only data could have brought into instruction text into
// findings of one rule. Instructions may hold delimiters, code and images: those
// are their author's business.
type outsideSink struct{ placed }

func (o outsideSink) full(rule string, start, end int) bool {
	id := outsideRule(rule)
	return id == "" || o.placed.full(id, start, end)
}

func (o outsideSink) add(rule string, start, end int, message string) {
	if id := outsideRule(rule); id != "" {
		message, _, _ = strings.Cut(message, "; ") // what rendering does to data is not done here
		o.placed.add(id, start, end, "outside a block: "+message)
	}
}

// toolSink is outsideSink for what a tool returned: what instructions may hold is
// a finding of data there.
type toolSink struct{ placed }

func (o toolSink) full(rule string, start, end int) bool {
	if outsideRule(rule) != "" {
		return outsideSink(o).full(rule, start, end)
	}
	return o.placed.full(rule, start, end)
}

func (o toolSink) add(rule string, start, end int, message string) {
	if outsideRule(rule) != "" {
		outsideSink(o).add(rule, start, end, message)
		return
	}
	o.placed.add(rule, start, end, message)
}

// outsideRule returns the rule that a finding becomes between blocks, or none. What
// is a note in data is one there, of its own rule.
func outsideRule(rule string) string {
	switch rule {
	case idBidi, idTags, idControl, idInvisibleRun, idSplit, idMarked, idTerminal, idTerminalLink, idSeparator,
		idTemplate:
		return idDataOutside
	case idCodeFence:
		return idForeignCode
	case idInvisible, idControlToken, // ordinary documents have them, and are prompts too
		idEncoded, idEncodedText, idEncodedChar, idBomb, idTemplatedLink, idRemoteImage:
		return rule
	}
	return ""
}

// eachEscape calls f with the places of canonical escapes.
func eachEscape(s string, f func(at int)) {
	for i := 0; ; {
		k := strings.Index(s[i:], escapeOpen)
		if k < 0 {
			return
		}
		i += k
		if isEscape(s[i+len(escapeOpen):]) {
			f(i)
		}
		i += len(escapeOpen)
	}
}

// isEscape reports whether what follows an opening bracket makes an escape.
func isEscape(s string) bool {
	end := strings.Index(s[:min(len(s), len("U+10FFFF⟧"))], "⟧")
	if end < 0 {
		return false
	}
	body := s[:end]
	hex, wide := strings.CutPrefix(body, "U+")
	if !wide {
		var byteForm bool
		if hex, byteForm = strings.CutPrefix(body, "0x"); !byteForm || len(hex) != 2 {
			return false
		}
	} else if len(hex) < 4 {
		return false
	}
	return strings.Trim(hex, "0123456789ABCDEF") == ""
}
