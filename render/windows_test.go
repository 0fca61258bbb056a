package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// Windows of the table. The id of other is never mentioned again: it is there
// so that no list is empty.
const (
	other     = `{"id":"other","title":"Other"}`
	shownA    = `{"id":"A-1","title":"Alpha"}`
	retitledA = `{"id":"A-1","title":"Alpha two"}`
	untitledA = `{"id":"A-1"}`
	focusedA  = `{"id":"A-1","title":"Alpha","isFocused":true}`
	bothA     = `{"id":"A-1","title":"Alpha two","isFocused":true}`
	withheldA = `{"id":"A-1","withheld":true}`
	nullA     = `{"id":"A-1","withheld":null}`
	foldedA   = `{"id":"ａ-1","withheld":true}` // full-width, lower case
	keyedA    = `{"key":"A-1","title":"Alpha","withheld":false}`
	otherCase = `{"id":"a-1","title":"Another"}`
	focusedB  = `{"id":"B-2","title":"Beta","isFocused":true}`
	shownB    = `{"id":"B-2","title":"Beta"}`
)

// changeTable is the change table of windows, every cell and every exception.
var changeTable = []struct {
	name      string
	prev, cur []string
	want      []string
}{
	{"absent then shown", []string{other}, []string{other, shownA}, []string{"opened Alpha"}},
	{"absent then shown in focus", []string{other}, []string{other, focusedA}, []string{"opened Alpha"}},
	{"absent then withheld", []string{other}, []string{other, withheldA}, nil},
	{"absent then gone", []string{other}, []string{other}, nil},
	{"shown then shown, the same", []string{other, shownA}, []string{other, shownA}, nil},
	{"shown then shown, moved", []string{other, shownA}, []string{shownA, other}, nil},
	{"shown then shown, by key", []string{other, shownA}, []string{other, keyedA}, nil},
	{"shown then retitled", []string{other, shownA}, []string{other, retitledA}, []string{"retitled Alpha two from Alpha"}},
	{"shown then untitled", []string{other, shownA}, []string{other, untitledA}, []string{"retitled  from Alpha"}},
	{"shown then focused", []string{other, shownA}, []string{other, focusedA}, []string{"focused Alpha"}},
	{"shown then retitled and focused", []string{shownA}, []string{bothA}, []string{"retitled Alpha two from Alpha", "focused Alpha two"}},
	{"focused then focused", []string{focusedA}, []string{focusedA}, nil},
	{"loss of focus alone", []string{other, focusedA}, []string{other, shownA}, nil},
	{"focus moves", []string{focusedA, shownB}, []string{shownA, focusedB}, []string{"focused Beta"}},
	{"the first focus counts", []string{shownA, shownB}, []string{focusedA, focusedB}, []string{"focused Alpha"}},
	{"focus of a withheld window is none", []string{shownA, shownB}, []string{`{"id":"A-1","withheld":true,"isFocused":true}`, focusedB}, []string{"focused Beta"}},
	{"shown then withheld", []string{other, shownA}, []string{other, withheldA}, nil},
	{"shown then withheld by null", []string{other, shownA}, []string{other, nullA}, nil},
	{"shown then withheld under a folded id", []string{other, shownA}, []string{other, foldedA}, nil},
	{"shown then withheld by another entry", []string{other, shownA}, []string{other, shownA, withheldA}, nil},
	{"shown then gone", []string{other, shownA}, []string{other}, []string{"closed Alpha"}},
	{"focused then gone", []string{other, focusedA}, []string{other}, []string{"closed Alpha"}},
	{"withheld then shown", []string{other, withheldA}, []string{other, shownA}, []string{"shared Alpha"}},
	{"withheld then shown in focus", []string{other, withheldA}, []string{other, focusedA}, []string{"shared Alpha"}},
	{"withheld by null then shown", []string{other, nullA}, []string{other, shownA}, []string{"shared Alpha"}},
	{"withheld under a folded id then shown", []string{other, foldedA}, []string{other, shownA}, []string{"shared Alpha"}},
	{"withheld then withheld", []string{other, withheldA}, []string{other, withheldA}, nil},
	{"withheld then gone", []string{other, withheldA}, []string{other}, nil},
	{"duplicates before", []string{shownA, retitledA}, []string{shownA}, nil},
	{"duplicates before, closed once", []string{other, shownA, shownA}, []string{other}, []string{"closed Alpha"}},
	{"duplicates now, opened once", []string{other}, []string{other, shownA, retitledA}, []string{"opened Alpha"}},
	{"duplicates now, focus on the second entry", []string{shownA}, []string{shownA, focusedA}, []string{"focused Alpha"}},
	{"ids that only fold equal are two windows", []string{shownA}, []string{otherCase}, []string{"opened Another", "closed Alpha"}},
	{"order: windows now, then those closed", []string{shownA, shownB}, []string{other, `{"id":"c","title":"C"}`}, []string{"opened Other", "opened C", "closed Alpha", "closed Beta"}},
	{"all gone", []string{shownA, shownB}, nil, []string{"closed Alpha", "closed Beta"}},
	{"from none", nil, []string{shownA}, []string{"opened Alpha"}},
}

