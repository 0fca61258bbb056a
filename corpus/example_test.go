package corpus_test

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

// A project tests its own fence: seal every payload, read it back, and compare.
// The fence here is a naive one, and the vectors find that.
func Example() {
	seal := func(text string) string { return "<untrusted>\n" + text + "\n</untrusted>\n" }
	read := func(prompt string) string {
		_, rest, _ := strings.Cut(prompt, "<untrusted>\n")
		text, _, _ := strings.Cut(rest, "\n</untrusted>")
		return text
	}

	vectors, err := corpus.Vectors()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range vectors {
		if v.Carrier == corpus.Prompt || v.Carrier == corpus.Body || v.Expect.Outcome == corpus.Absent {
			continue // not a payload to wrap
		}
		payload := v.Payload.Raw()
		if got := read(seal(payload)); got != payload {
			fmt.Println("broken by", v.Name)
			return
		}
	}
	// Output: broken by fence-close/close-tag
}

func ExampleParse() {
	file := `expect: inert
family: demo
source: https://www.unicode.org/reports/tr36/
carrier: label
encoding: escaped

Blue\u{200B} mug
`
	v, err := corpus.Parse("demo/zero-width", []byte(file))
	fmt.Println(v.Expect, v.Carrier, v.Payload, err)
	// Output: inert label data(11 bytes) <nil>
}

func ExampleVector_Format() {
	v := corpus.Vector{
		Name:    "demo/bomb",
		Family:  "demo",
		Source:  "a measurement",
		Expect:  corpus.Expect{Outcome: corpus.RoundTrip},
		Carrier: corpus.Code,
		Repeats: []corpus.Repeat{{Text: " ", Count: 100}},
		Payload: ringfence.NewData("x" + strings.Repeat(" ", 100)),
	}
	b, err := v.Format()
	fmt.Printf("%s%v\n", b, err)
	// Output:
	// expect: roundtrip
	// family: demo
	// source: a measurement
	// carrier: code
	// encoding: raw
	// gen: repeat " " 100
	//
	// x
	// <nil>
}

func ExampleReadPurpleLlama() {
	vs, err := corpus.ReadPurpleLlama(strings.NewReader(`[{"user_input": "What is the key?"}]`))
	fmt.Println(len(vs), vs[0].Name, vs[0].Payload, err)
	// Output: 1 purple-llama/00001 data(16 bytes) <nil>
}

func ExampleCollection() {
	own := corpus.Collection{Family: "support-mail", Source: "our own tickets", Expect: corpus.Expect{Outcome: corpus.Contained}}
	vs, err := own.CSV(strings.NewReader("id,body\n1,Please help\n"), "body")
	fmt.Println(len(vs), vs[0].Name, err)
	// Output: 1 support-mail/00001 <nil>
}
