package clipboard

import (
	"context"

	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package.
const (
	// CodeNone: there is no clipboard here, or no program that reaches it.
	CodeNone ringfence.Code = "clipboard-none"
	// CodeFailed: the program of the clipboard failed.
	CodeFailed ringfence.Code = "clipboard-failed"
	// CodeTooLong: the clipboard holds more than was allowed to be read, or more
	// than MaxContent was to be written.
	CodeTooLong ringfence.Code = "clipboard-too-long"
	// CodeNotText: the clipboard holds something that is no text, such as a
	// picture, or cannot hold bytes that are none.
	CodeNotText ringfence.Code = "clipboard-not-text"
	// CodeMIME: a type other than text/plain.
	CodeMIME ringfence.Code = "clipboard-mime"
	// CodeTimeout: the context ended first. The cause is its error.
	CodeTimeout ringfence.Code = "clipboard-timeout"
	// CodeClosed: the clipboard was closed.
	CodeClosed ringfence.Code = "clipboard-closed"
)

// Text is the MIME type of the contract, and the one that there is.
const Text = "text/plain"

// MaxContent is the longest content that is set, in bytes. It is held in memory
// by this process and by the program that hands it on.
const MaxContent = 64 << 20

// Content is what a clipboard holds. An empty clipboard has empty Data.
type Content struct {
	MIME string // Text
	Data []byte // text in UTF-8, or any bytes
}

// Clipboard is a clipboard. Implementations are safe for concurrent use, and may
// have a method Close() error that ends what they started.
type Clipboard interface {
	// Get returns the content, which has at most max bytes: a longer one is an
	// error with CodeTooLong. It returns soon after ctx is done.
	Get(ctx context.Context, max int) (Content, error)
	// Set replaces the content. After an error with CodeTimeout either content
	// may be there; after any other it is the earlier one.
	Set(ctx context.Context, content Content) error
}

// fail returns an error of this package.
func fail(code ringfence.Code, message, hint string, cause error) error {
	return &ringfence.Error{Code: code, Message: message, Hint: hint, Offset: ringfence.NoOffset, Err: cause}
}

// settable judges a content before anything is done with it.
func (c Content) settable() error {
	switch {
	case c.MIME != Text:
		return fail(CodeMIME, "the clipboard takes text/plain alone", "", nil)
	case len(c.Data) > MaxContent:
		return fail(CodeTooLong, "the content is longer than a clipboard is given", "", nil)
	}
	return nil
}
