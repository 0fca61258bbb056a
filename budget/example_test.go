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

func ExampleFit_subtrees() {
	items := []budget.Item{
		{Name: "task", Forms: []string{"Fix it.\n"}, Required: true},
		{Name: "first turn", Forms: []string{"user: hello\n"}, Within: "history", Priority: 1},
		{Name: "second turn", Forms: []string{"user: the button\n"}, Within: "history", Priority: 2},
		{Name: "page", Forms: []string{"<button>\n"}},
	}
	limit := budget.Limit{Tokens: 60, Counter: budget.Bytes{}, Subtrees: map[string]int{"history": 20}}
	plan, err := budget.Fit(context.Background(), limit, items)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range plan.Choices {
		fmt.Println(c.Name+":", c.Reason)
	}
	// Output:
	// task: required
	// first turn: dropped: no room in its subtree
	// second turn: whole
	// page: whole
}

func ExampleFit_breakpoint() {
	prompt := func(question string) budget.Plan {
		plan, err := budget.Fit(context.Background(), budget.Limit{Tokens: 60, Counter: budget.Bytes{}}, []budget.Item{
			{Name: "rules", Forms: []string{"Answer in one line.\n"}, Required: true},
			{Name: "manual", Forms: []string{"A long manual of the shop.\n", "A manual.\n"}, Breakpoint: 40},
			{Name: "question", Forms: []string{question}, Required: true},
		})
		if err != nil {
			fmt.Println(err)
		}
		return plan
	}
	for _, question := range []string{"How?\n", "How much is that?\n"} {
		plan := prompt(question)
		fmt.Printf("%q\n", plan.Text()[:plan.Breakpoints[0].End])
	}
	// Output:
	// "Answer in one line.\nA manual.\n"
	// "Answer in one line.\nA manual.\n"
}

func ExampleLimit_Tail() {
	limit := budget.Limit{Counter: budget.Bytes{}, Step: 20}
	turns := []string{"0123456\n"}
	for range 9 {
		turns = append(turns, turns[0])
		first, err := limit.Tail(turns, 50)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(first, " ")
	}
	// Output: 0 0 0 0 0 3 3 5 5
}

func ExampleLimit_Framed() {
	limit := budget.Limit{Tokens: 1000, Reserve: 200, Counter: budget.Bytes{}}
	fmt.Println(limit.Framed(budget.Framing{PerMessage: 4, PerPrompt: 3}, 2).Usable())
	// Output: 789
}

// chars estimates a token for four bytes.
type chars struct{}

func (chars) Count(s string) int          { return (len(s) + 3) / 4 }
func (chars) Exactness() budget.Exactness { return budget.Estimate }

func ExampleConfirm() {
	items := []budget.Item{
		{Name: "task", Forms: []string{"Fix the button.\n"}, Required: true},
		{Name: "page", Forms: []string{"a page that is longer than the task\n", "a page\n"}},
	}
	provider := func(_ context.Context, text string) (int, error) { return len(text) / 3, nil }
	got, err := budget.Confirm(context.Background(), budget.Limit{Tokens: 15, Counter: chars{}, Margin: 0.1}, items, provider)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(got.Plan.Text())
	fmt.Println(got.Count, "tokens after", got.Calls, "calls")
	// Output:
	// Fix the button.
	// a page
	// 7 tokens after 2 calls
}
