package cli

import (
	"bufio"
	"errors"
	"io"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// codeRequest: what came on standard input is no request.
const codeRequest ringfence.Code = "host-request"

func hostCommand() *subcommand {
	fs := newFlags("host")
	replay := fs.String("replay", "", "answer from the recorded `LOG` in place of the machine")
	f := newLogFlags(fs)
	return &subcommand{
		name: "host", args: "--replay LOG", title: "answer requests for effects from a recorded log", flags: fs,
		about: `Reads framed requests {:op SYMBOL :payload TERM} on standard input and answers
each with a framed {:kind :ok|:error :value TERM}, as the log recorded it. The
log is verified first; nothing is carried out, and nothing is read but the log
and the artifacts that it names. A frame is the length of the term in bytes, in
decimal digits, a line feed, and the term.

The first request that is not the recorded one ends the run: standard error says
which field differs, with both sides. So does a run that ends before its log.

Exit status: 0 the run is the recorded one, 1 it is another, 2 the log or a
request cannot be read.`,
		run: func(inv *invocation, args []string) (int, error) {
			if len(args) > 0 {
				return 0, usageError("host takes no arguments", "name the log with --replay LOG")
			}
			if *replay == "" {
				return 0, usageError("host needs a log to answer from", "give --replay LOG")
			}
			log, o, done, err := f.open(inv, *replay)
			defer done()
			if err != nil {
				return 0, err
			}
			p, err := effectlog.NewReplay(log, o)
			if err != nil {
				return 0, nameFile(*replay, err)
			}
			return inv.answer(p, *f.maxBytes)
		},
	}
}

// answer serves requests until they end or one is not the recorded one.
func (inv *invocation) answer(p *effectlog.Replay, limit int) (int, error) {
	if inv.stdin == nil {
		return 0, fileError("standard input", "cannot be read", nil)
	}
	in := bufio.NewReader(inv.stdin)
	for {
		body, err := frame.Read(in, limit)
		if errors.Is(err, io.EOF) {
			return inv.diverged(p.Done())
		}
		if err != nil {
			return 0, nameFile("standard input", err)
		}
		asked, err := parseAsked(body)
		if err != nil {
			return 0, nameFile("standard input", err)
		}
		got, err := p.Answer(asked)
		if err != nil {
			return inv.diverged(err)
		}
		out, err := frame.Append(nil, answerTerm(got.Outcome).Append(nil))
		if err != nil {
			return 0, err
		}
		if _, err := inv.out.Write(out); err != nil {
			return 0, err
		}
		if err := inv.out.flush(); err != nil { // whoever asked waits for it
			return 0, err
		}
	}
}

// diverged tells a run that is another than the recorded one from a log that
// cannot answer.
func (inv *invocation) diverged(err error) (int, error) {
	var d *effectlog.Divergence
	switch {
	case err == nil:
		return ExitClean, nil
	case errors.As(err, &d):
		inv.say(d.Error())
		return ExitFindings, nil
	}
	return 0, err
}

// parseAsked reads {:op SYMBOL :payload TERM}, and nothing else.
func parseAsked(body []byte) (effectlog.Asked, error) {
	refuse := func(message string) (effectlog.Asked, error) {
		return effectlog.Asked{}, &ringfence.Error{
			Code: codeRequest, Message: message, Offset: ringfence.NoOffset,
			Hint: "a request is {:op SYMBOL :payload TERM}",
		}
	}
	term, err := coreform.Parse(body)
	if err != nil {
		return effectlog.Asked{}, err
	}
	op, hasOp := term.Lookup(":op")
	payload, hasPayload := term.Lookup(":payload")
	name, isSymbol := op.Symbol()
	switch {
	case term.Kind() != coreform.KindMap || !hasOp || !hasPayload || term.Len() != 2:
		return refuse("a request is not a map of :op and :payload alone")
	case !isSymbol:
		return refuse("the op of a request is no symbol")
	}
	return effectlog.Asked{Op: name, Payload: payload}, nil
}

// answerTerm is {:kind :ok|:error :value TERM}. Only a sealed outcome is an
// error: data that looks like one stays data.
func answerTerm(o outcome.Outcome) coreform.Term {
	kind := ":ok"
	if o.IsSealed() {
		kind = ":error"
	}
	t, _ := coreform.Map(coreform.Sym(":kind"), coreform.Sym(kind), coreform.Sym(":value"), o.Value()) // two keys
	return t
}
