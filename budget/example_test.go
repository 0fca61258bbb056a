package budget_test

import (
	"context"
	"fmt"
	"os"

	"github.com/ringfence/ringfence/budget"
)

func ExampleFit() {
	items := []budget.Item{
		{Name: "task", Forms: []string{"Fix the button.\n"}, Required: true},
		{Name: "source", Forms: []string{"func main() { run() }\n", "func main\n"}, Priority: 2},
		{Name: "history", Forms: []string{"user: hello\nmodel: hello\n"}, Priority: 1},
	}
	limit := budget.Limit{Tokens: 50, Reserve: 8, Counter: budget.Bytes{}}
	plan, err := budget.Fit(context.Background(), limit, items)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(plan.Text())
	for _, c := range plan.Choices {
		fmt.Println(c.Name+":", c.Reason)
	}
	// Output:
	// Fix the button.
	// func main() { run() }
	// task: required
	// source: whole
	// history: dropped: no room
}

func ExampleFit_shortage() {
	items := []budget.Item{{Name: "task", Forms: []string{"Fix the button.\n"}, Required: true}}
	_, err := budget.Fit(context.Background(), budget.Limit{Tokens: 10, Counter: budget.Bytes{}}, items)
	fmt.Println(err)
	// Output: budget-required: required parts do not fit: task (16 tokens); 16 tokens needed, 10 usable, 6 missing
}

func ExampleLimit_Usable() {
	limit := budget.Limit{Tokens: 8000, Reserve: 1000, Counter: budget.Bytes{}, Margin: 0.25}
	fmt.Println(limit.Usable())
	// Output: 5600
}

func ExamplePlan_Explain() {
	items := []budget.Item{
		{Name: "task", Forms: []string{"Fix it.\n"}, Required: true},
		{Name: "page", Forms: []string{"a long page of text\n", "a page\n"}},
	}
	plan, err := budget.Fit(context.Background(), budget.Limit{Tokens: 20, Counter: budget.Bytes{}}, items)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = plan.Explain(os.Stdout)
	// Output:
	// part  tokens  of  cap  priority  share       decision
	// task  8       8   -    0         ##########  required
	// page  7       20  -    0         ########    shorter form to fit
	// 15 of 20 tokens used (upper, summed at seams); limit 20, reserve 0, margin 0
}

func ExampleSeam() {
	fmt.Println(budget.Seam("one\n", "two\n"), budget.Seam("one\n", " two\n"))
	// Output: true false
}

func ExampleBytes() {
	fmt.Println(budget.Bytes{}.Count("naïve"), budget.Bytes{}.Prefix("naïve", 3))
	// Output: 6 2
}
