package audit_test

import (
	"fmt"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
)

func ExampleChecker() {
	body := []byte(`{"ui": {"openWindows": [
  {"id": "shop:1", "title": "Blue Hoodie", "isFocused": true},
  {"id": "bill:9", "title": "sent by mistake", "withheld": true}
]}}`)
	findings, err := audit.Checker{}.Check(audit.Auto, "turn.json", body)
	if err != nil {
		fmt.Println("could not be checked:", err)
		return
	}
	for _, f := range findings {
		fmt.Printf("%d:%d %v %s at %s\n", f.Line, f.Column, f.Severity, f.Rule, ringfence.PrintablePointer(f.Pointer))
	}
	// Output:
	// 3:3 error contract/withheld-with-title at /ui/openWindows/1
}

func ExampleChecker_unchecked() {
	_, err := audit.Checker{}.Check(audit.Auto, "turn.json", []byte(`{"ui": {"openWindows": [`))
	fmt.Println(err)
	// Output:
	// json-truncated: the body ends inside a JSON value at /ui/openWindows (byte 24)
}

func ExampleRuleByID() {
	r, ok := audit.RuleByID("structure/duplicate-end")
	fmt.Println(ok, r.Severity, r.Title)
	// Output:
	// true error A block closes twice
}
