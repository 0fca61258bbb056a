package budget_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
)

// zeds counts a text's letters z, so that texts of one length differ.
type zeds struct{ n *int }

func (c zeds) Count(s string) int {
	*c.n++
	return 1 + strings.Count(s, "z")
}
func (zeds) Exactness() budget.Exactness { return budget.Exact }
func (zeds) SeamAdditive() bool          { return true }

// TestSharedAndLookalikeTexts: a text that many items share is counted about
// once; texts that begin alike and are of one length are told apart.
func TestSharedAndLookalikeTexts(t *testing.T) {
	head := strings.Repeat("the same beginning ", 20)
	var items []budget.Item
	for i := range 3000 {
		tail := fmt.Sprintf("%012b\n", i)
		if i%2 == 0 {
			tail = "shared by a\n"
		}
		items = append(items, budget.Item{Forms: []string{head + strings.ReplaceAll(tail, "1", "z")}})
	}
	fewest := len(items)
	for range 4 { // by chance the two kinds may share a place, once in a thousand calls
		calls := 0
		p, err := budget.Fit(t.Context(), budget.Limit{Tokens: budget.MaxTokens, Counter: zeds{&calls}}, items)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range p.Choices {
			if want := 1 + strings.Count(c.Text, "z"); c.Tokens != want {
				t.Fatalf("item %d: %d tokens, want %d", i, c.Tokens, want)
			}
		}
		fewest = min(fewest, calls)
	}
	if fewest > 1502 { // and the empty prompt, before anything is taken
		t.Errorf("%d counts of 1501 texts", fewest)
	}
}
