package dialog

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence/policy/host/internal/run"
	"github.com/ringfence/ringfence/policy/internal/console"
)

// zenity is the desktop dialog of the program of that name.
type zenity struct {
	path string
	env  []string
}

// Zenity returns the dialog of the desktop that an environment ("NAME=value")
// describes, and an error with [CodeNone] where there is no desktop or zenity is
// not installed.
func Zenity(environ []string) (Dialog, error) {
	if run.Lookup(environ, "DISPLAY") == "" && run.Lookup(environ, "WAYLAND_DISPLAY") == "" {
		return nil, fail(CodeNone, "there is no desktop", "set DISPLAY or WAYLAND_DISPLAY", nil)
	}
	path := run.Find(environ, "zenity")
	if path == "" {
		return nil, fail(CodeNone, "zenity is not installed", "", nil)
	}
	return &zenity{path, run.Desktop(environ)}, nil
}

// Open implements [Dialog].
func (z *zenity) Open(ctx context.Context, r Request) (Answer, error) { return z.ask(ctx, r, false) }

// Save implements [Dialog].
func (z *zenity) Save(ctx context.Context, r Request) (Answer, error) { return z.ask(ctx, r, true) }

// arguments are those of one dialog. Everything that came from outside stands
// behind the "=" of one argument. The dialog for files has no text with markup.
func (r Request) arguments(save bool, separator string) []string {
	args := []string{"--file-selection", "--title=" + console.Visible(r.Title, true), "--separator=" + separator}
	start := r.StartDir
	if start != "" && !strings.HasSuffix(start, string(filepath.Separator)) {
		start += string(filepath.Separator) // a folder, and not a file of its name
	}
	switch {
	case save:
		args = append(args, "--save", "--confirm-overwrite", "--filename="+start+r.DefaultName)
	case start != "":
		args = append(args, "--filename="+start)
	}
	if r.Multi && !save {
		args = append(args, "--multiple")
	}
	for _, f := range r.Filters {
		args = append(args, "--file-filter="+f.argument())
	}
	return args
}

// argument is NAME | PATTERN PATTERN: a bar in the name would end it. Patterns see
// case, so that both are there.
func (f Filter) argument() string {
	name := strings.ReplaceAll(console.Visible(f.Name, true), "|", `\u{7C}`)
	var patterns []string
	for _, e := range f.Extensions {
		switch lower, upper := strings.ToLower(e), strings.ToUpper(e); {
		case e == "*":
			patterns = append(patterns, "*")
		case lower == upper:
			patterns = append(patterns, "*."+e)
		default:
			patterns = append(patterns, "*."+lower, "*."+upper)
			if e != lower && e != upper {
				patterns = append(patterns, "*."+e)
			}
		}
	}
	if strings.TrimSpace(name) == "" {
		name = strings.Join(patterns, " ")
	}
	return name + " | " + strings.Join(patterns, " ")
}

// maxOutput is what the paths of one answer take at most, with separators.
const maxOutput = 1 << 20

// ask shows a dialog. Paths are told apart by a separator that nobody knows before:
// a name of a file can hold any other.
func (z *zenity) ask(ctx context.Context, r Request, save bool) (Answer, error) {
	if err := r.Check(); err != nil {
		return Answer{}, err
	}
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	separator := "|" + hex.EncodeToString(random[:]) + "|"
	p := run.Program{Path: z.path, Args: r.arguments(save, separator), Env: z.env, Take: true, MaxOut: maxOutput}
	result, err := p.Run(ctx)
	switch {
	case ctx.Err() != nil:
		return Answer{}, fail(CodeTimeout, "the dialog was not answered in time", "", ctx.Err())
	case err != nil:
		return Answer{}, fail(CodeFailed, "the program of the dialog did not start", "", err)
	case result.Over:
		return Answer{}, fail(CodeFailed, "the program of the dialog wrote too much", "", nil)
	case result.Code == 1 && len(result.Out) == 0 && noDisplay(result.Err):
		return Answer{}, fail(CodeNone, "the desktop cannot be reached", "", nil)
	case result.Code == 1:
		return Answer{}, nil // closed, or cancelled
	case result.Code != 0:
		return Answer{}, fail(CodeFailed, "the program of the dialog failed", "", nil)
	}
	out, ok := bytes.CutSuffix(result.Out, []byte("\n"))
	if !ok || len(out) == 0 {
		return Answer{}, fail(CodeFailed, "the program of the dialog answered with no path", "", nil)
	}
	return r.Judge(Answer{OK: true, Paths: strings.Split(string(out), separator)}, save)
}

// noDisplay tells a desktop that is not there from a person who cancels: zenity
// has one status for both.
func noDisplay(diagnostics []byte) bool {
	return strings.Contains(strings.ToLower(string(diagnostics)), "open display")
}
