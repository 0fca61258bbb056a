package budget_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
)

func TestExplain(t *testing.T) {
	p := fit(t, 63,
		with(one("rules", 0), func(it *budget.Item) { it.Required, it.Forms = true, []string{"aaaaaaaaaaa\n"} }),
		with(one("b", 2, 90, 20, 5), func(it *budget.Item) { it.Cap = 20 }),
		with(one("c", 1, 300, 28), func(it *budget.Item) { it.Name = "c\x1b[2J" }), one("d", 1, 29, 19), budget.Item{},
	)
	var b strings.Builder
	if err := p.Explain(&b); err != nil {
		t.Fatal(err)
	}
	const want = `part       tokens  of   cap  priority  share        decision
rules      12      12   -    0         #####        required
b          20      90   20   2         ########     shortened by its cap
c\x1b[2J   28      300  -    1         ###########  shorter form to fit
d          0       ?    -    1         .            dropped: no room
(no name)  0       ?    -    0         .            empty
60 of 63 tokens used (upper, summed at seams); limit 63, reserve 0, margin 0
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	boom := errors.New("boom")
	if err := p.Explain(failing{boom}); !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
}

func TestExplainLimits(t *testing.T) {
	limit := budget.Limit{Tokens: 60, Counter: budget.Bytes{}, Subtrees: map[string]int{"h": 20, "a/b": 9}}
	p, err := budget.Fit(t.Context(), limit, []budget.Item{
		in("h", one("x", 0, 15)), upTo(40, in("h", one("y\n", 0, 6))), one("z", 0, 5),
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := p.Explain(&b); err != nil {
		t.Fatal(err)
	}
	const want = `limit 60, reserve 0, margin 0
subtree a/b: 0 of 9 tokens used
subtree h: 15 of 20 tokens used
stable up to y\n: 15 of 40 tokens used
`
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("got\n%s\nwant at its end\n%s", b.String(), want)
	}
}

type failing struct{ err error }

func (w failing) Write([]byte) (int, error) { return 0, w.err }
