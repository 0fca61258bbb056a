package audit

import "github.com/ringfence/ringfence/contract"

// prepared is what a checker was given beside bodies, read once. It is not
// changed after that.
type prepared struct {
	with, prompt, pins []byte
	limits             contract.Limits

	secrets *secrets
	given   *given
	pinned  *pinned
}

// Prepare returns a checker that has read With, Prompt and Pins, which Check
// otherwise reads for every body: for whoever checks many. It finds the same. The
// bytes that they hold must not be changed after; a field that is set to other
// bytes, and changed limits, are read as if it were not prepared.
//
// The error is that of [Checker.Validate].
func (c Checker) Prepare() (Checker, error) {
	if err := c.Validate(); err != nil {
		return c, err
	}
	c.ready = nil
	p := &prepared{with: c.With, prompt: c.Prompt, pins: c.Pins, limits: c.Limits}
	var err error
	if c.With != nil {
		p.secrets, err = c.secrets()
	}
	if err == nil && c.Prompt != nil {
		p.given, err = c.given()
	}
	if err == nil && c.Pins != nil {
		p.pinned, err = c.pinned()
	}
	if err != nil {
		return c, err // Validate read them: not reached
	}
	c.ready = p
	return c, nil
}

// readyFor returns what was prepared, if that is still what the checker has in
// the field that of returns; nil otherwise.
func (c Checker) readyFor(now []byte, of func(*prepared) []byte) *prepared {
	p := c.ready
	if p == nil || p.limits != c.Limits {
		return nil
	}
	if was := of(p); len(was) == 0 || len(was) != len(now) || &was[0] != &now[0] {
		return nil
	}
	return p
}

// pinned returns the pins of the checker.
func (c Checker) pinned() (*pinned, error) {
	if p := c.readyFor(c.Pins, func(p *prepared) []byte { return p.pins }); p != nil {
		return p.pinned, nil
	}
	return readPins(c.Pins, c.Limits)
}
