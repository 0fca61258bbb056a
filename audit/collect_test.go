package audit

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// TestPlacesOfTwoSpans: what is said of a string as a whole and what is found in
// its text begin at the same byte and are led back to the file in two ways.
func TestPlacesOfTwoSpans(t *testing.T) {
	body := contextText("<da\x8c\x8c\x8cta>Welcome</data>")
	found, err := Checker{}.Check(EditContext, "in", []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, f := range found {
		rules = append(rules, f.Rule)
		if f.Rule == idLookalike && (f.Offset != int64(strings.Index(body, "</data>")) || f.End != f.Offset+int64(len("</data>"))) {
			t.Errorf("%+v", f)
		}
		if f.Offset == ringfence.NoOffset {
			t.Errorf("%+v has no place", f)
		}
	}
	if got := strings.Join(rules, " "); !strings.Contains(got, idLookalike) || len(rules) < 2 {
		t.Errorf("rules %s", got)
	}
}
