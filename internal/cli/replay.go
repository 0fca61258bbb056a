package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// logFlags are the flags of all commands that read a log of effects.
type logFlags struct {
	store, key *string
	maxBytes   *int
}

func newLogFlags(fs *pflag.FlagSet) logFlags {
	return logFlags{
		store:    fs.String("store", "", "`FOLDER` of the artifacts that the log names"),
		key:      fs.String("key-file", "", "`FILE` with the key of a keyed journal, as 64 hexadecimal digits"),
		maxBytes: sizeFlag(fs, "max-bytes", coreform.DefaultBytes, "largest `SIZE` of a log that is read, in bytes or as 64KB or 1MiB"),
	}
}

// open reads a log and what it is held against. done gives up the store.
func (f logFlags) open(inv *invocation, file string) (log []byte, o effectlog.VerifyOptions, done func(), err error) {
	done = func() {}
	if err := checkLimit(*f.maxBytes); err != nil {
		return nil, o, done, err
	}
	o.Limits = coreform.Limits{Bytes: *f.maxBytes}
	if o.Key, err = inv.logKey(*f.key); err != nil {
		return nil, o, done, err
	}
	if log, err = inv.read(file, *f.maxBytes); err != nil {
		return nil, o, done, nameFile(file, err)
	}
	if *f.store != "" {
		if o.Store, err = effectlog.OpenStore(*f.store); err != nil {
			return nil, o, done, nameFile(*f.store, err)
		}
		done = func() { _ = o.Store.Close() } // nothing was written
	}
	return log, o, done, nil
}

// logKey reads --key-file; nil when none was named.
func (inv *invocation) logKey(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	body, err := inv.read(file, 4<<10)
	if err != nil {
		return nil, nameFile(file, err)
	}
	key, ok := effectlog.ParseDigest(string(bytes.TrimRight(body, "\r\n")))
	if !ok {
		return nil, nameFile(file, &ringfence.Error{
			Code: effectlog.CodeOptions, Message: "the key is not 64 hexadecimal digits",
			Hint: "make one with: openssl rand -hex 32", Offset: ringfence.NoOffset,
		})
	}
	return key[:], nil
}

func replayCommand() *subcommand {
	fs := newFlags("replay")
	format := fs.String("format", "text", "`FORMAT` of the report: text or json")
	head := fs.String("expect-head", "", "head hash, as `HEX`, that was printed when the log was closed")
	f := newLogFlags(fs)
	return &subcommand{
		args: "LOG|-", flags: fs,
		about: `Reads a journal or a published log (.gclog, version 3) and says whether it is
whole: every record follows the one before it, every request and response has
its hash, decisions and responses agree. Nothing is carried out.

A journal is found to be changed anywhere when its head hash is given with
--expect-head, or its key with --key-file. Without either, a change is found
unless all that follows it was rewritten, too. Nothing chains a published log,
which is a note. Responses that are artifacts are checked in the folder that
--store names.

Exit status: 0 whole, 1 a warning or an error (a log that was not closed, or a
change), 2 what was read is no log.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := oneOf("format", *format, []string{"text", "json"}); err != nil {
				return 0, err
			}
			file, err := oneFile("replay", args)
			if err != nil {
				return 0, err
			}
			var want *effectlog.Digest
			if *head != "" {
				d, ok := effectlog.ParseDigest(*head)
				if !ok {
					return 0, usageError("--expect-head is not 64 hexadecimal digits", "give the head that was printed when the log was closed")
				}
				want = &d
			}
			log, o, done, err := f.open(inv, file)
			defer done()
			if err != nil {
				return 0, err
			}
			o.Head = want
			r, err := effectlog.Verify(log, o)
			if err != nil {
				return 0, nameFile(file, err)
			}
			text := replayText(file, r)
			if *format == "json" {
				text = replayJSON(file, r)
			}
			code := ExitClean
			if !r.OK() {
				code = ExitFindings
			}
			return code, inv.emit("", text, modeResult)
		},
	}
}

// replayText is the report for people: a finding a line, and what the log is.
func replayText(file string, r *effectlog.Report) []byte {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s: %s\n", visibleName(file), visible(f.String()))
	}
	fmt.Fprintf(&b, "%s: %v log, %s", visibleName(file), r.Format, plural(r.Entries, "entry", "entries"))
	if r.Format == effectlog.FormatJournal {
		state := "not closed"
		if r.Closed {
			state = "closed"
		}
		fmt.Fprintf(&b, ", %s, head %v", state, r.Head)
	}
	switch {
	case r.Faults():
		b.WriteString(": not what was written\n")
	case !r.OK():
		b.WriteString(": not whole\n")
	default:
		b.WriteString(": whole\n")
	}
	return []byte(b.String())
}

// replayJSON is the report for programs.
func replayJSON(file string, r *effectlog.Report) []byte {
	b := appendName([]byte(`{"file":`), file)
	b = appendJSON(append(b, `,"format":`...), r.Format.String())
	b = appendInt(append(b, `,"entries":`...), int64(r.Entries))
	if r.Format == effectlog.FormatJournal {
		b = fmt.Appendf(b, `,"closed":%t,"head":"%v"`, r.Closed, r.Head)
	}
	b = append(b, `,"in_flight":[`...)
	for i, n := range r.InFlight {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendInt(b, int64(n))
	}
	b = append(b, `],"findings":[`...)
	for i, f := range r.Findings {
		b = separate(b, i)
		b = appendJSON(append(b, `{"code":`...), string(f.Code))
		b = appendJSON(append(b, `,"severity":`...), f.Severity.String())
		b = appendJSON(append(b, `,"message":`...), f.Message)
		b = appendInt(append(b, `,"offset":`...), f.Offset)
		b = appendJSON(append(b, `,"pointer":`...), ringfence.PrintablePointer(f.Pointer))
		b = appendInt(append(b, `,"record":`...), int64(f.Record))
		b = appendInt(append(b, `,"entry":`...), int64(f.Entry))
		b = appendJSON(append(b, `,"want":`...), f.Want)
		b = append(appendJSON(append(b, `,"got":`...), f.Got), '}')
	}
	return append(b, "]}\n"...)
}
