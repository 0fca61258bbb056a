package cli

import "github.com/ringfence/ringfence/policy/effectlog"

func logCommand() *subcommand {
	fs := newFlags("log")
	output := outputFlag(fs)
	partial := fs.Bool("partial", false, "export the entries before the first one without an outcome")
	f := newLogFlags(fs)
	return &subcommand{
		args: "export JOURNAL|-", flags: fs,
		about: `export writes a journal in the published format (.gclog, version 3), which other
systems read. It verifies the journal first and exports nothing that has a
fault. Rules, approvals, payloads and the chain stay behind: the format has no
place for them, so keep the journal. Artifacts keep their names; --store checks
them.

The published format cannot say that an outcome was never recorded. A journal
with such an entry is exported up to it, with --partial, or not at all.

A file that -o names is readable by its owner alone: responses are in it.`,
		words: logActions,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) == 0 || args[0] != "export" {
				return 0, noAction("log", args, logActions())
			}
			file, err := oneFile("log export", args[1:])
			if err != nil {
				return 0, err
			}
			log, o, done, err := f.open(inv, file)
			defer done()
			if err != nil {
				return 0, err
			}
			text, err := effectlog.Export(log, effectlog.ExportOptions{Key: o.Key, Store: o.Store, Partial: *partial})
			if err != nil {
				return 0, nameFile(file, err)
			}
			return ExitClean, inv.emit(*output, text, modeSecret)
		},
	}
}

func logActions() []string { return []string{"export"} }
