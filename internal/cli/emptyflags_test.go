package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// A flag that is given without a value is refused by every command, unless an empty
// value is one: --pins "$PINS" without PINS must not be a check without pins, nor
// --token-file "$FILE" a server without a token.
func TestEmptyFlagsAreRefused(t *testing.T) {
	told := 0
	for _, s := range subcommands() {
		s.flags.VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() != "string" || f.DefValue != "" {
				return
			}
			told++
			var out, errs bytes.Buffer
			c := Command{Stdin: strings.NewReader("x"), Stdout: &out, Stderr: &errs}
			code := c.Main([]string{s.name, "--" + f.Name + "=", "-"})
			if want := "promptcheck: --" + f.Name + " is empty\n"; code != ExitUnchecked || !strings.HasPrefix(errs.String(), want) || out.Len() > 0 {
				t.Errorf("%s --%s=: status %d\n%s%s", s.name, f.Name, code, &out, &errs)
			}
		})
	}
	if told < 20 {
		t.Errorf("%d flags were tried: this test sees nothing", told)
	}
}

// Where an empty value means something, it is taken: the whole record of --field,
// and no folder of policy lint --root.
func TestEmptyFlagsThatMeanSomething(t *testing.T) {
	for _, args := range [][]string{
		{"check", "--field=", "-"}, {"policy", "lint", "--root=", "-"},
	} {
		var out, errs bytes.Buffer
		c := Command{Stdin: strings.NewReader(`"x"`), Stdout: &out, Stderr: &errs}
		if c.Main(args); strings.Contains(errs.String(), " is empty") {
			t.Errorf("%q: %s", args, &errs)
		}
	}
}
