package cl100k

import (
	"sync"
	"testing"

	"github.com/ringfence/ringfence/budget/bpe"
)

// TestVocabulary opens what is embedded, whose checksum covers all of it.
func TestVocabulary(t *testing.T) {
	e, err := bpe.Open(packed, bpe.FamilyCL100K)
	if err != nil {
		t.Fatal(err)
	}
	if e.Size() != 100256 || e.LongestToken() != 128 {
		t.Errorf("%d tokens, the longest has %d bytes", e.Size(), e.LongestToken())
	}
}

// TestEncodingOnce calls for the encoding from many goroutines at once.
func TestEncodingOnce(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if first, second := Encoding(), Encoding(); first != second || first.Count("Hello world") != 2 {
				t.Error("not the same encoding, or not the right one")
			}
		})
	}
	group.Wait()
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, err := bpe.Open(packed, bpe.FamilyCL100K); err != nil {
			b.Fatal(err)
		}
	}
}
