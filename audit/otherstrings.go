package audit

import (
	"slices"
	"strings"

	"github.com/ringfence/ringfence/audit/promptdoc"
)

// others looks at what a prompt holds beside the text of its messages: the tools
// of a request, arguments of calls, descriptions and names of members. Whoever
// sends the prompt sends them too, and a model may be shown any of them, so that
// each is data.
func (c Checker) others(col *collector, doc *promptdoc.Document, body []byte) error {
	if !doc.Extra {
		return nil
	}
	err := doc.EachOther(body, c.Limits, func(s *promptdoc.String) error {
		put := newPlaced(col, s.Span, 0, s.Pointer, s.Text)
		switch {
		case isStop(s):
			everything(s.Text, setting{}, leaving{put, [4]string{idControlToken, idTemplate, idRoleMarker, idBreakout}})
		case isBinary(s.Text):
			everything(s.Text, setting{}, leaving{put, [4]string{idBomb, idUnbroken}})
		default:
			everything(s.Text, setting{}, put)
		}
		return nil
	})
	if err != nil || doc.Form != promptdoc.Rendered {
		return err
	}
	return c.requestTools(col, body)
}

// leaving is a sink that leaves rules out.
type leaving struct {
	placed
	rules [4]string
}

func (l leaving) out(rule string) bool { return slices.Contains(l.rules[:], rule) }

func (l leaving) full(rule string, start, end int) bool {
	return l.out(rule) || l.placed.full(rule, start, end)
}

func (l leaving) add(rule string, start, end int, message string) {
	if !l.out(rule) {
		l.placed.add(rule, start, end, message)
	}
}

// maxStop is longer than any text that ends an answer.
const maxStop = 32

// isStop reports a text at which a model is told to stop, in one of the members
// that requests have for it. Such texts are control tokens and role markers by
// nature, and no model reads them.
func isStop(s *promptdoc.String) bool {
	p := s.Path()
	return !s.Name && len(s.Text) <= maxStop && (len(p) == 1 || len(p) == 2 && p[1] == "") && (p[0] == "stop" || p[0] == "stop_sequences")
}

// isBinary reports base64, alone or in a data URL: long and even by nature.
func isBinary(s string) bool {
	if strings.HasPrefix(s, "data:") {
		const mark = ";base64,"
		if k := strings.Index(within(s, 0, maxMarker), mark); k >= 0 {
			s = s[k+len(mark):]
		}
	}
	return len(s) >= bombStep && strings.Trim(strings.TrimRight(s, "="), base64Letters) == ""
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"
