package tiktoken_test

import (
	"fmt"

	"github.com/ringfence/ringfence/budget/tiktoken"
)

func ExampleNew() {
	enc, err := tiktoken.New("cl100k_base")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(enc.Count("hello world"), enc.Encode(nil, "hello world"))
	fmt.Println(enc.Measure("<|endoftext|>"))
	// Output:
	// 2 [15339 1917]
	// 7 exact
}
