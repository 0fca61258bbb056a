package contract

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// contextWith returns the smallest edit context with members added or replaced: name=JSON pairs.
func contextWith(version string, pairs ...string) string {
	members := []string{"editContextVersion", "selection", "screen", "source", "untrusted"}
	value := map[string]string{
		"editContextVersion": `"` + version + `"`, "selection": `[]`,
		"screen": `{"elementIds":[]}`, "source": `null`, "untrusted": `{}`,
	}
	if version == Version02 {
		value["screen"] = `{"elements":[]}`
	}
	for i := 0; i < len(pairs); i += 2 {
		if _, ok := value[pairs[i]]; !ok {
			members = append(members, pairs[i])
		}
		value[pairs[i]] = pairs[i+1]
	}
	var b strings.Builder
	for _, m := range members {
		if value[m] == "-" { // left out
			continue
		}
		fmt.Fprintf(&b, ",%q:%s", m, value[m])
	}
	return "{" + strings.TrimPrefix(b.String(), ",") + "}"
}

// windowsBody returns an ask body with the given window entries.
func windowsBody(entries ...string) string {
	return `{"ui":{"openWindows":[` + strings.Join(entries, ",") + `]}}`
}

func mustContext(t testing.TB, body string) *EditContext {
	t.Helper()
	ec, err := ParseEditContext([]byte(body))
	if err != nil {
		t.Fatalf("%.200s: %v", body, err)
	}
	return ec
}

func mustAsk(t testing.TB, body string) *Ask {
	t.Helper()
	a, err := ParseAsk([]byte(body))
	if err != nil {
		t.Fatalf("%.200s: %v", body, err)
	}
	return a
}

// wantError checks the code, the pointer and, through the text that stands
// there, the offset of an error. An empty at is not checked.
func wantError(t testing.TB, err error, body string, code ringfence.Code, pointer, at string) {
	t.Helper()
	var e *ringfence.Error
	if !errors.As(err, &e) {
		t.Fatalf("%.200s: error %v is not a *ringfence.Error", body, err)
	}
	if e.Code != code || e.Pointer != pointer {
		t.Errorf("%.200s: got %s at %q, want %s at %q", body, e.Code, e.Pointer, code, pointer)
	}
	if e.Message == "" {
		t.Errorf("%.200s: no message", body)
	}
	if at == "" {
		return
	}
	if e.Offset < 0 || e.Offset > int64(len(body)) {
		t.Fatalf("%.200s: offset %d is outside the body", body, e.Offset)
	}
	if rest := body[e.Offset:]; !strings.HasPrefix(rest, at) {
		t.Errorf("%.200s: offset %d is at %.20q, want %q", body, e.Offset, rest, at)
	}
}

// noteOf returns the first note with a code.
func noteOf(notes []Note, code ringfence.Code) (Note, bool) {
	for _, n := range notes {
		if n.Code == code {
			return n, true
		}
	}
	return Note{}, false
}

// codesOf returns the codes of notes, for comparing and printing.
func codesOf(notes []Note) string {
	var s []string
	for _, n := range notes {
		s = append(s, string(n.Code))
	}
	return strings.Join(s, " ")
}

// wantNote checks that there is a note with a code, a pointer and a count, and
// that its offset is at the given text.
func wantNote(t testing.TB, notes []Note, body string, code ringfence.Code, pointer string, count int, at string) {
	t.Helper()
	n, ok := noteOf(notes, code)
	if !ok {
		t.Fatalf("%.200s: no note %s among %q", body, code, codesOf(notes))
	}
	if n.Pointer != pointer || n.Count != count || n.Detail == "" {
		t.Errorf("%.200s: note %+v, want %d at %q", body, n, count, pointer)
	}
	if rest := body[n.Offset:]; !strings.HasPrefix(rest, at) {
		t.Errorf("%.200s: note %s is at %.20q, want %q", body, code, rest, at)
	}
}
