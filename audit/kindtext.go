package audit

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// sourceNames are the extensions of source text, in which control tokens,
// delimiters and escapes are what programs are made of. The name of a file is
// its owner's, not its author's; nothing in a file makes it source text. All but
// expectations are text to Auto, too.
var sourceNames = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for ext := range strings.FieldsSeq(`.go .s .c .h .cc .cpp .hpp .cs .java .kt .kts .scala .swift .m .mm .rs .zig .py .pyi .rb .pl .pm .php
		.lua .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .sh .bash .zsh .ps1 .bat .sql .r .jl .hs .ml .mli .fs .ex .exs .erl .clj .el .lisp
		.vim .awk .sed .jinja .j2 .tmpl .gotmpl .hbs .css .scss .less .proto .cmake .mk .gradle .dart .nim .v .vhd .asm .tf .golden`) {
		m[ext] = true
	}
	return m
})

// expectation is the extension of what tests expect: source text to whoever says
// that it is text, but it may as well be a rendered prompt, so Auto looks at it.
const expectation = ".golden"

func isSource(file string) bool { return sourceNames()[strings.ToLower(filepath.Ext(file))] }

// isDocument reports a name that says that a file is a text: without a byte in it,
// it is a prompt with nothing in it, where of another name nobody knows what is
// missing.
func isDocument(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".md", ".txt", ".prompt":
		return true
	}
	return false
}

// size refuses a body over the limit, for kinds that have no parser to do so.
func (c Checker) size(body []byte) error {
	limit := c.Limits.Bytes
	if limit == 0 {
		limit = contract.DefaultBytes
	}
	if len(body) <= limit {
		return nil
	}
	return &ringfence.Error{
		Code: contract.CodeSize, Message: "the file is longer than the limit", Offset: int64(limit),
		Hint: "raise the limit if files of this size are expected",
	}
}

// text checks data that is going into a prompt. Any bytes are text.
func (c Checker) text(col *collector, file string, body []byte) error {
	if err := c.size(body); err != nil {
		return err
	}
	put := newPlaced(col, promptdoc.PlainSpan(0), 0, at(""), string(body))
	if body, ok := utf16Text(body); ok {
		put.text, put.coded = body, true
		everything(body, setting{code: isSource(file)}, put)
		return c.overBudget(col, []string{body})
	}
	everything(put.text, setting{code: isSource(file)}, put)
	return c.overBudget(col, []string{put.text})
}

// utf16Text decodes a body that begins as UTF-16 does.
func utf16Text(body []byte) (string, bool) {
	if !promptdoc.IsUTF16(body) {
		return "", false
	}
	big := bytes.HasPrefix(body, []byte{0xFE, 0xFF})
	return decodeUTF16(body[2:], big), true
}
