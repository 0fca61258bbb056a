package bpe_test

import (
	"runtime"
	"testing"

	"github.com/ringfence/ringfence/budget/bpe"
)

// TestMemory bounds what a vocabulary holds after loading, with the trie built.
func TestMemory(t *testing.T) {
	packed, err := encodings[0].encoding().Pack()
	if err != nil {
		t.Fatal(err)
	}
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	e, err := bpe.Open(string(packed), bpe.FamilyO200K)
	if err != nil {
		t.Fatal(err)
	}
	loaded := heap() - before
	e.Count(randomOf("abc")(1000)) // a long piece builds the trie
	built := heap() - before
	runtime.KeepAlive(e)
	t.Logf("%.1f MB loaded, %.1f MB with the trie", float64(loaded)/1e6, float64(built)/1e6)
	if loaded > 20e6 || built > 28e6 {
		t.Errorf("%d bytes loaded, %d with the trie", loaded, built)
	}
}
