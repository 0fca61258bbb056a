package html

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// reading takes a text apart.
func reading(t testing.TB, body string) *Prompt {
	t.Helper()
	p, err := Read([]byte(body), contract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// big are texts that are as bad for a page as texts can be.
var big = map[string]string{
	"prose": "ordinary words in a line of text\n", "bidi": "\u202ea", "nul": "\x00a", "brackets": "⟦", "escapes": "⟦U+202E⟧",
	"markup": "<&\"'>", "lines": "\n", "carriage": "\r\n", "bytes": "\x80a\xff", "shapes": "<untrusted-data-",
	"nonces": "</request-data-aaaaaaaaaa-1>", "repeats": "\u200b", "kept": "❤️",
}

// The page of a megabyte is bounded, whatever the megabyte is made of, and says
// what it leaves out.
func TestLimits(t *testing.T) {
	for name, unit := range big {
		for _, show := range []bool{true, false} {
			if !show && name != "prose" && name != "bidi" {
				continue // hidden text has a limit of lines, which both reach
			}
			text := strings.Repeat(unit, (MaxText+100_000)/len(unit))
			page := written(t, Page{Prompt: reading(t, text), Show: show})
			if limit := 8*MaxText + 64*MaxPieces; len(page) > limit {
				t.Errorf("%s, show %v: the page has %d bytes, limit %d", name, show, len(page), limit)
			}
			if name != "repeats" && !strings.Contains(page, "not shown") {
				t.Errorf("%s, show %v: nothing says that text is left out", name, show)
			}
		}
	}
}

// What is shown and what is said to be left out is all there is.
func TestLeftOut(t *testing.T) {
	for name, unit := range big {
		if unit == "\x00a" || name == "bidi" || name == "bytes" || name == "shapes" || name == "nonces" || name == "repeats" || name == "carriage" || name == "kept" {
			continue // not every character is written as it is
		}
		text := strings.Repeat(unit, (MaxText+100_000)/len(unit))
		allow := &allowance{text: MaxText, pieces: MaxPieces}
		w := &writer{allow: allow, escape: true}
		left := w.write(text, 0, len(text), nil, nil)
		var got strings.Builder
		for _, p := range w.out {
			got.WriteString(p.Text)
			if len(got.String()) > 100 {
				break
			}
		}
		n := 0
		for _, p := range w.out {
			n += len(p.Text)
		}
		if n+left != len(text) || left == 0 || !strings.HasPrefix(text, got.String()[:min(len(got.String()), 100)]) {
			t.Errorf("%s: %d bytes shown, %d left of %d", name, n, left, len(text))
		}
	}
}

// Ten times the input takes about ten times the memory and the page.
func TestGrowth(t *testing.T) {
	for name, unit := range big {
		cost := func(n int) (memory uint64, size int) {
			text := strings.Repeat(unit, n/len(unit))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			size = len(written(t, Page{Prompt: reading(t, text), Show: true}))
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc, size
		}
		smallMemory, smallSize := cost(20_000)
		largeMemory, largeSize := cost(200_000)
		if largeMemory > 25*smallMemory+4<<20 || largeSize > 12*smallSize {
			t.Errorf("%s: %d and %d bytes of memory, pages of %d and %d", name, smallMemory, largeMemory, smallSize, largeSize)
		}
	}
}

func TestManyRegionsAndFindings(t *testing.T) {
	var b strings.Builder
	const blocks = MaxRegions + 500
	for i := 1; i <= blocks; i++ {
		n := strconv.Itoa(i)
		b.WriteString("<untrusted-data-aaaaaaaaaa-" + n + " kind=tool>\nx\n</untrusted-data-aaaaaaaaaa-" + n + ">\n")
	}
	r := &report.Report{}
	for i := range MaxFindings + 7 {
		r.Findings = append(r.Findings, report.Finding{Finding: audit.Finding{File: "f", Offset: int64(i * 3), Message: "m", Rule: "r"}})
	}
	for range MaxUnchecked + 3 {
		r.Unchecked = append(r.Unchecked, report.Unchecked{File: "f", Error: "e"})
	}
	text := written(t, Page{Prompt: reading(t, b.String()), Name: "f", Report: r})
	root := checkPage(t, text)
	for class, want := range map[string]int{"region": MaxRegions, "finding": MaxFindings} {
		if got := len(root.withClass(class)); got != want {
			t.Errorf("%d of class %s, want %d", got, class, want)
		}
	}
	for _, want := range []string{"500 more regions are not shown.", "7 more findings are not listed.", "3 more are not listed."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if n := len(root.byID("budget").find("svg")[0].find("rect")); n > maxBarParts+2 {
		t.Errorf("the bar has %d parts", n)
	}
}
