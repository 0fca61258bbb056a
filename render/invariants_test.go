package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// checkPrompt checks what holds of every prompt: containment, the span map,
// the limit, the runs and the report.
func checkPrompt(t testing.TB, r *render.Renderer, p *render.Prompt) {
	t.Helper()
	checkContainment(t, p)
	checkLimit(t, r, p)
	checkRuns(t, p)
	checkReport(t, p)
}

// checkContainment holds the blocks that scanning finds against the span map.
func checkContainment(t testing.TB, p *render.Prompt) {
	t.Helper()
	var found []render.Span
	scanner := fence.NewScanner(p.Nonce())
	for i, m := range p.Messages() {
		if !strings.HasSuffix(m.Text, "\n") {
			t.Errorf("message %d does not end in a line feed", i)
		}
		blocks, err := scanner.Scan(m.Text)
		if err != nil {
			t.Fatalf("containment: message %d: %v", i, err)
		}
		if m.Role == render.System && len(blocks) > 0 {
			t.Errorf("containment: the system message holds %d blocks", len(blocks))
		}
		for _, b := range blocks {
			found = append(found, render.Span{
				N: b.N, Kind: b.Kind, Trust: b.Trust, Message: i, Start: b.Start, End: b.End,
				Cut: b.Cut, More: b.More, Dropped: b.Dropped, Style: b.Style,
			})
		}
	}
	if n := len(blocksOf(t, p)); n != len(found) {
		t.Errorf("containment: %d blocks in the text, %d in the messages", n, len(found))
	}
	spans := p.Spans()
	if len(spans) != len(found) {
		t.Fatalf("containment: %d spans, %d blocks", len(spans), len(found))
	}
	for i, s := range spans {
		if !s.Contained {
			t.Errorf("span %d is not contained", i)
		}
		f := found[i]
		if s.N != f.N || s.Kind != f.Kind || s.Trust != f.Trust || s.Message != f.Message || s.Start != f.Start ||
			s.End != f.End || s.Cut != f.Cut || s.More != f.More || s.Dropped != f.Dropped || s.Style != f.Style {
			t.Errorf("span %+v is not the block %+v", s, f)
		}
	}
}

// checkLimit counts the text as a whole, and each block.
func checkLimit(t testing.TB, r *render.Renderer, p *render.Prompt) {
	t.Helper()
	whole, used := r.Limit.Counter.Count(p.Text()), p.Report().Used
	if whole > r.Limit.Usable() || used > r.Limit.Usable() {
		t.Errorf("budget: %d tokens counted, %d reported, %d usable", whole, used, r.Limit.Usable())
	}
	if whole > used || p.Report().Exactness == budget.Exact && whole != used {
		t.Errorf("budget: %d tokens reported, %d counted", used, whole)
	}
	for _, s := range p.Spans() {
		if n := r.Limit.Counter.Count(p.Messages()[s.Message].Text[s.Start:s.End]); n != s.Tokens {
			t.Errorf("budget: block %d has %d tokens, reported %d", s.N, n, s.Tokens)
		}
	}
}

// checkRuns demands that the runs are the text, and the untrusted ones exactly
// the payloads.
func checkRuns(t testing.TB, p *render.Prompt) {
	t.Helper()
	var all strings.Builder
	var untrusted, payloads []string
	for _, run := range p.Parts() {
		all.WriteString(run.Text)
		if !run.Trusted {
			untrusted = append(untrusted, run.Text)
		}
		if run.Text == "" {
			t.Error("an empty run")
		}
	}
	text := p.Text()
	if all.String() != text {
		t.Error("the runs are not the text")
	}
	for _, b := range blocksOf(t, p) {
		if b.PayloadEnd > b.PayloadStart {
			payloads = append(payloads, text[b.PayloadStart:b.PayloadEnd])
		}
	}
	if !slices.Equal(untrusted, payloads) {
		t.Errorf("untrusted runs %q, payloads %q", untrusted, payloads)
	}
}

// checkReport demands one line for each section, in order, that agrees with
// the span map.
func checkReport(t testing.TB, p *render.Prompt) {
	t.Helper()
	spans := p.Spans()
	last := 0
	for _, part := range p.Report().Parts {
		if part.N <= last {
			t.Errorf("report: ordinal %d after %d", part.N, last)
		}
		last = part.N
		there := len(spans) > 0 && spans[0].N == part.N
		switch part.Decision {
		case render.Kept, render.Reduced:
			if !there {
				t.Errorf("report: block %d is %v and has no span", part.N, part.Decision)
				continue
			}
			s := spans[0]
			spans = spans[1:]
			if s.Kind != part.Kind || s.Trust != part.Trust || s.Source != part.Source || s.Tokens != part.Tokens || s.Cut != part.Cut || s.More != part.More {
				t.Errorf("report: %+v is not %+v", part, s)
			}
			if less := s.Cut != (fence.Cut{}) || s.More > 0; less && part.Decision == render.Kept {
				t.Errorf("report: block %d is cut and said to be whole", part.N)
			}
		case render.Absent, render.Omitted:
			if there || part.Tokens != 0 {
				t.Errorf("report: block %d is %v, and there: %v, %d tokens", part.N, part.Decision, there, part.Tokens)
			}
		}
		if (part.Decision == render.Omitted) != part.Reason.Dropped() {
			t.Errorf("report: block %d is %v because %v", part.N, part.Decision, part.Reason)
		}
	}
	if len(spans) > 0 {
		t.Errorf("report: %d spans without a line", len(spans))
	}
	if p.NextOrdinal() <= last {
		t.Errorf("the next ordinal is %d after %d", p.NextOrdinal(), last)
	}
}
