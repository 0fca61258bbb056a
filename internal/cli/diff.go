package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/render"
)

// diffFormats are the formats of diff, the default first.
var diffFormats = []string{"text", "json", formatHTML}

// diffFlags are the flags of diff.
type diffFlags struct {
	format, secret, output *string
	maxBytes               *int
	show                   *bool
}

func diffCommand() *subcommand {
	fs := newFlags("diff")
	f := diffFlags{
		format:   fs.String("format", diffFormats[0], "`FORMAT` of the list: "+strings.Join(diffFormats, ", ")),
		show:     fs.Bool("show", false, "put titles and the text of data on the page of html"),
		secret:   secretFlag(fs),
		output:   outputFlag(fs),
		maxBytes: limitFlag(fs),
	}
	return &subcommand{
		args: "PREV CUR", flags: fs,
		about: `PREV and CUR are ask bodies or stored states, told apart by shape; a stored
state needs the secret that it was signed with. A window that is withheld in
either turn is never named. As JSON:

  {"changes":[{"change","title","before"}]}

change is opened, closed, retitled, focused or shared (withheld before, shown
now); before, the old title, is there for retitled alone. A turn without ui has
no news: then there are no changes.

html is a page for people. Of two ask bodies it compares the prompts as well,
as render makes them by itself, CUR with --prev PREV; a stored state has none.
It counts the windows that are withheld now. PREV and CUR can both be rendered
prompts, too, in any form: then these are compared, without windows. No title
and no text of data is on the page without --show. The same two files give the
same bytes.`,
		run: f.run,
	}
}

func (f diffFlags) run(inv *invocation, args []string) (int, error) {
	if err := f.check(args); err != nil {
		return 0, err
	}
	prev, err := f.turn(inv, args[0])
	if err != nil {
		return 0, err
	}
	cur, err := f.turn(inv, args[1])
	if err != nil {
		return 0, err
	}
	if err := fitTogether(prev, cur); err != nil {
		return 0, err
	}
	if !prev.isPrompt() && (prev.ui == nil || cur.ui == nil) {
		inv.say("a turn without ui has no news about windows")
	}
	var list []byte
	switch *f.format {
	case formatHTML:
		page, err := f.page(prev, cur)
		if err != nil {
			return 0, err
		}
		var b bytes.Buffer
		if err := page.Write(&b); err != nil {
			return 0, err
		}
		list = b.Bytes()
	case "json":
		list = changesJSON(render.Diff(prev.ui, cur.ui))
	default:
		list = changesText(render.Diff(prev.ui, cur.ui))
	}
	return ExitClean, inv.emit(*f.output, list, modeSecret)
}

// check judges the flags before anything is read.
func (f diffFlags) check(args []string) error {
	if err := oneOf("format", *f.format, diffFormats); err != nil {
		return err
	}
	if err := fitShow(*f.show, *f.format); err != nil {
		return err
	}
	if err := checkLimit(*f.maxBytes); err != nil {
		return err
	}
	if len(args) != 2 {
		return usageError("diff takes two files", "promptcheck diff PREV CUR")
	}
	if args[0] == stdinName && args[1] == stdinName {
		return stdinTwice()
	}
	return nil
}

// changesText is a table: our word, a bar, and the title, which is data.
func changesText(changes []render.Change) []byte {
	var b strings.Builder
	row := func(word, title string) { fmt.Fprintf(&b, "%-9s| %s\n", word, visible(title)) }
	for _, c := range changes {
		row(c.Kind.String(), c.Window.Title.Raw())
		if c.Kind == render.Retitled {
			row("  before", c.Before.Title.Raw())
		}
	}
	if len(changes) == 0 {
		b.WriteString("no changes\n")
	}
	return []byte(b.String())
}

func changesJSON(changes []render.Change) []byte {
	b := []byte(`{"changes":[`)
	for i, c := range changes {
		b = separate(b, i)
		b = appendJSON(append(b, `{"change":`...), c.Kind.String())
		b = appendJSON(append(b, `,"title":`...), c.Window.Title.Raw())
		if c.Kind == render.Retitled {
			b = appendJSON(append(b, `,"before":`...), c.Before.Title.Raw())
		}
		b = append(b, '}')
	}
	return append(b, "]}\n"...)
}
