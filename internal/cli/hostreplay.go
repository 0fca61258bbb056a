package cli

import (
	"errors"
	"io"

	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
)

// answer serves requests from a log until they end or one is not the recorded one.
func (inv *invocation) answer(p *effectlog.Replay, f hostFlags) (int, error) {
	wire, err := inv.wire(f)
	if err != nil {
		return 0, err
	}
	for {
		asked, err := wire.read()
		if errors.Is(err, io.EOF) {
			return inv.diverged(p.Done())
		}
		var b *broken
		if errors.As(err, &b) {
			// What is no request was never logged: no log has its answer, which is
			// that of the session.
			if err := wire.write(noRequest(b.err)); err != nil {
				return 0, err
			}
			continue
		}
		if err != nil {
			return 0, nameFile("standard input", err)
		}
		if o, ok := host.Unlogged(asked.Op, asked.Payload); ok {
			// No log has it: the host said this then, too.
			if err := wire.write(o); err != nil {
				return 0, err
			}
			continue
		}
		got, err := p.Answer(asked)
		if err != nil {
			return inv.diverged(err)
		}
		if err := wire.write(got.Outcome); err != nil {
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
