// How check takes the flags of rules: the flag set of check is passed to
// newRuleFlags when it is made, and ruleFlags.fill completes the audit.Checker
// once flags are parsed and before anything is checked. fill reads files, so that
// its error is one of usage: exit status 2 and nothing checked. The file that
// --pins, --with or --prompt names is not itself checked.

package cli

import (
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
	}
	c.Model = *f.model
	if err := c.Validate(); err != nil {
		return err
	}
	return nil
}
