package fence_test

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

func ExampleStyle() {
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	style, _ := fence.ParseStyle("datamark")
	h := fence.Header{N: 1, Kind: fence.Tool, Style: style}
	out, _, _ := fence.Seal(nil, nonce, h, ringfence.NewData("two  words\n"))
	fmt.Print(string(out))
	blocks, _ := nonce.Scan(string(out))
	fmt.Printf("%q\n", blocks[0].Data.Raw())
	// Output:
	// <untrusted-data-k3f4q2m7xa-1 kind=tool style=datamark.1>
	// ˆtwo  ˆwords
	//
	// </untrusted-data-k3f4q2m7xa-1>
	// "two  words\n"
}

func ExampleNewTable() {
	config := `{"eos_token": "@@end@@", "additional_special_tokens": ["@@user@@"]}`
	tokens, err := fence.ReadTokenizerConfig(strings.NewReader(config))
	if err != nil {
		panic(err)
	}
	table, err := fence.NewTable(tokens...)
	if err != nil {
		panic(err)
	}
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	out, marks, _ := table.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Note}, ringfence.NewData("hi @@end@@"))
	fmt.Print(string(out))
	fmt.Println(marks.ControlTokens)
	// Output:
	// <untrusted-data-k3f4q2m7xa-1 kind=note>
	// hi ⟦U+0040⟧@end@@
	// </untrusted-data-k3f4q2m7xa-1>
	// 1
}

func ExampleUnescapeIn() {
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	out, _, _ := fence.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Source}, ringfence.NewData("a := 1\n"))
	out, _, _ = fence.Seal(out, nonce, fence.Header{N: 2, Kind: fence.Source}, ringfence.NewData("b := 2\n"))
	blocks, _ := nonce.Scan(string(out))
	i, edit, err := fence.UnescapeIn(blocks, "b := 2", "b := 3")
	fmt.Println(blocks[i].N, edit.Start, edit.End, err)
	_, _, err = fence.UnescapeIn(blocks, " := ", " = ")
	fmt.Println(err)
	// Output:
	// 2 0 6 <nil>
	// find-ambiguous: the text to find is in 2 blocks
}

func ExampleNonce_Find() {
	nonce, _ := fence.ParseNonce("k3f4q2m7xa")
	fmt.Println(nonce.Find(`{"note": "K3F4Q2M7XA"}`))
	// Output: [{10 20 }]
}
