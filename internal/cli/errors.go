package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// Codes of the errors of the command line itself.
const (
	// CodeUsage: a command, flag or argument is wrong.
	CodeUsage ringfence.Code = "usage"
	// CodeFile: a file cannot be read or written.
	CodeFile ringfence.Code = "file"
	// CodeNotRegular: what is named is no regular file, such as a pipe, a device
	// or a symbolic link inside a folder.
	CodeNotRegular ringfence.Code = "file-not-regular"
	// CodeNoFiles: a folder holds nothing that would be checked.
	CodeNoFiles ringfence.Code = "no-files"
)

func usageError(message, hint string) error {
	return &ringfence.Error{Code: CodeUsage, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// fileError says what happened to a file, without the operating system's words
// about its name.
func fileError(name, message string, err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	if name != "" {
		message = quote(name) + " " + message
	}
	if err != nil {
		message += ": " + visible(err.Error())
	}
	return &ringfence.Error{Code: CodeFile, Message: message, Offset: ringfence.NoOffset, Err: err}
}

// report prints an error and its hint on standard error.
func (inv *invocation) report(err error) { inv.reportFor("", err) }

// reportFor is report for an error about one of several files.
func (inv *invocation) reportFor(file string, err error) {
	prefix := "promptcheck: "
	if file != "" {
		prefix += visibleName(file) + ": "
	}
	message, hint := describe(err)
	fmt.Fprintln(inv.err, prefix+message)
	if hint != "" {
		fmt.Fprintln(inv.err, "hint: "+hint)
	}
}

// say prints a remark on standard error. It is made of our own words.
func (inv *invocation) say(text string) { fmt.Fprintln(inv.err, "promptcheck: "+text) }

// describe returns what an error says and what to do about it. Everything that
// is not a *ringfence.Error is escaped, since nobody knows who wrote it.
func describe(err error) (message, hint string) {
	if in, ok := err.(*inFile); ok { //nolint:errorlint // the outermost one names the file
		_, hint = describe(in.err)
		return in.Error(), hint
	}
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return visible(err.Error()), ""
	}
	message = e.Error()
	if e.Code == CodeUsage || e.Code == CodeFile {
		message = e.Message // the code says no more than the words
	}
	if hint, ok := flagHints[e.Code]; ok {
		return message, hint
	}
	return message, e.Hint
}

// flagHints stand for hints that name fields and functions of the library, which
// whoever runs the command does not have.
var flagHints = map[ringfence.Code]string{
	contract.CodeDepth: "no contract nests this deep; check reads limits.depth from a --config file if a producer of yours does",
}

// quote shows a word of the command line in quotation marks, shortened.
func quote(s string) string {
	const most = 200
	if len(s) > most {
		s = s[:most] + "..."
	}
	return `"` + visible(s) + `"`
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// inFile is an error about a file.
type inFile struct {
	name         string
	line, column int // from 1, as findings have them; 0 without a place
	err          error
}

// Error returns the name, escaped, the place in the file if there is one, and
// the error.
func (e *inFile) Error() string {
	message, _ := describe(e.err)
	name := visibleName(e.name)
	if e.line > 0 {
		name += ":" + strconv.Itoa(e.line) + ":" + strconv.Itoa(e.column)
	}
	return name + ": " + message
}

// Unwrap returns the error without the name.
func (e *inFile) Unwrap() error { return e.err }

// nameFile says which file an error is about.
func nameFile(name string, err error) error { return &inFile{name: name, err: err} }

// nameBody is nameFile for an error about what the file holds: it has line and
// column where the error has an offset. An error that names a file already names
// the right one.
func nameBody(name string, body []byte, err error) error {
	var e *ringfence.Error
	var named *inFile
	if errors.As(err, &named) {
		return err
	}
	in := &inFile{name: name, err: err}
	if errors.As(err, &e) && 0 <= e.Offset && e.Offset <= int64(len(body)) {
		head := body[:e.Offset]
		in.line = 1 + bytes.Count(head, []byte{'\n'})
		in.column = len(head) - bytes.LastIndexByte(head, '\n')
	}
	return in
}
