// How check takes the flags of rules: the flag set of check is passed to
// newRuleFlags when it is made, and ruleFlags.fill completes the audit.Checker
// once flags are parsed and before anything is checked. fill reads files, so that
// its error is one of usage: exit status 2 and nothing checked. In a folder the file
// that --pins names is passed over, and so is that of --prompt where it would be
// checked as an answer; a payload is checked like any other.

package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/audit"
)

// ruleFlags are the flags of check that belong to rules.
type ruleFlags struct {
	with, prompt, pins, model *string
}

// newRuleFlags declares the flags of rules.
func newRuleFlags(fs *pflag.FlagSet) ruleFlags {
	return ruleFlags{
		with:   fs.String("with", "", "prompts: the `PAYLOAD` they were made of; what it withholds must not be in them"),
		prompt: fs.String("prompt", "", "answers (--kind response): the `FILE` of the prompt they were given to"),
		pins:   fs.String("pins", "", "tool definitions: the `FILE` that promptcheck tools pin wrote; any change is a finding"),
		model:  fs.String("model", "", "prompts and texts: the `NAME` of the model whose context window they must fit"),
	}
}

// fill reads what the flags name into the checker. Names of files that do not
// exist, and of models that are not known, are errors: a check that was asked for
// and not made must not look like one that found nothing.
func (f ruleFlags) fill(inv *invocation, c *audit.Checker, maxBytes int) error {
	c.Model = *f.model
	if err := c.Validate(); err != nil {
		return modelError(*f.model, err)
	}
	for _, file := range []struct {
		name string
		into *[]byte
	}{{*f.with, &c.With}, {*f.prompt, &c.Prompt}, {*f.pins, &c.Pins}} {
		if file.name == "" {
			continue
		}
		body, err := inv.read(file.name, maxBytes)
		if err != nil {
			return nameFile(file.name, err)
		}
		*file.into = append([]byte{}, body...) // never nil: an empty file is not "none"
		if err := c.Validate(); err != nil {   // all before it passed: it is about this file
			return nameBody(file.name, body, err)
		}
	}
	ready, err := c.Prepare() // they are read once, and not for every record
	if err == nil {
		*c = ready
	}
	return err
}

// fit refuses a flag about a kind that no file of the run is checked as: what was
// asked for would silently not be done. Nothing is taken for an answer by its
// shape, so --prompt needs a kind that somebody named.
func (f ruleFlags) fit(c *settings) error {
	if *f.model != "" && !c.canBe(audit.Prompt) && !c.canBe(audit.Text) {
		return usageError("--model has no effect: no file is checked as prompt or text",
			"add --kind prompt or --kind text, or name the files in kinds of a --config file")
	}
	for _, flag := range f.comparisons() {
		if !c.canBe(flag.kind) {
			return usageError("--"+flag.flag+" has no effect: no file is checked as "+flag.kind.String(),
				"add --kind "+flag.kind.String()+", or name the files in kinds of a --config file")
		}
	}
	return nil
}

// canBe reports whether a file of the run may be checked as the kind.
func (c *settings) canBe(kind audit.Kind) bool {
	named := func(k audit.Kind) bool { return k == kind || k == audit.Auto && kind != audit.Response }
	if named(c.kind) {
		return true
	}
	return !c.fixed && slices.ContainsFunc(c.config.Kinds, func(k configKind) bool { return named(k.kind) })
}
