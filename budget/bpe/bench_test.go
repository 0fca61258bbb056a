package bpe_test

import (
	"fmt"
	"testing"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/tiktoken-go/tokenizer"

	"github.com/ringfence/ringfence/budget/o200k"
)

// BenchmarkCount compares engines on the same ordinary inputs.
func BenchmarkCount(b *testing.B) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	other, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		b.Fatal(err)
	}
	slow, err := tiktoken.GetEncoding("o200k_base")
	if err != nil {
		b.Fatal(err)
	}
	ours := o200k.Encoding()
	engines := []struct {
		name  string
		count func(string) int
	}{
		{"ringfence", ours.Count},
		{"tiktoken-go", func(s string) int {
			n, err := other.Count(s)
			if err != nil {
				b.Fatal(err)
			}
			return n
		}},
		{"pkoukk", func(s string) int { return len(slow.EncodeOrdinary(s)) }},
	}
	for _, in := range skipWithoutSource(b) {
		for _, engine := range engines {
			b.Run(in.name+"/"+engine.name, func(b *testing.B) {
				b.SetBytes(int64(len(in.text)))
				b.ReportAllocs()
				for b.Loop() {
					engine.count(in.text)
				}
			})
		}
	}
}

// BenchmarkHostile counts hostile input of two sizes.
func BenchmarkHostile(b *testing.B) {
	ours := o200k.Encoding()
	for _, family := range hostile {
		for _, size := range []int{100_000, 1_000_000} {
			s := family.make(size)
			b.Run(fmt.Sprintf("%s/%d", family.name, size), func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					ours.Count(s)
				}
			})
		}
	}
}
