package contract

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// hintOf returns the hint of an error.
func hintOf(err error) string {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Hint
}

// Whoever wrote one letter wrong is told which name was meant; everybody else
// is told the names.
func TestMissingHints(t *testing.T) {
	const around = `,"screen":{"elementIds":[]},"source":null,"untrusted":{}}`
	for body, want := range map[string]string{
		`{"editContextVersion":"0.1","selection":[{"id":"a"}]` + around:                              "the members here are id, tag",
		`{"editContextVersion":"0.1","selection":[{"id":"a","Tag":"p"}]` + around:                    "a member has a name that only looks like tag; names are matched exactly",
		`{"editContextVersion":"0.1","selection":[{"id":"a","tаg":"p"}]` + around:                    "a member has a name that only looks like tag; names are matched exactly", // а is Cyrillic
		`{"editContextVersion":"0.1","Selection":[]` + around:                                        "a member has a name that only looks like selection; names are matched exactly",
		`{"editContextVersion":"0.1"` + around:                                                       "the members here are editContextVersion, profile, selection, screen, source, untrusted",
		`{"editContextVersion":"0.2","selection":[]` + around:                                        "the members here are elements",
		`{"editContextVersion":"0.1","selection":[{"id":"a","tag":"p","Tag":1},{"id":"b"}]` + around: "the members here are id, tag", // the look-alike is in another element
	} {
		_, err := ParseEditContext([]byte(body))
		if !errors.Is(err, &ringfence.Error{Code: CodeMissing}) || hintOf(err) != want {
			t.Errorf("%s: %v, hint %q", body, err, hintOf(err))
		}
	}
	_, err := ParseAsk([]byte(`{"ui":{"openWindows":[{"title":"a"}]}}`))
	if got := hintOf(err); got != "the members here are id, key, title, withheld, isFocused" {
		t.Errorf("window: %v, hint %q", err, got)
	}
}

// A note on a member that was ignored says which names there are.
func TestUnknownNames(t *testing.T) {
	for body, want := range map[string]string{
		`{"contextItems":[{"label":"a","colour":1}]}`:  "the members here are kind, id, label, excerpt",
		`{"contextItems":[{"label":"a","Excerpt":1}]}`: "the name looks like excerpt; ",
	} {
		a := mustAsk(t, body)
		if len(a.Notes) != 1 || !strings.Contains(a.Notes[0].Detail, want) {
			t.Errorf("%s: %+v", body, a.Notes)
		}
	}
}
