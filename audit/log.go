package audit

import (
	"bytes"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// log judges a log of effects by itself: without its head hash or key, a log
// that was rewritten from some place to its end looks whole.
func (c Checker) log(file string, body []byte) ([]Finding, error) {
	list, err := effectlog.Check(body)
	if err != nil {
		return nil, err
	}
	out := make([]Finding, 0, len(list))
	for _, f := range list {
		id := logRule(f.Severity)
		r, _ := RuleByID(id)
		out = append(out, Finding{
			Rule: id, Severity: r.Severity, File: file,
			Offset: max(f.Offset, 0), End: ringfence.NoOffset, Pointer: f.Pointer,
			Message: f.Message + " (" + string(f.Code) + ")", // without the values that differ
		})
	}
	sortFindings(out)
	number(out, body)
	return out, nil
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
