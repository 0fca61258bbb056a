package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/render"
)

func diffCommand() *subcommand {
	fs := newFlags("diff")
	format := fs.String("format", "text", "`FORMAT` of the list: text or json")
	secret := secretFlag(fs)
	output := outputFlag(fs)
	maxBytes := limitFlag(fs)
	return &subcommand{
		name: "diff", args: "PREV CUR", title: "say what changed among the windows between two turns", flags: fs,
		about: `PREV and CUR are ask bodies or stored states, told apart by shape; a stored
state needs the secret that it was signed with. A window that is withheld in
either turn is never named. As JSON:

  {"changes":[{"change","title","before"}]}

change is opened, closed, retitled, focused or shared (withheld before, shown
now); before, the old title, is there for retitled alone. A turn without ui has
no news: then there are no changes.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := oneOf("format", *format, []string{"text", "json"}); err != nil {
				return 0, err
			}
			if err := checkLimit(*maxBytes); err != nil {
				return 0, err
			}
			if len(args) != 2 {
				return 0, usageError("diff takes two files", "promptcheck diff PREV CUR")
			}
			if args[0] == stdinName && args[1] == stdinName {
				return 0, usageError("standard input can be one of the two, not both", "")
			}
			prev, err := inv.ui(args[0], *secret, *maxBytes)
			if err != nil {
				return 0, err
			}
			cur, err := inv.ui(args[1], *secret, *maxBytes)
			if err != nil {
				return 0, err
			}
			if prev == nil || cur == nil {
				inv.say("a turn without ui has no news about windows")
			}
			changes := render.Diff(prev, cur)
			list := changesText(changes)
			if *format == "json" {
				list = changesJSON(changes)
			}
			return ExitClean, inv.emit(*output, list, modeSecret)
		},
	}
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
