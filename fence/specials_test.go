package fence_test

import (
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// A prompt of sealed tokens has no special id although the tokenizer is told to
// read special tokens, and the same text unsealed has them.
func TestNoSpecialIDs(t *testing.T) {
	if testing.Short() {
		t.Skip("loads two vocabularies")
	}
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	for name, specials := range map[string][]string{
		"cl100k_base": {"<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>", "<|endofprompt|>"},
		"o200k_base":  {"<|endoftext|>", "<|endofprompt|>"},
	} {
		enc, err := tiktoken.GetEncoding(name)
		if err != nil {
			t.Fatal(err)
		}
		ids := map[int]bool{}
		for _, s := range specials {
			got := enc.Encode(s, []string{"all"}, nil)
			if len(got) != 1 {
				t.Fatalf("%s: %q is %v", name, s, got)
			}
			ids[got[0]] = true
		}
		var data strings.Builder
		for _, s := range specials {
			for at := range s {
				data.WriteString(s[:at] + "\u200b" + s[at:] + " " + s[:at] + s + s[at:] + "\n")
			}
		}
		for _, tok := range fence.Tokens() {
			data.WriteString(tok.Literal + " ")
		}
		if raw := enc.Encode(data.String(), []string{"all"}, nil); !anyOf(raw, ids) {
			t.Errorf("%s: the text has no special token to begin with", name)
		}
		for _, style := range []fence.Style{fence.StyleBlock, fence.StylePrefix, fence.StyleDatamark, fence.StyleBase64} {
			out, _, err := fence.Seal(nil, fence.SeededNonce(nil), fence.Header{N: 1, Kind: fence.Note, Style: style}, ringfence.NewData(data.String()))
			if err != nil {
				t.Fatal(err)
			}
			if got := enc.Encode(string(out), []string{"all"}, nil); anyOf(got, ids) || len(got) == 0 {
				t.Errorf("%s, %v: a special token in %d", name, style, len(got))
			}
		}
	}
}

func anyOf(tokens []int, ids map[int]bool) bool {
	for _, tok := range tokens {
		if ids[tok] {
			return true
		}
	}
	return false
}
