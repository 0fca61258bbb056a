package gobridge

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// job is one task that is carried out.
type job struct {
	options
	request
	ctx context.Context //nolint:containedctx // the life of the task

	tmp    string // folder of this task alone
	module module

	diagnostics []task.Diagnostic
	values      []coreform.Term
	noSandbox   error // why there is none, once that is known
}

// maxMessage is the longest text of a diagnostic, in bytes.
const maxMessage = 2000

func (j *job) say(level task.Level, code, path, msg string) {
	j.diagnostics = append(j.diagnostics, task.Diagnostic{
		Level: level, Code: "editor/task/" + code, Path: printable(path, maxMessage), Msg: printable(msg, maxMessage),
	})
}

func (j *job) fail(code, path, msg string) { j.say(task.Error, code, path, msg) }

func (j *job) set(key string, value coreform.Term) {
	j.values = append(j.values, coreform.Sym(key), value)
}

func (j *job) result() outcome.Outcome { return j.contract.Result(j.diagnostics, j.values...) }

// failed reports whether a diagnostic is an error.
func (j *job) failed() bool {
	for _, d := range j.diagnostics {
		if d.Level == task.Error {
			return true
		}
	}
	return false
}

// printable makes text from outside one that a term can hold, and not too long.
func printable(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// removeAll removes a folder, also where the go tool made folders of it read only.
func removeAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			return os.Chmod(p, 0o700) //nolint:gosec // a folder must be searchable to be emptied
		}
		return nil
	})
	return os.RemoveAll(dir)
}
