package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// Faults that were reported in public, and the rule that finds each.
func TestReportedCases(t *testing.T) {
	want := map[string]string{
		"U001": idPhrase, "U003": idBreakout, "U005": idForeignDuplicateEnd, "U009": idTags, "U011": idBidi,
		"U017": "contract/id-pattern", "U021": "contract/withheld-with-title", "U037": "", "U039": "contract/lone-surrogate",
		"U043": "contract/unknown-field-case", "U049": "contract/untrusted-unlisted", "U065": idSuppression,
	}
	for line := range bytes.Lines(testdata.ReadShared(t, "cases/cases.jsonl")) {
		var c struct {
			ID    string
			Input struct {
				JSON  json.RawMessage
				Raw   *string
				Files map[string]struct{ JSON json.RawMessage }
			}
			Canary struct{ Text string }
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		rule, ok := want[c.ID]
		if !ok {
			continue
		}
		delete(want, c.ID)
		body := []byte(c.Input.JSON)
		if c.Input.Raw != nil {
			body = []byte(*c.Input.Raw)
		}
		if f, ok := c.Input.Files["in.json"]; ok {
			body = f.JSON
		}
		got, err := Checker{}.Check(Auto, "", body)
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		if rule != "" && !strings.Contains(ids(got), rule) {
			t.Errorf("%s: rules %q, want %q", c.ID, ids(got), rule)
		}
		for _, f := range got {
			if c.Canary.Text != "" && strings.Contains(f.Message, c.Canary.Text) {
				t.Errorf("%s: the message holds the canary: %s", c.ID, f.Message)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("cases that are not there: %v", want)
	}
}

// Contexts that a browser made of ordinary pages have no finding above a note
// that is a guess; what they have is about ids and lengths.
func TestOrdinaryPages(t *testing.T) {
	for _, name := range []string{"adminlte-dashboard", "adminlte-invoice", "adminlte-mailbox", "h5bp-index", "sbadmin-tables"} {
		got, err := Checker{}.Check(Auto, name+".json", testdata.ReadShared(t, "data/editcontext/"+name+".json"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range got {
			if f.Severity > Note {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}
