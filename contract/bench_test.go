package contract

import (
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// BenchmarkParseEditContext reads a real page of 850 elements and 120 kB.
func BenchmarkParseEditContext(b *testing.B) {
	body := testdata.ReadShared(b, "data/editcontext/adminlte-dashboard.json")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseEditContext(body); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseAsk reads a turn with a thousand windows and items.
func BenchmarkParseAsk(b *testing.B) {
	body := []byte(`{"ui":{"openWindows":[` + list(1000, `{"id":"w%d","title":"Window"}`) + `]},"contextItems":[` + list(1000, `{"kind":"k","id":"i%d","label":"Item"}`) + `]}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseAsk(body); err != nil {
			b.Fatal(err)
		}
	}
}
