package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

// publicNonce is the nonce that the vectors know.
func publicNonce(t *testing.T) fence.Nonce {
	t.Helper()
	n, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// kindOf is the kind of block that a carrier's text goes into.
func kindOf(c corpus.Carrier) fence.Kind {
	switch c {
	case corpus.Code:
		return fence.Source
	case corpus.Label, corpus.Excerpt, corpus.Filename:
		return fence.Items
	case corpus.Title:
		return fence.Windows
	case corpus.Tool, corpus.Clipboard:
		return fence.Tool
	}
	return fence.Screen
}

// TestFenceSealsVectors seals every payload under the nonce its author knows,
// between instructions, and scans it back.
func TestFenceSealsVectors(t *testing.T) {
	const before, after = "Edit the module.\n\n", "Answer in one word.\n"
	nonce := publicNonce(t)
	for _, v := range vectors(t) {
		if v.Carrier == corpus.Prompt || v.Carrier == corpus.Body {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			payload := v.Payload.Raw()
			b, _, err := fence.Seal([]byte(before), nonce, fence.Header{N: 1, Kind: kindOf(v.Carrier)}, v.Payload)
			if err != nil {
				t.Fatal(err)
			}
			text := string(b) + after
			blocks, err := nonce.Scan(text)
			if err != nil {
				t.Fatalf("scan: %v", err)
			}
			if len(blocks) != 1 {
				t.Fatalf("%d blocks, want 1", len(blocks))
			}
			block := blocks[0]
			if block.Start != len(before) || text[block.End:] != after {
				t.Error("the block does not lie between the instructions")
			}
			if !block.Data.Equal(v.Payload) {
				t.Errorf("read back %d bytes that differ from the %d sealed", block.Data.Len(), len(payload))
			}
			inside := text[block.PayloadStart:block.PayloadEnd]
			if v.Canary != "" && strings.Contains(text[:block.PayloadStart]+"\x00"+text[block.PayloadEnd:], v.Canary) {
				t.Error("the canary stands outside of the block")
			}
			if len(inside) > fence.MaxExpansion*len(payload)+len("\n") {
				t.Errorf("%d bytes became %d", len(payload), len(inside))
			}
			if shapes := fence.FindFenceShapes(inside); len(shapes) > 0 {
				t.Errorf("a fence shape stands in the payload at %d", shapes[0].Start)
			}
			if strings.Contains(inside, corpus.Nonce) {
				t.Error("the nonce stands in the payload")
			}
			checkInert(t, v, text[block.PayloadStart-1:block.End])
			if v.Expect.Outcome == corpus.Verbatim && !strings.HasPrefix(text[block.PayloadStart:], payload) {
				t.Errorf("altered: %q", inside)
			}
		})
	}
}

// checkInert demands that nothing in the sealed region can act. Every payload
// has to pass, whatever its vector is about.
func checkInert(t *testing.T, v corpus.Vector, region string) {
	t.Helper()
	for _, m := range fence.FindControlTokens(region) {
		t.Errorf("control token of %s stands unbroken at %d", m.Family, m.Start)
	}
	for _, m := range fence.FindCharacters(region) {
		if m.Rune == '\u27e6' {
			continue // opens an escape; scanning has proved that each does
		}
		t.Errorf("character %U (%s) stands raw at %d", m.Rune, m.Class, m.Start)
		break
	}
	if strings.Contains(region, "\r") {
		t.Error("a carriage return stands raw")
	}
	// An inert payload is one that had something to defuse.
	if v.Expect.Outcome == corpus.Inert && strings.Contains(region, v.Payload.Raw()) {
		t.Error("the payload stands unaltered, so this vector tests nothing")
	}
}

// TestFenceReadsPrompts gives every rendered prompt to the scanner.
func TestFenceReadsPrompts(t *testing.T) {
	nonce := publicNonce(t)
	n := 0
	for _, v := range vectors(t) {
		if v.Carrier != corpus.Prompt {
			continue
		}
		n++
		t.Run(v.Name, func(t *testing.T) {
			blocks, err := nonce.Scan(v.Payload.Raw())
			switch v.Expect.Outcome {
			case corpus.Fails:
				if !errors.Is(err, &ringfence.Error{Code: ringfence.Code(v.Expect.Detail)}) {
					t.Errorf("error %v, want code %s", err, v.Expect.Detail)
				}
				if blocks != nil {
					t.Error("an error came with blocks")
				}
			case corpus.Contained:
				if err != nil || len(blocks) == 0 {
					t.Errorf("%d blocks, error %v", len(blocks), err)
				}
			default:
				t.Errorf("expectation %s of a prompt is not checked", v.Expect)
			}
		})
	}
	if n < 20 {
		t.Errorf("%d prompts, want at least 20", n)
	}
}
