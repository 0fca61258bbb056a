package dialog

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/ringfence/ringfence/policy/internal/console"
)

// Terminal asks on a terminal for a path that is typed.
type Terminal struct {
	// Open opens the device for one dialog. Closing it must end a read.
	Open func() (io.ReadWriteCloser, error)
}

// terminal is a Terminal as a Dialog: Terminal's own Open is its device.
type terminal struct {
	open func() (io.ReadWriteCloser, error)
}

// Dialog returns the dialog. Without a device it chooses nothing and says so with
// [CodeNone].
func (t Terminal) Dialog() Dialog { return terminal{t.Open} }

// Open implements [Dialog].
func (t terminal) Open(ctx context.Context, r Request) (Answer, error) { return t.ask(ctx, r, false) }

// Save implements [Dialog].
func (t terminal) Save(ctx context.Context, r Request) (Answer, error) { return t.ask(ctx, r, true) }

// tries is how often a line that is no answer is asked for again.
const tries = 3

func (t terminal) ask(ctx context.Context, r Request, save bool) (Answer, error) {
	if err := r.Check(); err != nil {
		return Answer{}, err
	}
	if err := ctx.Err(); err != nil {
		return Answer{}, fail(CodeTimeout, "the time was over", "", err)
	}
	if t.open == nil {
		return Answer{}, fail(CodeNone, "there is no terminal", "", nil)
	}
	tty, err := t.open()
	if err != nil {
		return Answer{}, fail(CodeNone, "the terminal cannot be opened", "", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = tty.Close() }) // ends the read
	defer func() {
		if stop() {
			_ = tty.Close() // the answer was read
		}
	}()
	a, err := r.talk(tty, save)
	if ctx.Err() != nil {
		return Answer{}, fail(CodeTimeout, "the dialog was not answered in time", "", ctx.Err())
	}
	return a, err
}

// talk shows the request and reads the answer.
func (r Request) talk(tty io.ReadWriter, save bool) (Answer, error) {
	if _, err := io.WriteString(tty, r.question(save)); err != nil {
		return Answer{}, fail(CodeFailed, "the terminal cannot be written", "", err)
	}
	for range tries {
		line, err := console.ReadLine(tty, MaxPath)
		if err != nil {
			return Answer{}, fail(CodeFailed, "the terminal gave no whole line", "", err)
		}
		if line == "" {
			return Answer{}, nil
		}
		a, err := r.typed(nil, line, save)
		switch {
		case err == nil && (save || !r.Multi):
			return a, nil
		case err == nil:
			return r.more(tty, a)
		}
		if _, err := io.WriteString(tty, "This is not what is asked for. Again: "); err != nil {
			return Answer{}, fail(CodeFailed, "the terminal cannot be written", "", err)
		}
	}
	return Answer{}, nil
}

// typed judges a path that was typed behind others. A relative one is below the
// folder that the dialog starts in.
func (r Request) typed(before []string, line string, save bool) (Answer, error) {
	if !filepath.IsAbs(line) {
		line = filepath.Join(r.StartDir, line)
	}
	return r.Judge(Answer{OK: true, Paths: append(before, line)}, save)
}

// more reads further paths, to an empty line. A line that is none ends it all
// without a choice: half a choice is nobody's.
func (r Request) more(tty io.ReadWriter, a Answer) (Answer, error) {
	for {
		if _, err := io.WriteString(tty, "Another, or an empty line: "); err != nil {
			return Answer{}, fail(CodeFailed, "the terminal cannot be written", "", err)
		}
		line, err := console.ReadLine(tty, MaxPath)
		if err != nil {
			return Answer{}, fail(CodeFailed, "the terminal gave no whole line", "", err)
		}
		if line == "" {
			return a, nil
		}
		if a, err = r.typed(a.Paths, line, false); err != nil {
			return Answer{}, nil //nolint:nilerr // the person typed something else: nothing is chosen
		}
	}
}

// question is what is shown. Every line of it that holds text from outside begins
// with "| ".
func (r Request) question(save bool) string {
	var b strings.Builder
	what := "a file to open"
	if save {
		what = "the name of a file to save"
	}
	b.WriteString("An agent asks for " + what + ". Its own words:\n| " + console.Visible(r.Title, true) + "\n")
	line := func(name, value string) {
		if value != "" {
			b.WriteString("| " + name + ": " + console.Visible(value, true) + "\n")
		}
	}
	line("folder", r.StartDir)
	line("name", r.DefaultName)
	for _, f := range r.Filters {
		line("kind", f.Name+" ("+strings.Join(f.Extensions, ", ")+")")
	}
	b.WriteString("Path, or an empty line for none: ")
	return b.String()
}
