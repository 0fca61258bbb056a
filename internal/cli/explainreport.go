package cli

import (
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// explainReport prints the report of a prompt as a table on standard error. It
// holds numbers, words of closed sets and names of files, and nothing of the data.
func explainReport(inv *invocation, r render.Report) {
	fmt.Fprintf(inv.err, "%d of %d tokens used, counted with %s (%v)\n", r.Used, r.Limit, r.Counter, r.Exactness)
	w := tabwriter.NewWriter(inv.err, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "n\tkind\ttrust\tdecision\ttokens\tof\tcut\tmore\tdropped\tescapes\tsource\treason")
	for _, p := range r.Parts {
		full, cut := "?", "-"
		if p.Full != budget.Uncounted {
			full = strconv.Itoa(p.Full)
		}
		if p.Cut != (fence.Cut{}) {
			cut = strconv.Itoa(p.Cut.Shown) + "/" + strconv.Itoa(p.Cut.Of)
		}
		fmt.Fprintf(w, "%d\t%v\t%v\t%v\t%d\t%s\t%s\t%d\t%d\t%d\t%s\t%v\n", p.N, p.Kind, p.Trust, p.Decision,
			p.Tokens, full, cut, p.More, p.Dropped, p.Marks.Escapes, dash(visible(p.Source)), dash(p.Reason.String()))
	}
	if err := w.Flush(); err != nil {
		return // standard error is gone: there is nobody left to tell
	}
}

// dash stands for an empty cell.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
