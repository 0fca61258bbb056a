package spotlight_test

import (
	"fmt"

	"github.com/ringfence/ringfence/fence/spotlight"
)

func ExampleAppendDatamark() {
	out, marker := spotlight.AppendDatamark(nil, "two  words")
	text, ok := spotlight.TrimDatamark(string(out), marker)
	fmt.Println(string(out), marker)
	fmt.Println(text, ok)
	// Output:
	// ˆtwo  ˆwords 1
	// two  words true
}

func ExampleAppendPrefix() {
	fmt.Println(string(spotlight.AppendPrefix(nil, "one\ntwo")))
	// Output:
	// | one
	// | two
}