// describe writes changes as words.
func describe(changes []render.Change) []string {
	var out []string
	for _, c := range changes {
		s := c.Kind.String() + " " + c.Window.Title.Raw()
		if c.Kind == render.Retitled {
			s += " from " + c.Before.Title.Raw()
		}
		out = append(out, s)
	}
	return out
}

// stored passes a ui through the state that an application keeps.
func stored(t *testing.T, ui *contract.UI) *contract.UI {
	t.Helper()
	secret := []byte("a secret of the application")
	b, err := ui.Stored(secret)
	if err != nil {
		t.Fatalf("Stored: %v", err)
	}
	back, err := contract.ParseStored(b, secret)
	if err != nil {
		t.Fatalf("ParseStored: %v", err)
	}
	return back
}

func TestChangeTable(t *testing.T) {
	for _, c := range changeTable {
		t.Run(c.name, func(t *testing.T) {
			prev, cur := parseUI(t, c.prev...), parseUI(t, c.cur...)
			for name, p := range map[string]*contract.UI{"ask body": prev, "stored state": stored(t, prev), "stored twice": stored(t, stored(t, prev))} {
				if got := describe(render.Diff(p, cur)); !slices.Equal(got, c.want) {
					t.Errorf("from an %s: %q, want %q", name, got, c.want)
				}
				if got := describe(render.Diff(p, stored(t, cur))); !slices.Equal(got, c.want) {
					t.Errorf("from an %s to a stored state: %q, want %q", name, got, c.want)
				}
				want := len(c.want)
				if got := recordsOf(t, mustRender(t, renderer(roomy), render.Windows(p, cur)), fence.Changes); len(got) != want {
					t.Errorf("from an %s: %d records of changes, want %d", name, len(got), want)
				}
			}
		})
	}
}

func TestChangesNeedBothTurns(t *testing.T) {
	ui := parseUI(t, shownA)
	for name, changes := range map[string][]render.Change{
		"no turn before": render.Diff(nil, ui),
		"no news":        render.Diff(ui, nil),
		"neither":        render.Diff(nil, nil),
	} {
		if changes != nil {
			t.Errorf("%s: %q", name, describe(changes))
		}
	}
	p := mustRender(t, renderer(roomy), render.Windows(ui, nil))
	if len(p.Spans()) != 0 || p.NextOrdinal() != 3 {
		t.Errorf("no news: %d blocks, next ordinal %d", len(p.Spans()), p.NextOrdinal())
	}
}

func TestWindowRecords(t *testing.T) {
	ask, err := contract.ParseAsk([]byte(`{"ui":{"viewport":"mobile","audience":"customer","openWindows":[` +
		strings.Join([]string{shownB, focusedA, `{"id":"no-title"}`, `{"id":"secret","withheld":true}`}, ",") + `]}}`))
	if err != nil {
		t.Fatal(err)
	}
	p := mustRender(t, renderer(roomy), render.Windows(nil, ask.UI))
	b, _ := blockOf(t, p, fence.Windows)
	want := `{"viewport":"mobile","audience":"customer"}
{"title":"Beta"}
{"title":"Alpha","focused":true,"id":"A-1"}
{"title":""}`
	if got := b.Data.Raw(); got != want {
		t.Errorf("windows:\n%s\nwant:\n%s", got, want)
	}
	for _, id := range []string{"B-2", "no-title", "secret"} {
		if strings.Contains(p.Text(), id) {
			t.Errorf("the id %q of a window without focus is in the prompt", id)
		}
	}
}

func TestChangeRecords(t *testing.T) {
	prev := parseUI(t, shownA, shownB, withheldA+"", `{"id":"c","withheld":true}`)
	cur := parseUI(t, `{"id":"c","title":"C"}`, `{"id":"d","title":"D"}`, `{"id":"B-2","title":"Beta two","isFocused":true}`)
	b, _ := blockOf(t, mustRender(t, renderer(roomy), render.Windows(prev, cur)), fence.Changes)
	want := `{"change":"shared","title":"C"}
{"change":"opened","title":"D"}
{"change":"retitled","title":"Beta two","before":"Beta"}
{"change":"focused","title":"Beta two"}`
	if got := b.Data.Raw(); got != want {
		t.Errorf("changes:\n%s\nwant:\n%s", got, want)
	}
}

func TestChangeKindNames(t *testing.T) {
	for k, want := range map[render.ChangeKind]string{
		render.NoChange: "", render.Opened: "opened", render.Closed: "closed", render.Retitled: "retitled",
		render.Focused: "focused", render.Shared: "shared", render.Shared + 1: "",
	} {
		if got := k.String(); got != want {
			t.Errorf("ChangeKind(%d) is %q, want %q", k, got, want)
		}
	}
}
