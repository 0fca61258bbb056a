package budget

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// barWidth is the length of the bar for all of what is usable.
const barWidth = 24

// Explain writes a table of what became of each item: tokens taken, tokens of
// its fullest form where they were counted, cap, a bar for its share of the
// limit, and the reason; and how much of the limits of subtrees and breakpoints
// was used. It holds names and numbers only, no text. The error is that of w.
func (p Plan) Explain(w io.Writer) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(tw, "part\ttokens\tof\tcap\tpriority\tshare\tdecision")
	for i := range p.Choices {
		c := &p.Choices[i]
		full, limit := "?", "-"
		if c.Full != Uncounted {
			full = strconv.Itoa(c.Full)
		}
		if c.Cap > 0 {
			limit = strconv.Itoa(c.Cap)
		}
		_, _ = fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%d\t%s\t%s\n",
			printable(c.Name), c.Tokens, full, limit, c.Priority, bar(c.Tokens, p.Usable), c.Reason)
	}
	_ = tw.Flush()
	how := "counted as a whole"
	if p.Summed {
		how = "summed at seams"
	}
	_, _ = fmt.Fprintf(&b, "%d of %d tokens used (%s, %s); limit %d, reserve %d, margin %s\n",
		p.Used, p.Usable, p.Exactness, how, p.Limit, p.Reserve, strconv.FormatFloat(p.Margin, 'g', -1, 64))
	for _, t := range p.Subtrees {
		_, _ = fmt.Fprintf(&b, "subtree %s: %d of %d tokens used\n", printable(t.Name), t.Used, t.Usable)
	}
	for _, at := range p.Breakpoints {
		_, _ = fmt.Fprintf(&b, "stable up to %s: %d of %d tokens used\n", printable(p.Choices[at.Item].Name), at.Tokens, at.Limit)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// bar draws n of all; anything above zero shows.
func bar(n, all int) string {
	if n <= 0 || all <= 0 {
		return "."
	}
	share := float64(n) / float64(all)
	return strings.Repeat("#", max(1, min(barWidth, int(share*barWidth+0.5))))
}
