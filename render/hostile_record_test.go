package render_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

const zwsp = "\u200b"

// hostileElement is an element whose attributes are all escapes once sealed.
func hostileElement(name, value int) *contract.EditContext {
	ec := &contract.EditContext{Version: contract.Version01}
	for i := range 2 {
		id := data("viv:p[" + strconv.Itoa(i) + "]")
		c := contract.Content{ID: id, Text: data("The selected text " + strconv.Itoa(i))}
		for k := range 16 {
			c.Attributes = append(c.Attributes, contract.Attribute{
				Name: data("a" + strconv.Itoa(k) + strings.Repeat(zwsp, name)), Value: data(strings.Repeat(zwsp, value)),
			})
		}
		ec.Selection = append(ec.Selection, contract.Selected{ID: id, Tag: data("p")})
		ec.Content = append(ec.Content, c)
	}
	return ec
}

// TestHostileRecords: a record that is all escapes takes the room neither of its
// own text nor of the records after it.
func TestHostileRecords(t *testing.T) {
	for _, c := range [][2]int{{90, 190}, {0, 200}, {30, 1000}} {
		text := mustRender(t, renderer(8000), render.EditContext(hostileElement(c[0], c[1])), render.Note(data(words(9000)))).Text()
		for _, want := range []string{"The selected text 0", "The selected text 1"} {
			if !strings.Contains(text, want) {
				t.Errorf("names of %d and values of %d escapes: %q is not shown", c[0], c[1], want)
			}
		}
	}
	items := []contract.Item{{Label: data("first"), Excerpt: data(strings.Repeat(zwsp, 500))}}
	for i := range 10 {
		items = append(items, contract.Item{Label: data("invoice " + strconv.Itoa(i))})
	}
	p := mustRender(t, renderer(8000), render.Items(items), render.ToolResult(data(words(9000))))
	if !strings.Contains(p.Text(), "invoice 9") {
		t.Errorf("the last item is not shown: %+v", p.Report().Parts)
	}
	if !strings.Contains(p.Text(), `"cut":{"excerpt":"`) {
		t.Error("the cut of the excerpt is not announced")
	}
}

// TestHostileRecordsUseTheRoom: at every limit something of a record that is all
// escapes is shown, and half of the limit is used while data waits.
func TestHostileRecordsUseTheRoom(t *testing.T) {
	for _, c := range [][2]int{{90, 190}, {0, 200}, {20, 60}} {
		waited := 0
		for limit := 500; limit < 5000; limit += 150 {
			p := mustRender(t, renderer(limit), render.EditContext(hostileElement(c[0], c[1])))
			if !strings.Contains(p.Text(), "The selected text 0") && limit >= 800 {
				t.Errorf("names of %d and values of %d escapes: no text of the selection in %d tokens", c[0], c[1], limit)
			}
			for _, part := range p.Report().Parts {
				if part.Decision != render.Reduced && part.Decision != render.Omitted {
					continue
				}
				waited++
				if 2*p.Report().Used < limit {
					t.Errorf("names of %d and values of %d escapes: %d of %d tokens used", c[0], c[1], p.Report().Used, limit)
				}
			}
		}
		if waited == 0 && c[0] < 90 { // names over their limit leave little to show
			t.Errorf("names of %d and values of %d escapes: no data ever waited", c[0], c[1])
		}
	}
}

// TestRejectIsWhole: a part that may not be cut is an error for a field over its
// limit too.
func TestRejectIsWhole(t *testing.T) {
	long := data(strings.Repeat("long ", 400))
	for name, part := range map[string]render.Part{
		"excerpt":    render.Items([]contract.Item{{Label: data("a"), Excerpt: long}}),
		"attributes": render.EditContext(hostileElement(0, 200)),
		"names":      render.EditContext(hostileElement(90, 1)),
	} {
		if p, err := renderer(90000).Render(t.Context(), part.Overflow(render.RejectOverflow)); p != nil || codeOf(t, err) != render.CodeOverflow {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	short := render.Items([]contract.Item{{Label: data("a"), Excerpt: data("short")}})
	mustRender(t, renderer(9000), short.Overflow(render.RejectOverflow))
}

// TestSessionCountsTheWhole: a turn that begins where no seam is does not take a
// conversation over its limit.
func TestSessionCountsTheWhole(t *testing.T) {
	openers := []render.Part{render.Text("/go on"), render.Text(" Go on"), render.Text("\n\nGo on"), render.Text("\n/x")}
	rest := render.ToolResult(ringfence.NewData(words(500)))
	for _, opener := range openers {
		turns := 0
		for limit := 400; limit < 900; limit++ {
			s := render.NewSession(render.Renderer{Nonce: fence.SeededNonce(nil), Limit: budget.Limit{Tokens: limit, Counter: o200k.Encoding()}})
			for _, parts := range [][]render.Part{{render.Text("Do."), render.ToolResult(data("hello"))}, {opener, rest}} {
				if _, err := s.Render(t.Context(), parts...); err != nil {
					break
				}
				turns++
				if n := o200k.Encoding().Count(s.Text()); n != s.Used() || n > limit {
					t.Fatalf("limit %d: the conversation counts %d, said to be %d", limit, n, s.Used())
				}
			}
		}
		if turns < 400 {
			t.Errorf("only %d turns were rendered: this tests little", turns)
		}
	}
}
