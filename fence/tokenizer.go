package fence

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// maxTokenizerFile bounds what ReadTokenizerConfig reads: a tokenizer.json with
// a vocabulary of a quarter million entries and its merges has about 35 MB.
const maxTokenizerFile = 128 << 20

// namedTokens are the members of a tokenizer_config.json that hold one token.
var namedTokens = [...]string{
	"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token",
}

// tokenizerFile is what the files tokenizer_config.json, special_tokens_map.json,
// added_tokens.json's successor added_tokens_decoder, and tokenizer.json have in
// common: members that are absent in one of them are empty.
type tokenizerFile struct {
	Decoder    map[string]addedToken      `json:"added_tokens_decoder"`
	Added      []addedToken               `json:"added_tokens"`
	Additional []json.RawMessage          `json:"additional_special_tokens"`
	Extra      json.RawMessage            `json:"extra_special_tokens"`
	Named      map[string]json.RawMessage `json:"-"`
}

type addedToken struct {
	Content string `json:"content"`
	Special *bool  `json:"special"`
}

// ReadTokenizerConfig reads the control tokens of a model from its
// tokenizer_config.json, special_tokens_map.json or tokenizer.json, for
// [NewTable]: the named tokens, the additional special tokens, and the added
// tokens, special or not, since a tokenizer splits text at all of them. Tokens
// that can be no literal of a table, such as runs of white space, and ordinary
// words that are not special are left out. The order is that of the bytes, and
// no token is twice.
//
// The error has code [CodeToken] when the file is not JSON, is too large, or
// holds no member that such a file has. It reads as far as r goes, once.
func ReadTokenizerConfig(r io.Reader) ([]Token, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxTokenizerFile+1))
	if err != nil {
		return nil, &ringfence.Error{Code: CodeToken, Message: "the file cannot be read", Offset: ringfence.NoOffset, Err: err}
	}
	if len(b) > maxTokenizerFile {
		return nil, fileError("the file is too large", ringfence.NoOffset)
	}
	var f tokenizerFile
	if err := json.Unmarshal(b, &f.Named); err != nil {
		return nil, fileError("the file is no object in JSON", offsetOf(err))
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, fileError("the file is no tokenizer configuration in JSON", offsetOf(err))
	}
	c := collector{}
	c.file(f)
	if !c.known {
		return nil, fileError("the file has no member of a tokenizer configuration", ringfence.NoOffset)
	}
	slices.SortFunc(c.tokens, func(a, b Token) int { return strings.Compare(a.Literal, b.Literal) })
	return slices.CompactFunc(c.tokens, func(a, b Token) bool { return a.Literal == b.Literal }), nil
}

// collector gathers the tokens of one file.
type collector struct {
	tokens []Token
	known  bool
}

func (c *collector) file(f tokenizerFile) {
	for _, t := range f.Decoder {
		c.added(t)
	}
	for _, t := range f.Added {
		c.added(t)
	}
	c.known = c.known || f.Decoder != nil || f.Added != nil
	for _, raw := range f.Additional {
		c.raw(raw)
	}
	var list []json.RawMessage
	var byName map[string]json.RawMessage
	switch {
	case json.Unmarshal(f.Extra, &list) == nil:
		for _, raw := range list {
			c.raw(raw)
		}
	case json.Unmarshal(f.Extra, &byName) == nil:
		for _, raw := range byName {
			c.raw(raw)
		}
	}
	for _, name := range namedTokens {
		if raw, ok := f.Named[name]; ok {
			c.known = true
			c.raw(raw)
		}
	}
	for _, name := range [...]string{"additional_special_tokens", "extra_special_tokens"} {
		_, ok := f.Named[name]
		c.known = c.known || ok
	}
}

// raw takes a token that is a string, or an object with its content.
func (c *collector) raw(raw json.RawMessage) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		c.add(s, true)
		return
	}
	var t addedToken
	if json.Unmarshal(raw, &t) == nil {
		c.add(t.Content, true)
	}
}

func (c *collector) added(t addedToken) { c.add(t.Content, t.Special != nil && *t.Special) }

// add takes a literal that a table can hold. An ordinary word is forced when the
// file says that it is special: that is the user's own model.
func (c *collector) add(literal string, special bool) {
	tok := Token{Literal: literal, Family: "configured", Source: "tokenizer configuration"}
	tok.Forced = special && ordinary(tok.folded())
	if tok.check() == "" {
		c.tokens = append(c.tokens, tok)
	}
}

func fileError(msg string, offset int64) error {
	return &ringfence.Error{
		Code: CodeToken, Message: msg, Offset: offset,
		Hint: "pass tokenizer_config.json, special_tokens_map.json or tokenizer.json",
	}
}

// offsetOf returns the offset of an error of encoding/json that has one.
func offsetOf(err error) int64 {
	offset := int64(ringfence.NoOffset)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = e.Offset
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = e.Offset
	}
	return offset
}
