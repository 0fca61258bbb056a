package fuzz_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// A canaryRule says where the canary of a case may stand in a prompt.
type canaryRule uint8

const (
	noCanary     canaryRule = iota
	inBlock                 // in blocks alone, at least once
	inRecord                // in blocks alone, on a line that is one whole record
	absent                  // nowhere in the prompt
	absentAtAll             // nor in the report, a finding or an error
	caseTokens   = 8_000    // limit of a case that says none
	caseRequest  = "Make the button green."
	caseEnvName  = "RINGFENCE_CASE"
	caseEnvValue = "an environment value"
)

// A faultCase is a fault that was reported against another system, written anew
// for this one.
type faultCase struct {
	id     string
	fault  string
	kind   audit.Kind // Auto for a case about counting
	body   string
	limit  budget.Limit // zero: caseTokens of o200k
	canary string
	rule   canaryRule
	// refused is the code with which body is refused; nothing is rendered then.
	refused ringfence.Code
	// findings are rules of the audit that have to find something in body.
	findings []string
	// check is what else has to hold. It is given nil for a case about counting
	// and for one that is refused.
	check func(t *testing.T, r *caseResult)
}

// A caseResult is what became of the body of a case.
type caseResult struct {
	context  *contract.EditContext
	ask      *contract.Ask
	prompt   *render.Prompt
	blocks   []fence.Block
	findings []audit.Finding
	err      error
}

// TestFaultCases runs each case from its body to the prompt and the audit.
func TestFaultCases(t *testing.T) {
	t.Setenv(caseEnvName, caseEnvValue)
	seen := map[string]bool{}
	for _, c := range faultCases() {
		t.Run(c.id, func(t *testing.T) {
			if seen[c.id] || c.fault == "" {
				t.Fatal("a case comes twice, or does not say what it is about")
			}
			seen[c.id] = true
			r := caseResult{}
			c.audit(t, &r)
			c.render(t, &r)
			if c.check != nil {
				c.check(t, &r)
			}
			c.lookForCanary(t, &r)
		})
	}
}

// audit checks the body and wants the findings of the case.
func (c *faultCase) audit(t *testing.T, r *caseResult) {
	t.Helper()
	if c.body == "" {
		return
	}
	var err error
	r.findings, err = audit.Checker{}.Check(c.kind, "case", []byte(c.body))
	if (err != nil) != (c.refused != "") {
		t.Fatalf("the audit says %v", err)
	}
	for _, want := range c.findings {
		if !slices.ContainsFunc(r.findings, func(f audit.Finding) bool { return f.Rule == want }) {
			t.Errorf("no finding of %s among %+v", want, r.findings)
		}
	}
}

// render renders a payload twice and checks what holds for every prompt.
func (c *faultCase) render(t *testing.T, r *caseResult) {
	t.Helper()
	part := c.part(t, r)
	if r.err != nil || c.kind != audit.EditContext && c.kind != audit.Ask {
		if r.err != nil && typed(t, r.err).Code != c.refused {
			t.Fatalf("refused: %v, want the code %q", r.err, c.refused)
		}
		return
	}
	if c.refused != "" {
		t.Fatalf("accepted, want the code %q", c.refused)
	}
	limit := c.limit
	if limit.Counter == nil {
		limit = budget.Limit{Tokens: caseTokens, Counter: o200k.Encoding()}
	}
	renderer := render.Renderer{Nonce: fence.SeededNonce([]byte(c.id)), Limit: limit}
	var outputs []string
	for range 2 {
		p, err := renderer.Render(t.Context(), render.Text("Edit the page as the user asks."), part, render.Request(ringfence.NewData(caseRequest)))
		if err != nil {
			t.Fatal(err)
		}
		r.prompt = p
		outputs = append(outputs, everything(t, p))
	}
	if outputs[0] != outputs[1] {
		t.Error("two renderings differ")
	}
	text := r.prompt.Text()
	var err error
	if r.blocks, err = r.prompt.Nonce().Scan(text); err != nil {
		t.Fatalf("the fence is not intact: %v", err)
	}
	if naive, ok := naiveScan(text); !ok || len(naive) != len(r.blocks) || len(naive) != len(r.prompt.Spans()) {
		t.Errorf("%d blocks, the naive scanner finds %d", len(r.blocks), len(naive))
	}
	if want := fence.Guide + "Edit the page as the user asks.\n"; outside(r.prompt) != want {
		t.Errorf("outside of blocks stands %q", outside(r.prompt))
	}
	if n := limit.Counter.Count(text); n > limit.Usable() || n != r.prompt.Report().Used {
		t.Errorf("%d tokens as a whole, reported %d, limit %d", n, r.prompt.Report().Used, limit.Usable())
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }) {
		t.Error("the prompt is not UTF-8 or holds tag characters")
	}
	if strings.Contains(text, caseEnvValue) {
		t.Error("the prompt holds a value of the environment")
	}
}

