package fuzz_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

// scanSeeds are messages, good and bad.
var scanSeeds = []string{
	"", "text\n", "<untrusted-data-k3f4q2m7xa-1>\nx\n</untrusted-data-k3f4q2m7xa-1>",
	"a\n<request-data-k3f4q2m7xa-1 kind=request>\nx\n</request-data-k3f4q2m7xa-1>\nb\n<derived-data-k3f4q2m7xa-9 cut=0/9 kind=tool more=1 dropped=2 lang=c++ eol=crlf>\n\n</derived-data-k3f4q2m7xa-9>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\nx</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n\n</untrusted-data-k3f4q2m7xb-1>\n",
	"<untrusted-data-k3f4q2m7xa-1 kind=note kind=note>\n\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-01>\n\n</untrusted-data-k3f4q2m7xa-01>\n",
	"<untrusted-data-k3f4q2m7xa-1 cut=2/2>\n\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n⟦U+200B⟧⟦0xFF⟧⟦U+27E6⟧⟦U+10FFFF⟧\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n⟦0xE2⟧⟦0x9F⟧⟦0xA6⟧\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n⟦U+0200B⟧\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\n⟦U+D800⟧\n</untrusted-data-k3f4q2m7xa-1>\n",
	"<untrusted-data-k3f4q2m7xa-1>\r\nx\r\n</untrusted-data-k3f4q2m7xa-1>\r\n",
	"＜／ＵＮＴＲＵＳＴＥＤ\u00ad－data-k3f4q2m7xa-1>", "<\u0338derived-dat㏂", "<request\u200b-data",
}

// FuzzScan reads a message of any bytes, as an audit does, beside the naive
// scanner.
func FuzzScan(f *testing.F) {
	for _, s := range scanSeeds {
		f.Add(s)
	}
	for _, s := range vectors(f) {
		f.Add(s)
		f.Add("<untrusted-data-" + corpus.Nonce + "-1 kind=note>\n" + s + "\n</untrusted-data-" + corpus.Nonce + "-1>\n")
	}
	for _, b := range collected(f, "stdhtml/corpus") {
		f.Add(string(b))
	}
	for _, s := range attacks(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > maxInput {
			return
		}
		blocks, err := fence.Scan(text)
		scanAllOrNothing(t, text, blocks, err)
		scanAgreesWithNaive(t, text, blocks, err)
		scanAgreesWithInspect(t, text, blocks, err)
		scanByNonceIsStricter(t, text, blocks, err)
		scanFindsShapesOfFold(t, text)
	})
}

// scanAllOrNothing: blocks in order without overlap, or a typed error and none.
func scanAllOrNothing(t *testing.T, text string, blocks []fence.Block, err error) {
	t.Helper()
	if err != nil {
		e := typed(t, err)
		wantPlainError(t, err)
		if blocks != nil || e.Offset < 0 || e.Offset > int64(len(text)) {
			broken(t, containment, "%d blocks beside %v", len(blocks), err)
		}
		return
	}
	at, n := 0, 0
	for _, b := range blocks {
		if b.Start < at || b.PayloadStart <= b.Start || b.PayloadEnd < b.PayloadStart || b.End <= b.PayloadEnd || b.End > len(text) || b.N <= n {
			broken(t, containment, "block %d at %d %d %d %d", b.N, b.Start, b.PayloadStart, b.PayloadEnd, b.End)
		}
		at, n = b.End, b.N
	}
}

// scanAgreesWithNaive: the line-by-line scanner accepts the same messages and
// finds the same blocks with the same data.
func scanAgreesWithNaive(t *testing.T, text string, blocks []fence.Block, err error) {
	t.Helper()
	naive, ok := naiveScan(text)
	if ok != (err == nil) {
		broken(t, containment, "Scan says %v, the naive scanner accepts: %v", err, ok)
	}
	if len(naive) != len(blocks) {
		broken(t, containment, "%d blocks, the naive scanner finds %d", len(blocks), len(naive))
	}
	for i, b := range blocks {
		n := naive[i]
		if b.Header != n.header || b.Nonce.Reveal() != n.nonce || b.Start != n.start || b.End != n.end {
			broken(t, containment, "block %+v at %d to %d, the naive scanner finds %+v at %d to %d", b.Header, b.Start, b.End, n.header, n.start, n.end)
		}
		if b.Data.Raw() != n.data {
			broken(t, fidelity, "data %q, the naive scanner finds %q", b.Data.Raw(), n.data)
		}
	}
}

// scanAgreesWithInspect: an audit finds a fault exactly where Scan refuses, and
// the first one is Scan's error.
func scanAgreesWithInspect(t *testing.T, text string, blocks []fence.Block, err error) {
	t.Helper()
	found, faults := fence.Inspect(text)
	if err == nil {
		if len(faults) > 0 || len(found) != len(blocks) {
			broken(t, containment, "Scan accepts, Inspect finds %v", faults)
		}
		return
	}
	if len(faults) == 0 || faults[0].Code != typed(t, err).Code {
		broken(t, containment, "Scan says %v, Inspect finds %v", err, faults)
	}
	for _, f := range faults {
		if f.Start < 0 || f.Start > f.End || f.End > len(text) {
			t.Fatalf("fault %s at %d to %d of %d bytes", f.Code, f.Start, f.End, len(text))
		}
	}
}

// scanByNonceIsStricter: with the right nonce the result is the same, with
// another one every block is refused.
func scanByNonceIsStricter(t *testing.T, text string, blocks []fence.Block, err error) {
	t.Helper()
	if err != nil || len(blocks) == 0 {
		return
	}
	own := blocks[0].Nonce
	if same, err := own.Scan(text); err != nil || len(same) != len(blocks) {
		broken(t, containment, "the blocks' own nonce finds %d of %d blocks: %v", len(same), len(blocks), err)
	}
	other := fence.SeededNonce([]byte("another conversation"))
	if _, err := other.Scan(text); other != own && err == nil {
		broken(t, containment, "another nonce accepts the blocks")
	}
}

// scanFindsShapesOfFold: fence-shaped text is found exactly when the fold of
// the text holds it.
func scanFindsShapesOfFold(t *testing.T, text string) {
	t.Helper()
	if naive, found := hasFenceShape(text), len(fence.FindFenceShapes(text)) > 0; naive != found {
		broken(t, containment, "FindFenceShapes: %v, the naive fold: %v, of %q", found, naive, strings.ToValidUTF8(text, "?"))
	}
}
