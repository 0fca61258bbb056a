package html

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// Places in a text that were found in the file lead back to the text.
func TestTextPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	units := []string{"a", "é", "日", "😀", "\"", "\\", "\n", "\u202e", "<", "\x01", "𝒳"}
	for range 200 {
		var b strings.Builder
		for range r.IntN(3 * stride) {
			b.WriteString(units[r.IntN(len(units))])
		}
		text := b.String()
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range []promptdoc.Span{promptdoc.PlainSpan(7), promptdoc.StringSpan(raw, 7)} {
			var at []int
			for i := range text { // where characters begin
				if r.IntN(4) == 0 {
					at = append(at, i)
				}
			}
			at = append(at, len(text))
			got := textPlaces(span, len(text), span.Offsets(at))
			for i := range at {
				if got[i] != at[i] {
					t.Fatalf("%q: place %d of the text came back as %d", text, at[i], got[i])
				}
			}
		}
	}
	if textPlaces(promptdoc.PlainSpan(0), 5, nil) != nil {
		t.Error("places of nothing")
	}
}

// Offsets lead into the message that they stand in, or into none.
func TestPlace(t *testing.T) {
	body := `{"messages":[{"role":"system","text":"a\u202eb"},{"role":"user","text":"日本"}]}`
	p, err := Read([]byte(body), contract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		find        string
		message, at int
	}{{`{"mess`, -1, 0}, {`a\u`, 0, 0}, {`\u202eb`, 0, 1}, {`b"`, 0, 4}, {`,{"role":"user"`, -1, 0}, {"日", 1, 0}, {"本", 1, 3}, {`]}`, -1, 0}} {
		offset := int64(strings.Index(body, tc.find))
		message, at := p.place([]int64{offset})
		if message[0] != tc.message || at[0] != tc.at {
			t.Errorf("%q: message %d, byte %d", tc.find, message[0], at[0])
		}
	}
	// All at once is as one by one.
	var offsets []int64
	for i := range body {
		offsets = append(offsets, int64(i))
	}
	all, places := p.place(offsets)
	for i, off := range offsets {
		if m, a := p.place([]int64{off}); m[0] != all[i] || a[0] != places[i] {
			t.Errorf("offset %d: %d, %d and %d, %d", off, m[0], a[0], all[i], places[i])
		}
	}
}

// Messages that touch, as those of a rendered prompt do, share no place.
func TestPlaceBetween(t *testing.T) {
	p := FromRender(ordinary.prompt(t))
	n := int64(len(p.messages[0].text))
	message, at := p.place([]int64{n - 1, n, n + 1})
	for i, want := range [][2]int{{0, int(n) - 1}, {1, 0}, {1, 1}} {
		if message[i] != want[0] || at[i] != want[1] {
			t.Errorf("place %d is byte %d of message %d", i, at[i], message[i])
		}
	}
}
