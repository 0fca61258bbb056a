package cli

import (
	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// codeRequest: what came on standard input is no request.
const codeRequest ringfence.Code = "host-request"

// hostFlags are the flags of host.
type hostFlags struct {
	set                         *pflag.FlagSet
	caps, log, replay           *string
	session, provenance         *string
	clipboard, dialog           *string
	approve, approveFrom        *string
	schemas                     *[]string
	jsonLines, resume, unsafely *bool
	logFlags
}

func newHostFlags(fs *pflag.FlagSet) hostFlags {
	f := hostFlags{
		set:         fs,
		caps:        fs.String("caps", "", "policy `FILE` (caps.toml) that decides"),
		log:         fs.String("log", "", "`FILE` of the log, which must not exist yet"),
		resume:      fs.Bool("resume", false, "continue the log of a session that crashed"),
		replay:      fs.String("replay", "", "answer from the recorded `LOG` in place of the machine"),
		jsonLines:   fs.Bool("json-lines", false, "requests and answers are JSON, a line each"),
		session:     fs.String("session", "", "`NAME` of the session in the log and in approvals (default \"session\")"),
		provenance:  fs.String("provenance", "", "`KINDS` of blocks in the prompts behind requests, or none (not given: unknown, as if all)"),
		clipboard:   fs.String("clipboard", "none", "`WHICH` clipboard: none, memory or system"),
		dialog:      fs.String("dialog", "none", "`WHICH` dialogs: none, zenity or terminal"),
		approve:     fs.String("approve", "none", "`WHO` approves: none or terminal"),
		approveFrom: fs.String("approve-from", "", "least `CLASS` that needs an approval: read, reversible, irreversible or outward"),
		schemas:     fs.StringArray("schema", nil, "JSON Schema of plugin requests and answers, as `ID=FILE`; may be repeated"),
		unsafely:    fs.Bool("unsafe-exec", false, "let tasks run workspace code without a sandbox, each after an approval"),
		logFlags:    newLogFlags(fs),
	}
	fs.Lookup("max-bytes").Usage = "largest `SIZE` of a request, or of a log, in bytes or as 64KB or 1MiB"
	fs.Lookup("store").Usage = "`FOLDER` of the artifacts that the log names; it must exist"
	return f
}

func hostCommand() *subcommand {
	fs := newFlags("host")
	f := newHostFlags(fs)
	return &subcommand{
		args: "--caps FILE --log FILE | --replay LOG", flags: fs,
		about: `Reads framed requests {:op SYMBOL :payload TERM} on standard input and answers
each with a framed {:kind :ok|:error :value TERM}. A frame is the length of the
term in bytes, in decimal digits, a line feed, and the term. With --json-lines a
request is a line {"op": TEXT, "payload": VALUE} and an answer a line
{"kind": "ok"|"error", "value": VALUE}; docs/host.md says how terms are JSON.

With --caps and --log the policy decides, what it allows is carried out on this
machine, and everything is logged: the request before it happens, the answer
before it is given. The end of standard input, an interrupt or a SIGTERM closes
the log; standard error then has its head hash, which is worth keeping elsewhere.
--resume goes on behind a crash: what was in flight is reported and not repeated.

With --replay the log answers. It is verified first; nothing is carried out, and
nothing is read but the log and the artifacts that it names. The first request
that is not the recorded one ends the run: standard error says which field
differs, with both sides. So does a run that ends before its log.

What is no request is answered with an ERROR and is not logged, nor looked for in
a log. Where nobody knows where the next request begins, the run ends.

Exit status: 0 the session ended, or the run is the recorded one, 1 the run is
another, 2 policy, log or a request cannot be read, or the log not be written.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := f.judge(args); err != nil {
				return 0, err
			}
			if *f.replay == "" {
				return inv.hostSession(f)
			}
			log, o, done, err := f.open(inv, *f.replay)
			defer done()
			if err != nil {
				return 0, err
			}
			p, err := effectlog.NewReplay(log, o)
			if err != nil {
				return 0, nameFile(*f.replay, err)
			}
			return inv.answer(p, f)
		},
	}
}

// judge refuses flags that contradict each other, or that would have no effect.
func (f hostFlags) judge(args []string) error {
	if len(args) > 0 {
		return usageError("host takes no arguments", "name the policy with --caps and the log with --log, or a recorded log with --replay")
	}
	if *f.replay == "" {
		switch {
		case *f.caps == "" && *f.log == "":
			return usageError("host needs a policy and a log", "give --caps FILE and --log FILE, or a log to answer from with --replay LOG")
		case *f.caps == "":
			return usageError("host needs a policy", "give --caps FILE")
		case *f.log == "":
			return usageError("host needs a log: without one nothing may happen", "give --log FILE")
		case *f.caps == stdinName || *f.log == stdinName:
			return usageError("standard input has the requests", "name files for policy and log")
		}
		return nil
	}
	if *f.replay == stdinName {
		return usageError("standard input has the requests", "name a file for the log")
	}
	var err error
	f.set.Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "replay", "store", "key-file", "max-bytes", "json-lines", "help":
		default:
			if err == nil {
				err = usageError("a replay does not take --"+flag.Name, "a recorded log answers, and nothing is carried out")
			}
		}
	})
	return err
}