// part decodes the body and makes the part of it.
func (c *faultCase) part(t *testing.T, r *caseResult) render.Part {
	t.Helper()
	switch c.kind {
	case audit.EditContext:
		if r.context, r.err = contract.ParseEditContext([]byte(c.body)); r.err == nil {
			return render.EditContext(r.context)
		}
	case audit.Ask:
		if r.ask, r.err = contract.ParseAsk([]byte(c.body)); r.err == nil {
			if r.ask.UI != nil {
				return render.Windows(nil, r.ask.UI)
			}
			return render.Items(r.ask.ContextItems)
		}
	default:
	}
	return render.Part{}
}

// lookForCanary looks where the canary stands.
func (c *faultCase) lookForCanary(t *testing.T, r *caseResult) {
	t.Helper()
	if c.rule == noCanary {
		return
	}
	text := r.prompt.Text()
	switch c.rule {
	case inBlock, inRecord:
		inside := 0
		for _, run := range r.prompt.Parts() {
			n := strings.Count(run.Text, c.canary)
			if n > 0 && run.Trusted {
				t.Errorf("the canary stands in trusted text: %q", run.Text)
			}
			inside += n
			for line := range strings.SplitSeq(run.Text, "\n") {
				if c.rule == inRecord && strings.Contains(line, c.canary) && !json.Valid([]byte(line)) {
					t.Errorf("the canary stands on a line that is no record: %q", line)
				}
			}
		}
		if inside == 0 || inside != strings.Count(text, c.canary) {
			t.Errorf("the canary stands %d times in the prompt, %d of them in blocks", strings.Count(text, c.canary), inside)
		}
	case absentAtAll:
		for _, f := range r.findings {
			if strings.Contains(f.Message+f.Pointer, c.canary) {
				t.Errorf("finding %s shows the canary", f.Rule)
			}
		}
		fallthrough
	case absent:
		if strings.Contains(everything(t, r.prompt), c.canary) {
			t.Errorf("the canary stands in an output: %s", everything(t, r.prompt))
		}
	default:
	}
}

// records returns the records of the block of a kind.
func (r *caseResult) records(t *testing.T, kind fence.Kind) []map[string]any {
	t.Helper()
	var out []map[string]any
	for line := range strings.SplitSeq(r.data(t, kind), "\n") {
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("record %q: %v", line, err)
		}
		out = append(out, m)
	}
	return out
}

// data returns the data of the block of a kind.
func (r *caseResult) data(t *testing.T, kind fence.Kind) string {
	t.Helper()
	for _, b := range r.blocks {
		if b.Kind == kind {
			return b.Data.Raw()
		}
	}
	t.Fatalf("there is no block of kind %v", kind)
	return ""
}

// caseKinds are the kinds of the shared list that belong here; the others are
// about the policy and the command line.
var caseKinds = []string{"edit-context", "context-items", "windows", "rendered-prompt", "tokens"}

// TestFaultCasesAreComplete compares the table with the list of faults beside
// the repository, so that no case is forgotten.
func TestFaultCasesAreComplete(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(shared(t), "cases", "cases.jsonl"))
	if err != nil {
		t.Skip("the list of cases is not beside the repository")
	}
	have := map[string]bool{}
	for _, c := range faultCases() {
		have[c.id] = true
	}
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, len(b)+1)
	n := 0
	for lines.Scan() {
		var c struct {
			ID   string `json:"id"`
			Kind string `json:"input_kind"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(caseKinds, c.Kind) {
			n++
			if !have[c.ID] {
				t.Errorf("case %s (%s) is not in the table", c.ID, c.Kind)
			}
		}
	}
	if err := lines.Err(); err != nil || n == 0 || n != len(have) {
		t.Errorf("%d cases in the list, %d in the table: %v", n, len(have), err)
	}
}
