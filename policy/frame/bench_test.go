package frame_test

import (
	"testing"

	"github.com/ringfence/ringfence/policy/frame"
)

func BenchmarkFrame(b *testing.B) {
	src, err := frame.Append(nil, make([]byte, 1<<16))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := frame.Parse(src, 1<<20); err != nil {
			b.Fatal(err)
		}
	}
}
