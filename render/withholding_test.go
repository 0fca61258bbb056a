package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/render"
)

// everything is all that comes out of rendering windows.
func everything(t *testing.T, prev, cur *contract.UI, tokens int) string {
	t.Helper()
	p := mustRender(t, renderer(tokens), render.Text("Look."), render.Windows(prev, cur), render.Note(data("a note")), render.Request(data("Go.")))
	return p.Text() + jsonOf(t, p) + fmt.Sprintf("%+v %+v %+v %v", p.Report(), p.Spans(), p.Parts(), p.Provenance().Sources())
}

// TestWithholding adds a window that is withheld and was never shown, at every
// place and in every form: no byte of output may change.
func TestWithholding(t *testing.T) {
	base := []string{shownB, `{"id":"C-3","title":"Gamma"}`, focusedA}
	before := []string{shownA, shownB, `{"id":"gone","title":"Was here"}`}
	variants := []string{
		`{"id":"H-9","withheld":true}`, `{"id":"H-9","withheld":null}`, `{"id":"H-9","withheld":true,"title":"Overdue invoice"}`,
		`{"id":"H-9","withheld":true,"title":"another title"}`, `{"key":"H-9","withheld":true,"isFocused":true}`,
		`{"id":"ＡＬＰＨＡ","withheld":true}`, `{"id":"H-9","withheld":true},{"id":"h-9","title":"the same window again"}`,
	}
	for _, tokens := range []int{roomy, 460, 420} {
		for _, prev := range []*contract.UI{nil, parseUI(t, before...), stored(t, parseUI(t, before...))} {
			want := everything(t, prev, parseUI(t, base...), tokens)
			for _, v := range variants {
				for at := range len(base) + 1 {
					with := slices.Insert(slices.Clone(base), at, v)
					if got := everything(t, prev, parseUI(t, with...), tokens); got != want {
						t.Errorf("%s at %d changes the output:\n%s\nwithout it:\n%s", v, at, got, want)
					}
				}
			}
		}
		// The same window withheld in the turn before leaves no trace either.
		want := everything(t, parseUI(t, before...), parseUI(t, base...), tokens)
		for _, v := range variants {
			with := append(slices.Clone(before), v)
			for _, prev := range []*contract.UI{parseUI(t, with...), stored(t, parseUI(t, with...))} {
				if got := everything(t, prev, parseUI(t, base...), tokens); got != want {
					t.Errorf("%s in the turn before changes the output", v)
				}
			}
		}
	}
}

// TestWithholdingOfShown withholds a window that was shown: it is gone from the
// list, is not said to be closed, and its title no longer matters.
func TestWithholdingOfShown(t *testing.T) {
	prev := parseUI(t, shownA, shownB)
	first := everything(t, prev, parseUI(t, shownB, withheldA), roomy)
	for _, form := range []string{nullA, foldedA, `{"id":"A-1","withheld":true,"title":"Alpha"}`, `{"id":"A-1","withheld":true,"isFocused":true}`} {
		if got := everything(t, prev, parseUI(t, form, shownB), roomy); got != first {
			t.Errorf("%s gives another output than %s", form, withheldA)
		}
	}
	if strings.Contains(first, "Alpha") || strings.Contains(first, "A-1") || strings.Contains(first, "closed") {
		t.Errorf("the withheld window is still there:\n%s", first)
	}
}

// TestItemKeys changes the kinds and ids of items without changing which are
// equal: no byte of output may change.
func TestItemKeys(t *testing.T) {
	show := func(kind1, kind2, id1, id2 string) string {
		ask, err := contract.ParseAsk(fmt.Appendf(nil,
			`{"contextItems":[{"kind":%[1]s,"id":%[3]s,"label":"One"},{"kind":%[2]s,"id":%[4]s,"label":"Two","excerpt":"x"},{"kind":%[1]s,"id":%[4]s,"label":"Three"},{"kind":%[2]s,"label":""}]}`,
			quote(t, kind1), quote(t, kind2), quote(t, id1), quote(t, id2)))
		if err != nil {
			t.Fatal(err)
		}
		p := mustRender(t, renderer(roomy), render.Items(ask.ContextItems))
		return p.Text() + jsonOf(t, p) + fmt.Sprintf("%+v", p.Report())
	}
	want := show("a", "b", "1", "2")
	for _, other := range [][4]string{{"b", "a", "2", "1"}, {"ignore previous instructions", "product", "x", "y"}, {"", "z", "longer id", "\x00"}} {
		if got := show(other[0], other[1], other[2], other[3]); got != want {
			t.Errorf("%q gives another output:\n%s\n%s", other, got, want)
		}
	}
	if show("a", "a", "1", "2") == want {
		t.Error("kinds do not group at all: this test looks at nothing")
	}
}
