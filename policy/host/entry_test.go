package host

import (
	"io"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// Whatever a rule is called, the log takes its name.
func FuzzPlainRule(f *testing.F) {
	for _, s := range []string{"", "allow[2]", `op."editor/clipboard::get".max_calls`, "/etc/passwd", "a /b", `"~x"`, `rule "."`, "\x00\xff\n", `a"/b`, `\\host`, "x=/y", "::/", "(~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		j, err := effectlog.NewJournal(io.Discard, effectlog.Options{Session: "s", Toolchain: "t"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.Intent(effectlog.Entry{Op: "a", Payload: coreform.Nil(), Rule: plainRule(name)}); err != nil {
			t.Fatalf("%q as %q: %v", name, plainRule(name), err)
		}
	})
}
