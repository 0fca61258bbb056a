package corpus_test

import (
	"fmt"

	"github.com/ringfence/ringfence/corpus"
)

// The first vectors of a seed are a mixture of all attacks, disguises, positions
// and carriers: a test takes as many as it has time for.
func ExampleGenerate() {
	n := 0
	for v := range corpus.Generate(1) {
		fmt.Println(v.Name, v.Expect, v.Payload)
		if n++; n == 2 {
			break
		}
	}
	fmt.Println(corpus.Crossings, "in all")
	// Output:
	// generated/replacement-zero-width-start-excerpt inert data(178 bytes)
	// generated/llama2-hex-bytes-line-tool roundtrip data(320 bytes)
	// 19200 in all
}
