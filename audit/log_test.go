package audit

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// journalOf returns a journal of so many requests.
func journalOf(t *testing.T, n int) string {
	t.Helper()
	var b bytes.Buffer
	j, err := effectlog.NewJournal(&b, effectlog.Options{Session: "example", Toolchain: "example"})
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		i, err := j.Intent(effectlog.Entry{
			Op: "editor/clipboard::get", Payload: exampleTerm("{}"), Decision: effectlog.Allow,
			Cap: exampleTerm("{:op editor/clipboard::get}"), Rule: "allow[0] line 1",
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Outcome(i, outcome.Data(exampleTerm("{:data \"text\" :mime \"text/plain\" :ok true}"))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A log with more faults than are listed says how many there are, as any other
// file does.
func TestFaultsOfALogAreCounted(t *testing.T) {
	const n = MaxPerRule + 15
	whole := journalOf(t, n)
	if got := mustCheck(t, Log, whole); len(got) > 0 {
		t.Fatalf("nothing was changed: %+v", got)
	}
	got := mustCheck(t, Log, strings.ReplaceAll(whole, "allow[0]", "allow[1]"))
	if len(got) != MaxPerRule+1 {
		t.Fatalf("%d findings", len(got))
	}
	for i, f := range got {
		if f.Rule != idLogFault || f.Line == 0 || i > 0 && f.Offset <= got[i-1].Offset {
			t.Errorf("%+v", f)
		}
	}
	if last := got[MaxPerRule]; !strings.HasPrefix(last.Message, "and "+strconv.Itoa(n-MaxPerRule)+" more ") || last.Evidence == "" {
		t.Errorf("the last: %+v", last)
	}
}

// Limits.Bytes holds for logs, too.
func TestLogOverTheLimit(t *testing.T) {
	whole := journalOf(t, 1)
	c := Checker{Limits: contract.Limits{Bytes: len(whole)}}
	if _, err := c.Check(Log, "", []byte(whole)); err != nil {
		t.Error(err)
	}
	c.Limits.Bytes--
	got, err := c.Check(Log, "", []byte(whole))
	if e, ok := err.(*ringfence.Error); !ok || e.Code != contract.CodeSize || got != nil { //nolint:errorlint // Check returns exactly this
		t.Errorf("%v, %v", got, err)
	}
}
