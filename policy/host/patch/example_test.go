package patch_test

import (
	"fmt"

	"github.com/ringfence/ringfence/policy/host/patch"
)

func ExampleDiff() {
	text, err := patch.Diff([]patch.Change{
		{Path: "greeting.txt", Base: []byte("hello\nworld\n"), New: []byte("hello\nfence\n")},
		{Path: "empty.txt", New: []byte{}},
	})
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// diff --git a/greeting.txt b/greeting.txt
	// --- a/greeting.txt
	// +++ b/greeting.txt
	// @@ -1,2 +1,2 @@
	//  hello
	// -world
	// +fence
	// diff --git a/empty.txt b/empty.txt
	// new file mode 100644
	// <nil>
}

func ExampleParse() {
	files, err := patch.Parse([]byte("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-old\n+new\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	next, err := files[0].Apply([]byte("old\n"))
	fmt.Printf("%s %v %q %v\n", files[0].Path, files[0].Op, next, err)
	_, err = files[0].Apply([]byte("other\n"))
	fmt.Println(err)
	// Output:
	// f modify "new\n" <nil>
	// patch-mismatch: a line of the hunk is not the one of the file at /0
}
