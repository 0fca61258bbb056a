package golden

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// reportText prints a report and the provenance as text, one part a line. It is
// the form of these files and no format of the project.
func reportText(p *render.Prompt) string {
	r := p.Report()
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d tokens used, reserve %d, %v\n", r.Used, r.Limit, r.Reserve, r.Exactness)
	fmt.Fprintf(&b, "least trust: %v; next ordinal: %d\n\n", p.Provenance().Least(), p.NextOrdinal())
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "n\tkind\ttrust\tsource\tdecision\ttokens\tof\tcut\tmore\tdropped\tescapes\treason")
	for _, part := range r.Parts {
		full, cut := "?", "-"
		if part.Full != budget.Uncounted {
			full = fmt.Sprint(part.Full)
		}
		if part.Cut != (fence.Cut{}) {
			cut = fmt.Sprintf("%d/%d", part.Cut.Shown, part.Cut.Of)
		}
		fmt.Fprintf(tw, "%d\t%v\t%v\t%s\t%v\t%d\t%s\t%s\t%d\t%d\t%s\t%v\n", part.N, part.Kind, part.Trust, orDash(part.Source),
			part.Decision, part.Tokens, full, cut, part.More, part.Dropped, marks(part.Marks), part.Reason)
	}
	_ = tw.Flush() // a strings.Builder takes everything
	return b.String()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// marks writes what was escaped, by reason.
func marks(m fence.Marks) string {
	var out []string
	for _, reason := range []struct {
		name string
		n    int
	}{{"fence", m.FenceShaped}, {"nonce", m.Nonces}, {"token", m.ControlTokens}, {"character", m.Characters}} {
		if reason.n > 0 {
			out = append(out, fmt.Sprintf("%s:%d", reason.name, reason.n))
		}
	}
	return orDash(strings.Join(out, ","))
}
