package effectlog_test

import (
	"io"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// What fits is taken by every journal, whatever the entry holds beside it, and
// what a journal refuses for its length does not fit.
func TestFits(t *testing.T) {
	nested := func(depth, items int) coreform.Term {
		v, err := coreform.Parse([]byte(strings.Repeat("[", depth) + strings.Repeat("1 ", items) + strings.Repeat("]", depth)))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	j, err := effectlog.NewJournal(io.Discard, effectlog.Options{Session: "s"})
	if err != nil {
		t.Fatal(err)
	}
	long := coreform.Str(strings.Repeat("x", 200<<10))
	for _, c := range []struct {
		name    string
		payload coreform.Term
		fits    bool
	}{
		{"nothing", coreform.Nil(), true},
		{"a long text", coreform.Str(strings.Repeat("x", effectlog.MaxRecord-2<<20)), true},
		{"a longer one", coreform.Str(strings.Repeat("x", effectlog.MaxRecord)), false},
		{"short to read, long to print", nested(90, 500_000), false},
		{"half of it", nested(90, 200_000), true},
	} {
		if got := effectlog.Fits("editor/x", c.payload); got != c.fits {
			t.Errorf("%s: %v", c.name, got)
		}
		_, err := j.Intent(effectlog.Entry{Op: "editor/x", Payload: c.payload, Decision: effectlog.Deny, Rule: "r", Approval: long})
		if c.fits != (err == nil) {
			t.Errorf("%s: the journal says %v", c.name, err)
		}
	}
	if effectlog.Fits("no symbol", coreform.Nil()) || effectlog.Fits("x", coreform.Sym("")) {
		t.Error("what is no term fits")
	}
}
