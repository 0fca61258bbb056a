package bpe_test

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/budget/bpe"
	"github.com/ringfence/ringfence/budget/o200k"
)

func ExampleEncoding_Count() {
	e := o200k.Encoding()
	fmt.Println(e.Count("Counting is exact."))
	fmt.Println(e.Count("<|endoftext|>") > 1) // text, not a control token
	// Output:
	// 4
	// true
}

func ExampleEncoding_Encode() {
	fmt.Println(o200k.Encoding().Encode(nil, "Hello world"))
	// Output: [13225 2375]
}

func ExampleEncoding_Decode() {
	text, err := o200k.Encoding().Decode(nil, 13225, 2375)
	fmt.Println(string(text), err)
	// Output: Hello world <nil>
}

func ExampleEncoding_CountUpTo() {
	n, ok := o200k.Encoding().CountUpTo(strings.Repeat("word ", 1_000_000), 10)
	fmt.Println(n > 10, ok)
	// Output: true false
}

func ExampleEncoding_Prefix() {
	s := "One sentence. Another sentence."
	fmt.Println(s[:o200k.Encoding().Prefix(s, 4)])
	// Output: One sentence. Another
}

func ExampleEncoding_Fits() {
	e := o200k.Encoding()
	fmt.Println(e.Fits("a short text", 100), e.Fits("a short text", 2))
	// Output: true false
}

func ExampleAppender() {
	a := o200k.Encoding().NewAppender()
	for _, part := range []string{"Hel", "lo", " wor", "ld"} {
		a.Append(part)
		fmt.Print(a.Count(), " ")
	}
	fmt.Println(a.Finish())
	// Output: 1 1 2 2 2
}

func ExampleLoad() {
	_, err := bpe.Load(strings.NewReader("YQ== 0\nn*t 1\n"), bpe.FamilyLlama3)
	fmt.Println(err)
	// Output: rank-file: line 2: token: illegal base64 data at input byte 1
}
