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
		if err != nil {
			// A broken request was never logged, so no log has an answer.
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
