package dialog

import (
	"context"

	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package.
const (
	// CodeRequest: the request holds what no dialog can show.
	CodeRequest ringfence.Code = "dialog-request"
	// CodeNone: there is no desktop or terminal, or no program for it.
	CodeNone ringfence.Code = "dialog-none"
	// CodeFailed: the program of the dialog failed, or answered with no path.
	CodeFailed ringfence.Code = "dialog-failed"
	// CodeTimeout: the context ended before there was an answer.
	CodeTimeout ringfence.Code = "dialog-timeout"
	// CodeAnswer: the answer is not one to the request: too many paths, or a
	// name that no filter takes.
	CodeAnswer ringfence.Code = "dialog-answer"
	// CodeEscape: a path that is outside the folders, or leads out of them.
	CodeEscape ringfence.Code = "dialog-path-escape"
	// CodeFolder: a folder that paths are held to cannot be opened.
	CodeFolder ringfence.Code = "dialog-folder"
)

// Dialog asks a person for paths. Both methods return when there is an answer or
// soon after ctx is done, with [CodeTimeout]. Answers are judged by
// [Request.Judge] already; they are not held to any folder.
type Dialog interface {
	Open(ctx context.Context, r Request) (Answer, error) // files that exist
	Save(ctx context.Context, r Request) (Answer, error) // one file, which may exist
}

// Request is what a dialog shows. Its text may come from anywhere.
type Request struct {
	Title       string
	DefaultName string // for Save, one element of a path, or ""
	StartDir    string // absolute path of a folder that exists, or "" for any
	Multi       bool   // for Open: more than one file may be chosen
	Filters     []Filter
}

// Filter is a kind of file that can be chosen. Without any, every file can.
type Filter struct {
	Name       string   // for the person
	Extensions []string // without the dot, such as "tar.gz"; "*" is any file
}

// Answer is what the person chose. The zero Answer is nothing.
type Answer struct {
	OK    bool
	Paths []string // absolute and clean, in the order of the dialog, not empty when OK
}

// Headless is a dialog without a person: it chooses nothing.
type Headless struct{}

// Open implements [Dialog].
func (Headless) Open(_ context.Context, r Request) (Answer, error) { return Answer{}, r.Check() }

// Save implements [Dialog].
func (Headless) Save(_ context.Context, r Request) (Answer, error) { return Answer{}, r.Check() }

// fail returns an error of this package.
func fail(code ringfence.Code, message, hint string, cause error) error {
	return &ringfence.Error{Code: code, Message: message, Hint: hint, Offset: ringfence.NoOffset, Err: cause}
}
