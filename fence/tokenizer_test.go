package fence

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

const configFile = `{
  "add_bos_token": true,
  "added_tokens_decoder": {
    "1": {"content": "<|one|>", "special": true, "lstrip": false},
    "0": {"content": "<zero>", "special": false},
    "2": {"content": "  ", "special": false},
    "3": {"content": "word", "special": false},
    "4": {"content": "Word", "special": true}
  },
  "additional_special_tokens": ["<a>", {"content": "<b>", "lstrip": true}, "<zero>", 7],
  "extra_special_tokens": {"image_token": "<img_x>"},
  "bos_token": {"__type": "AddedToken", "content": "<bos_x>"},
  "eos_token": "<eos_x>", "pad_token": null, "unk_token": "⟦unk⟧",
  "chat_template": "{% for m in messages %}<|im_start|>{% endfor %}",
  "model_max_length": 1000000000000000019884624838656
}`

func literalsOf(tokens []Token) []string {
	var out []string
	for _, tok := range tokens {
		out = append(out, tok.Literal)
	}
	return out
}

func TestReadTokenizerConfig(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"tokenizer_config.json", configFile, []string{"<a>", "<b>", "<bos_x>", "<eos_x>", "<img_x>", "<zero>", "<|one|>", "Word"}},
		{"tokenizer.json", `{"version":"1.0","added_tokens":[{"id":0,"content":"<t>","special":true},{"id":1,"content":"<u>"}],"model":{"vocab":{"<v>":0}}}`, []string{"<t>", "<u>"}},
		{"special_tokens_map.json", `{"bos_token":"<s_x>","additional_special_tokens":["<w>"]}`, []string{"<s_x>", "<w>"}},
		{"list of extra tokens", `{"eos_token":null,"extra_special_tokens":["<m>",{"content":"<n>"}]}`, []string{"<m>", "<n>"}},
		{"extra tokens alone", `{"extra_special_tokens":{"image_token":"<m>"}}`, []string{"<m>"}},
		{"none", `{"added_tokens":[]}`, nil},
		{"none at all", `{"additional_special_tokens":null}`, nil},
	} {
		tokens, err := ReadTokenizerConfig(iotest.OneByteReader(strings.NewReader(c.file)))
		if err != nil || !slices.Equal(literalsOf(tokens), c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, literalsOf(tokens), err, c.want)
		}
		table, err := NewTable(tokens...)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, l := range c.want {
			if p := checkBlockIn(t, table, testNonce, noteHeader, "x"+l+"y"); strings.Contains(p, l) {
				t.Errorf("%s: %q stands in %q", c.name, l, p)
			}
		}
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestReadTokenizerConfigRefuses(t *testing.T) {
	for _, file := range []string{
		"", "{", "[]", "7", `"x"`, "{}", `{"chat_template":"x"}`, `{"added_tokens":{}}`, `{"added_tokens_decoder":[]}`,
		`{"bos_token":"<s>"} x`, `{"bos_token":"<s>"`,
	} {
		if tokens, err := ReadTokenizerConfig(strings.NewReader(file)); codeOf(t, err) != CodeToken || tokens != nil {
			t.Errorf("%q: %v, %v", file, tokens, err)
		}
	}
	if _, err := ReadTokenizerConfig(broken{}); codeOf(t, err) != CodeToken {
		t.Errorf("a reader that fails: %v", err)
	}
	if testing.Short() {
		return
	}
	spaces := io.LimitReader(repeat(' '), maxTokenizerFile+1)
	if _, err := ReadTokenizerConfig(spaces); codeOf(t, err) != CodeToken || !strings.Contains(err.Error(), "large") {
		t.Errorf("too large: %v", err)
	}
}

type repeat byte

func (r repeat) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r)
	}
	return len(b), nil
}
