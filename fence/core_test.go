package fence

import (
	"testing"

	"github.com/ringfence/ringfence"
)

// A checked core: all texts over a few characters, one for each thing the
// escaper tells apart, up to a length that lets every two of them meet at
// every distance a rule looks across.
func TestCheckedCore(t *testing.T) {
	// The nonce would be too long to enumerate: the finder of a short code stands
	// in for it.
	for _, set := range []struct {
		length   int
		code     string
		alphabet []string
	}{
		{6, "ab", []string{"a", "<", "\n", "\r", "⟦", "\u200b", "b"}},
		{5, "ab", []string{"a", "<", "/", "|", "\n", "\r", "⟦", "\u200b", "\u0338", "\xff", "b"}},
		{4, "", []string{"م", "\u200c", "ᠠ", "\u180b", "❤", "\ufe0f", "\u0301", "\n", "\r", "≮"}},
		{5, "", []string{"\xe2", "\x9f", "\xa6", "⟦", "U+0041⟧", "0xFF⟧", "\r", "\n"}},
		{5, "", []string{"</untrusted-data", "<|x|>", "<", "|", "[|", "|]", "x", "\u200b"}},
	} {
		if testing.Short() || raceEnabled {
			set.length--
		}
		c := core{t: t, alphabet: set.alphabet, code: set.code, payloads: map[string]string{}}
		c.extend(nil, set.length)
		if len(c.payloads) < 1000 {
			t.Errorf("only %d texts", len(c.payloads))
		}
	}
}

type core struct {
	t        *testing.T
	alphabet []string
	code     string
	payloads map[string]string // text by payload and mode of line ends
	buf      []byte
}

func (c *core) extend(text []byte, left int) {
	c.visit(string(text))
	if left == 0 {
		return
	}
	for _, s := range c.alphabet {
		c.extend(append(text[:len(text):len(text)], s...), left-1)
	}
}

func (c *core) visit(text string) {
	t := c.t
	e := escaper{t: defaultTable(), crlf: usesCRLF(text)}
	if c.code != "" {
		f := newFinder(c.code)
		e.hits = f.find(text)
	}
	c.buf = e.run(c.buf[:0], text)
	payload := string(c.buf)
	key := payload
	if e.crlf {
		key += "\x00crlf"
	}
	if other, ok := c.payloads[key]; ok && other != text {
		t.Errorf("injectivity: %q and %q are both %q", text, other, payload)
	}
	c.payloads[key] = text
	if back, bad := decode(payload, e.crlf); back != text || bad >= 0 {
		t.Errorf("fidelity: %q, payload %q, back %q", text, payload, back)
	}
	block := string(append(append([]byte(openLine), payload...), "\n"+closeLine...))
	if blocks, faults := Inspect(block); len(blocks) != 1 || faults != nil || blocks[0].PayloadEnd != len(openLine)+len(payload) {
		t.Errorf("containment: %q, payload %q: %d blocks, %v", text, payload, len(blocks), faults)
	}
	if lit := alive(payload); lit != "" {
		t.Errorf("inertness: %q in %q, sealed from %q", lit, payload, text)
	}
	for _, f := range FindCharacters(payload) {
		if f.Class != Bracket {
			t.Errorf("inertness: %v in %q, sealed from %q", f.Class, payload, text)
		}
	}
	if c.code != "" && oracleHasNonce(payload, c.code) {
		t.Errorf("the code stands in %q, sealed from %q", payload, text)
	}
	if len(payload) > MaxExpansion*len(text) {
		t.Errorf("expansion: %q to %q", text, payload)
	}
}

// The core goes round Seal; this holds that Seal does the same.
func TestCheckedCoreIsSeal(t *testing.T) {
	for _, text := range []string{"", "a", "<|x|>\u200b", "\r\n\r\n\n", "\xe2\x9f", testCode} {
		out, m, err := Seal(nil, testNonce, noteHeader, ringfence.NewData(text))
		f := newFinder(testCode)
		e := escaper{t: defaultTable(), crlf: usesCRLF(text), hits: f.find(text)}
		h := noteHeader
		h.CRLF = e.crlf
		want := h.appendClose(append(e.run(h.appendOpen(nil, testCode), text), '\n'), testCode)
		if err != nil || string(out) != string(want) || m != e.marks {
			t.Errorf("%q: %q, want %q", text, out, want)
		}
	}
}
