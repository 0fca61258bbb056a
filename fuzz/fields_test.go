package fuzz_test

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/fence/spotlight"
)

// FuzzFields edits two fields by what they hold and not by bytes (see edited),
// and seals both in every style into one message.
func FuzzFields(f *testing.F) {
	edits := [][]byte{{}, {3, 0, 0, 1, 7, 2, 1, 0, 0, 90, 1, 0, 4, 1, 3, 9}, {5, 0, 5, 3, 9, 2, 1, 5, 0, 12, 4, 0, 6, 3, 2, 1, 3, 0, 8, 0, 7, 2}}
	texts := append(vectors(f), attacks(f)...)
	for i, s := range texts {
		f.Add(edits[i%len(edits)], byte(i), s, texts[(i+1)%len(texts)])
	}
	// Every literal of every family is put into another one, at some offset.
	for i, lit := range literals {
		f.Add([]byte{1, 0, 0, byte(i >> 8), byte(i), byte(1 + i%5)}, byte(i), literals[(i*7+3)%len(literals)], lit+"\n"+lit)
	}
	for _, marks := range []string{"", spotlight.Marker(1), "ˆ¦‡◊", " ˆ ", "| a\n| b", "\u3000x\u00a0y\r\nz", "\r\n\r\n", "QQ=="} {
		f.Add([]byte{}, byte(2), marks, marks+marks)
	}
	f.Fuzz(func(t *testing.T, script []byte, plan byte, a, b string) {
		if tooLong(script) || len(a)+len(b) > maxInput {
			return
		}
		nonce, err := fence.ParseNonce(sealCodes[int(plan)%len(sealCodes)])
		if err != nil {
			t.Fatal(err)
		}
		texts := edited(&tape{b: script}, a, b)
		message, blocks := sealStyles(t, nonce, int(plan)/len(sealCodes), texts)
		styledAreFound(t, nonce, message, blocks)
		for _, s := range blocks {
			payload := payloadOf(t, s)
			sealedIsInert(t, nonce, s, payload)
			styledIsBounded(t, s, payload)
		}
		sealedIsRepeatable(t, nonce, blocks)
		stylesDiffer(t, blocks)
	})
}

// sealStyles seals every text in every style, beginning with another style for
// every plan, so that every two styles meet.
func sealStyles(t *testing.T, nonce fence.Nonce, first int, texts []string) (message string, blocks []sealedBlock) {
	t.Helper()
	const styles = int(fence.StyleBase64) + 1
	for i := range styles * len(texts) {
		data := texts[i%len(texts)]
		h := fence.Header{N: 2*i + 1, Kind: fence.Note, Style: fence.Style((first + i/len(texts)) % styles)}
		out, marks, err := fence.Seal([]byte(message), nonce, h, ringfence.NewData(data))
		if err != nil {
			broken(t, fidelity, "Seal refuses the style %v: %v", h.Style, err)
		}
		blocks = append(blocks, sealedBlock{header: h, data: data, start: len(message), end: len(out), block: string(out[len(message):]), marks: marks})
		message = string(out)
	}
	return message, blocks
}

// styledAreFound: both scanners find every block in its style, with every byte
// of its text.
func styledAreFound(t *testing.T, nonce fence.Nonce, message string, blocks []sealedBlock) {
	t.Helper()
	found, err := nonce.Scan(message)
	if err != nil || len(found) != len(blocks) {
		broken(t, containment, "%d of %d blocks: %v in %q", len(found), len(blocks), err, message)
	}
	scanAgreesWithNaive(t, message, found, err)
	for i, b := range found {
		s := blocks[i]
		want := s.header
		want.CRLF, want.Marker = b.CRLF, b.Marker
		if b.Header != want || b.Start != s.start || b.End != s.end {
			broken(t, containment, "sealed %+v at %d to %d, found %+v at %d to %d", s.header, s.start, s.end, b.Header, b.Start, b.End)
		}
		if b.Data.Raw() != s.data {
			broken(t, fidelity, "style %v: sealed %q, found %q", b.Style, s.data, b.Data.Raw())
		}
	}
}

// styledIsBounded: a style adds to a text no more than its bound, and four bytes
// for its first mark.
func styledIsBounded(t *testing.T, s sealedBlock, payload string) {
	t.Helper()
	if len(payload) > fence.MaxExpansion*len(s.data)+4 {
		broken(t, linearCost, "style %v: %d bytes became %d", s.header.Style, len(s.data), len(payload))
	}
}

// stylesDiffer: no two styles write a text that has words alike, so that a
// reader who knows the style knows that the text was quoted.
func stylesDiffer(t *testing.T, blocks []sealedBlock) {
	t.Helper()
	seen := map[string]fence.Style{}
	for _, s := range blocks {
		if strings.TrimSpace(s.data) == "" {
			continue
		}
		key := s.data + "\x00" + payloadOf(t, s)
		if other, ok := seen[key]; ok && other != s.header.Style {
			broken(t, fidelity, "%q is %q as %v and as %v", s.data, payloadOf(t, s), other, s.header.Style)
		}
		seen[key] = s.header.Style
	}
}
