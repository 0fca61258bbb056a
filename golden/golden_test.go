// Package golden holds what prompts look like: the text, the JSON form and the
// report of every shipped context at several limits, and pages of some, byte for byte.
//
// To change them on purpose: go test ./golden -update, and read the difference
// as the model would.
package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

const (
	contextFolder = "testdata/contexts"
	goldenFolder  = "testdata/golden"
	goldenSuffix  = ".golden"
)

// budgets are the limits at which every context is rendered, in tokens: one
// that drops most of it, one that cuts, one that has room for all.
var budgets = []int{700, 2000, 8000}

// forms are the files kept of one prompt.
var forms = []string{"prompt", "json", "report"}

// nonce is fixed, so that the files stay the same.
var nonce = fence.SeededNonce([]byte("golden files"))

func renderer(tokens int) *render.Renderer {
	return &render.Renderer{Nonce: nonce, Limit: budget.Limit{Tokens: tokens, Counter: o200k.Encoding()}}
}

// readContext reads one shipped context.
func readContext(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(contextFolder, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// assert holds a prompt against its files. Only Assert compares every byte:
// goldie's other assertions fold line ends first.
func assert(t *testing.T, name string, p *render.Prompt) {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	g := goldie.New(t, goldie.WithFixtureDir(goldenFolder), goldie.WithNameSuffix(goldenSuffix), goldie.WithDiffEngine(goldie.ColoredDiff))
	for form, content := range map[string][]byte{"prompt": []byte(p.Text()), "json": b.Bytes(), "report": []byte(reportText(p))} {
		if !registered()[name+"."+form] {
			t.Fatalf("the file %s.%s is not registered", name, form)
		}
		g.Assert(t, name+"."+form, content)
	}
}

// editContexts are the shipped edit contexts and what the user asks for.
var editContexts = []struct {
	name    string
	request string
}{
	{"shop-page", "Show the reviews with the fewest stars last, and put a line between them."},
	{"crm-record", "Show the balance in bold when it is overdue."},
	{"settings-form", "Mark the required fields, and say under each what is expected.\nKeep the labels as they are."},
	{"kanban-board", "Cards that are late should have a red edge."},
}

const editInstruction = "Edit the source so that the request is met. Answer with the text to find, quoted exactly, and the text to put in its place."

func TestEditContexts(t *testing.T) {
	for _, c := range editContexts {
		ec, err := contract.ParseEditContext(readContext(t, c.name))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, tokens := range budgets {
			name := caseName(c.name, tokens)
			t.Run(name, func(t *testing.T) {
				r := renderer(tokens)
				p, err := r.Render(t.Context(), render.Text(editInstruction), render.EditContext(ec), render.Request(ringfence.NewData(c.request)))
				if err != nil {
					t.Fatal(err)
				}
				check(t, r, p, ec)
				assert(t, name, p)
			})
		}
	}
}

// TestAsks renders two turns of a chat: the second goes on with the ordinals
// and reads the state that the first one stored.
func TestAsks(t *testing.T) {
	secret := []byte("the secret of the application")
	asks := make([]*contract.Ask, 0, 2)
	for _, name := range []string{"ask-turn1", "ask-turn2"} {
		ask, err := contract.ParseAsk(readContext(t, name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		asks = append(asks, ask)
	}
	for _, tokens := range budgets {
		t.Run(caseName("ask", tokens), func(t *testing.T) {
			r := renderer(tokens)
			turn := func(prev *contract.UI, ask *contract.Ask, more ...render.Part) *render.Prompt {
				parts := append([]render.Part{
					render.Text("Help the user with what is on the screen."),
					render.Windows(prev, ask.UI), render.Items(ask.ContextItems),
				}, append(more, render.Request(ask.Message))...)
				p, err := r.Render(t.Context(), parts...)
				if err != nil {
					t.Fatal(err)
				}
				check(t, r, p, nil)
				return p
			}
			first := turn(nil, asks[0])
			assert(t, caseName("ask-turn1", tokens), first)

			state, err := asks[0].UI.Stored(secret)
			if err != nil {
				t.Fatal(err)
			}
			prev, err := contract.ParseStored(state, secret)
			if err != nil {
				t.Fatal(err)
			}
			r.First = first.NextOrdinal()
			answer := ringfence.NewData("The Harbour mug in Kelp goes well with the bowl. The box would cost 58.50 with carriage to the islands.")
			second := turn(prev, asks[1], render.Derived(answer, first.Provenance()))
			assert(t, caseName("ask-turn2", tokens), second)

			scanner := fence.NewScanner(nonce)
			for _, m := range append(first.Messages(), second.Messages()...) {
				if _, err := scanner.Scan(m.Text); err != nil {
					t.Errorf("the two turns are no conversation: %v", err)
				}
			}
		})
	}
}

// check demands that a prompt is within its limit, scans back to its blocks,
// and shows the source as it is.
func check(t *testing.T, r *render.Renderer, p *render.Prompt, ec *contract.EditContext) {
	t.Helper()
	if n := r.Limit.Counter.Count(p.Text()); n > r.Limit.Tokens || n != p.Report().Used {
		t.Errorf("%d tokens counted, %d reported, limit %d", n, p.Report().Used, r.Limit.Tokens)
	}
	blocks, err := p.Nonce().Scan(p.Text())
	if err != nil {
		t.Fatalf("the prompt does not scan: %v", err)
	}
	if len(blocks) != len(p.Spans()) {
		t.Errorf("%d blocks, %d spans", len(blocks), len(p.Spans()))
	}
	for _, b := range blocks {
		if b.Kind != fence.Source || ec == nil {
			continue
		}
		code := ec.Source.Code.Raw()
		if !strings.HasPrefix(code, b.Data.Raw()) || b.Cut == (fence.Cut{}) && b.Data.Raw() != code {
			t.Errorf("the source block is not the source: %d of %d bytes, cut %v", b.Data.Len(), len(code), b.Cut)
		}
	}
}
