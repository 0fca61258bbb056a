package policy_test

import "github.com/ringfence/ringfence/fence"

// fenceKinds lists the kinds of blocks as package fence prints them.
func fenceKinds() []string {
	var out []string
	for k := fence.Kind(1); k != 0; k++ {
		if back, ok := fence.ParseKind(k.String()); ok && back == k {
			out = append(out, k.String())
		}
	}
	return out
}
