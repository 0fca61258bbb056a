package approval

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/internal/console"
)

// MaxShown is the longest text of a question, in bytes: what is longer nobody
// reads before they answer.
const MaxShown = 64 << 10

// Text returns the whole question for a person. Each line of the payload, in its
// canonical print, begins with "| "; printable ASCII and letters and digits of
// any script stand as they are, and every other character as \u{HEX}. A longer
// text than [MaxShown] is an error with CodeTooLong.
func (q *Question) Text() (string, error) {
	if q.Payload.Err() != nil || coreform.Sym(q.Op).Err() != nil || q.Session == "" || q.Seq < 0 {
		return "", fail(CodeQuestion, "the question has no op, payload, session or place", nil)
	}
	payload, err := q.Payload.AppendMax(nil, MaxShown)
	if err != nil {
		return "", fail(CodeTooLong, "the payload is too long to be shown whole", err)
	}
	var b strings.Builder
	b.WriteString("An agent asks to be allowed:\n")
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-11s %s\n", name, console.Visible(value, false))
		}
	}
	field("operation", q.Op)
	field("class", q.Class)
	field("rule", q.Rule)
	field("asked by", q.Origin)
	field("session", fmt.Sprintf("%s, request %d", q.Session, q.Seq))
	field("provenance", q.Provenance.String())
	field("request", q.Binding().Request.String())
	b.WriteString("  payload:\n")
	for line := range strings.SplitSeq(string(payload), "\n") {
		b.WriteString("| ")
		b.WriteString(console.Visible(line, false))
		b.WriteByte('\n')
	}
	if b.Len() > MaxShown {
		return "", fail(CodeTooLong, "the question is too long to be shown whole", nil)
	}
	return b.String(), nil
}
