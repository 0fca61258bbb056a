package audit

import (
	"bytes"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// log judges a log of effects by itself: without its head hash or key, a log
// that was rewritten from some place to its end looks whole.
func (c Checker) log(col *collector, body []byte) error {
	if err := c.size(body); err != nil {
		return err
	}
	list, err := effectlog.Check(body)
	if err != nil {
		return err
	}
	for _, f := range list {
		// Without the values that differ: they are text of the log.
		col.add(logRule(f.Severity), promptdoc.PlainSpan(max(f.Offset, 0)), 0, at(f.Pointer), f.Message+" ("+string(f.Code)+")")
	}
	return nil
}

func logRule(s effectlog.Severity) string {
	switch s {
	case effectlog.Note:
		return idLogNote
	case effectlog.Warning:
		return idLogUnfinished
	default:
		return idLogFault
	}
}

// looksLikeLog reports whether a file begins as a journal does, with a frame, or
// as a published log, with a map of symbols: neither is JSON.
func looksLikeLog(body []byte) bool {
	rest := bytes.TrimLeft(body, " \t\r\n")
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	if n > 0 {
		return n < len(rest)-2 && rest[n] == '\n' && rest[n+1] == '{'
	}
	inner, ok := bytes.CutPrefix(rest, []byte("{"))
	return ok && bytes.HasPrefix(bytes.TrimLeft(inner, " \t\r\n"), []byte(":"))
}
