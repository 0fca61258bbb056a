package fence

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence/spotlight"
)

// Fence words are escaped in every mix of letter cases: the filter before the
// search has the heads of all.
func TestFenceWordsInEveryCase(t *testing.T) {
	const letters = 4 // heads go no further
	for _, w := range words {
		for mix := range 1 << letters {
			v := []byte(w)
			for k := range letters {
				if mix>>k&1 != 0 {
					v[k] -= 'a' - 'A'
				}
			}
			for _, s := range []string{"<" + string(v), "</" + string(v), "<" + string(v[:letters]) + strings.ToUpper(w[letters:])} {
				if p := blockOf(t, "x "+s).payload.Raw(); p != "x ⟦U+003C⟧"+s[1:] {
					t.Errorf("%s: %s", s, p)
				}
			}
		}
	}
}

func TestContinues(t *testing.T) {
	for _, c := range []struct {
		s    string
		i, n int
		want bool
	}{
		{"\x80", 0, 1, true},
		{"\xbf\x80", 0, 2, true},
		{"é", 1, 1, true},
		{"日", 1, 2, true},
		{"a", 0, 1, false},
		{"\xc0", 0, 1, false},
		{"\x00\x80", 0, 1, false},
		{"\x80a", 0, 2, false},
		{"a\x80", 0, 2, false},
		{"\x80\xc3", 0, 2, false},
		{"\x80", 0, 2, false},
		{"\x80\xff", 1, 1, false},
		{"", 0, 1, false},
	} {
		if got := continues(c.s, c.i, c.n); got != c.want {
			t.Errorf("%q from %d, %d: %v", c.s, c.i, c.n, got)
		}
	}
}

// A marker of the datamark style is one of those that there are.
func TestMarkersOfFenceLines(t *testing.T) {
	for d := byte('0') - 1; d <= '9'+1; d++ {
		var h Header
		if got, want := h.setStyle("datamark."+string(d)), d >= '0' && int(d-'0') <= spotlight.Markers; got != want || want && h.Marker != d-'0' {
			t.Errorf("%q: %v, marker %d", d, got, h.Marker)
		}
	}
}

// The literals of a table have a limit in bytes, and the first that is over it is
// named.
func TestTableBytes(t *testing.T) {
	tokens := make([]Token, maxTableBytes/maxLiteral+2)
	for i := range tokens {
		tokens[i] = Token{Literal: "<" + strings.Repeat("x", maxLiteral-1), Forced: true}
	}
	_, err := NewTable(tokens...)
	if e, ok := errors.AsType[*ringfence.Error](err); !ok || e.Code != CodeToken || e.Pointer != "/16384" {
		t.Errorf("%#v", err)
	}
	if _, err := NewTable(tokens[:maxTableBytes/maxLiteral]...); err != nil {
		t.Errorf("a table of the largest size: %v", err)
	}
}

// The last character that folds to another is looked at like those before it.
func TestTableOfTheLastFold(t *testing.T) {
	last := string(rune(lastFolded))
	table := mustTable(t, foldString(last)+"<|")
	if m := table.find("x" + last + "<|"); len(m) != 1 || m[0].Start != 1 {
		t.Errorf("%v", m)
	}
}

// What a reader fails with is kept, and what it gave before is not used.
func TestTokenizerConfigUnread(t *testing.T) {
	broken := errors.New("the disk is gone")
	tokens, err := ReadTokenizerConfig(iotest.TimeoutReader(strings.NewReader(`{"eos_token": "<end>"}`)))
	if !errors.Is(err, iotest.ErrTimeout) || tokens != nil {
		t.Errorf("%v, %v", tokens, err)
	}
	if _, err := ReadTokenizerConfig(iotest.ErrReader(broken)); !errors.Is(err, broken) || codeOf(t, err) != CodeToken {
		t.Errorf("%v", err)
	}
}

// Errors of tokenizer files say what is wrong and where.
func TestTokenizerConfigErrors(t *testing.T) {
	for _, c := range []struct {
		src, message string
		offset       int64
	}{
		{`{"eos_token" 1}`, "no object in JSON", 14},
		{`[]`, "no object in JSON", 1},
		{`{"added_tokens": 3}`, "no tokenizer configuration", 18},
		{`{"model": 1}`, "no member of a tokenizer configuration", ringfence.NoOffset},
	} {
		_, err := ReadTokenizerConfig(strings.NewReader(c.src))
		e, ok := errors.AsType[*ringfence.Error](err)
		if !ok || !strings.Contains(e.Message, c.message) || e.Offset != c.offset {
			t.Errorf("%s: %#v", c.src, err)
		}
	}
	for _, src := range []string{`{"added_tokens": []}`, `{"added_tokens_decoder": {}}`, `{"additional_special_tokens": []}`, `{"eos_token": "<e>"}`} {
		if _, err := ReadTokenizerConfig(strings.NewReader(src)); err != nil {
			t.Errorf("%s: %v", src, err)
		}
	}
}
