package html

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// pageOf is the page of a text prompt with findings at places of it.
func pageOf(t *testing.T, body string, show bool, found ...audit.Finding) string {
	t.Helper()
	p, err := Read([]byte(body), contract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		found[i].File = "a.txt"
	}
	r := &report.Report{Findings: report.Of([]byte(body), found, report.Place{}, show)}
	return written(t, Page{Prompt: p, Name: "a.txt", Report: r, Show: show})
}

func find(severity audit.Severity, from, to int64) audit.Finding {
	return audit.Finding{Rule: "chars/control", Severity: severity, Offset: from, End: to, Line: 1, Column: int(from) + 1, Message: severity.String()}
}

// The most severe come first, and then the first; each has the number that stands
// at its place.
func TestOrderAndNumbers(t *testing.T) {
	text := pageOf(t, "abcdefghij\n", true, find(audit.Note, 0, 1), find(audit.Warning, 2, 3), find(audit.Error, 4, 5), find(audit.Warning, 6, 7), find(audit.Error, 8, 9))
	at := 0
	for n, severity := range []string{"error", "error", "warning", "warning", "note"} {
		head := `<h3><span class="num ` + severity + `">` + string(rune('1'+n)) + `</span>`
		i := strings.Index(text[at:], head)
		if i < 0 {
			t.Fatalf("no %s in its place", head)
		}
		at += i
	}
	for _, want := range []string{
		`<a id="p5" class="ref note" href="#f5" aria-label="Finding 5, note">5</a><mark>a</mark>b<a id="p3" class="ref warning"`,
		`>3</a><mark>c</mark>d<a id="p1"`, `>1</a><mark>e</mark>f<a id="p4"`, `>2</a><mark>i</mark>j`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, ">fingerprint") || !strings.Contains(text, `title="fingerprint `) {
		t.Error("a fingerprint is text of the page, or not there at all")
	}
}

// All of what was found is marked, across what is made visible, other findings and
// masks; where only the beginning is known, nothing is, and so in hidden text.
func TestMarkedRanges(t *testing.T) {
	for name, tc := range map[string]struct {
		found []audit.Finding
		want  string
	}{
		"one":        {[]audit.Finding{find(audit.Error, 2, 4)}, `ab@1<mark>cd</mark>`},
		"character":  {[]audit.Finding{find(audit.Error, 2, 9)}, `ab@1<mark>cd</mark><mark><span class="ch bidi">U&#43;202E</span></mark><mark>ef</mark>ghij`},
		"within":     {[]audit.Finding{find(audit.Error, 1, 4), find(audit.Note, 2, 3)}, `a@1<mark>b</mark><mark>@2</mark><mark>cd</mark>`},
		"over":       {[]audit.Finding{find(audit.Error, 1, 3), find(audit.Error, 2, 4)}, `a@1<mark>b</mark><mark>@2</mark><mark>cd</mark>`},
		"no end":     {[]audit.Finding{find(audit.Error, 2, -1)}, `ab@1cd<span`},
		"to the end": {[]audit.Finding{find(audit.Error, 9, 14)}, `ghij`},
	} {
		text := pageOf(t, "abcd\u202eefghij\n", true, tc.found...)
		for n, f := range tc.found {
			digit := string(rune('1' + n))
			text = strings.Replace(text, `<a id="p`+digit+`" class="ref `+f.Severity.String()+`" href="#f`+digit+`" aria-label="Finding `+digit+`, `+f.Severity.String()+`">`+digit+`</a>`, "@"+digit, 1)
		}
		if !strings.Contains(text, tc.want) {
			t.Errorf("%s: no %s in %s", name, tc.want, text[strings.Index(text, `<div class="text"`):][:300])
		}
	}
	if text := pageOf(t, "abcd\u202eefghij\n", false, find(audit.Error, 2, 4)); strings.Contains(text, "<mark>") {
		t.Error("hidden text is marked")
	}
}

// Masks hide what is withheld, wherever a finding begins or ends, and no hash of it
// is there.
func TestWithoutWithheld(t *testing.T) {
	body := "See bill-77 there.\n"
	p, err := Read([]byte(body), contract.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []audit.Finding{find(audit.Error, 4, 11), find(audit.Error, 6, 9), find(audit.Error, 0, 6), find(audit.Error, 8, 18)} {
		f.File = "a.txt"
		r := &report.Report{Findings: report.Of([]byte(body), []audit.Finding{f}, report.Place{}, false)}
		text := written(t, Page{Prompt: p.Without([]audit.Range{{Start: 4, End: 11}}), Name: "a.txt", Report: r, Show: true})
		for _, part := range []string{"bill", "ll-", "-77", "SHA-256"} {
			if strings.Contains(text[strings.Index(text, "<main"):], part) {
				t.Errorf("%d to %d: %s is on the page", f.Offset, f.End, part)
			}
		}
		if !strings.Contains(text, masked) || !strings.Contains(text, "there.") {
			t.Errorf("%d to %d: too much or too little is masked", f.Offset, f.End)
		}
	}
	if p.Without(nil) != p {
		t.Error("nothing withheld makes another prompt")
	}
}

// What is said of hashes and of hidden text is true of the page.
func TestNoticeIsTrue(t *testing.T) {
	const hashes, lengths, none = "Hashes are keyed", "lengths, line structure", "No text of what was checked"
	several := written(t, Page{Report: &report.Report{Checked: 3}})
	if strings.Contains(several, hashes) || strings.Contains(several, lengths) || !strings.Contains(several, none) {
		t.Error("a page of several files speaks of a prompt")
	}
	shown := &report.Report{Checked: 1, Findings: []report.Finding{{Snippet: &report.Snippet{Text: "some text"}}}}
	for _, show := range []bool{false, true} { // a report that is read back does not say it
		if text := written(t, Page{Report: shown, Show: show}); strings.Contains(text, none) || !strings.Contains(text, "some text") {
			t.Errorf("a page with a snippet, show %t, says that it has none", show)
		}
		if text := written(t, Page{Report: &report.Report{Checked: 3}, Show: show}); !strings.Contains(text, none) {
			t.Errorf("a page without a snippet, show %t, does not say so", show)
		}
	}
	if text := pageOf(t, "Go on.\n", false); strings.Contains(text, hashes) || !strings.Contains(text, lengths) {
		t.Error("a page without a nonce speaks of hashes")
	}
	if text := pageOf(t, ordinary.prompt(t).Text(), false); !strings.Contains(text, hashes) || !strings.Contains(text, keyedHash) {
		t.Error("a page with keyed hashes does not say so")
	}
}
