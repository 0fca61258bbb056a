package html

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// maxFuzz keeps one input cheap.
const maxFuzz = 8 << 10

// FuzzPage holds of any file and any name: the page parses strictly and has the
// elements and attributes of the template alone; links and labels lead somewhere;
// the policy names what is there; nothing invisible stands raw; the same input
// gives the same page; hidden text is not on it; a nonce is on it in no form.
func FuzzPage(f *testing.F) {
	for _, evil := range hostile {
		f.Add(evil, evil, true)
	}
	f.Add("a.json", string(ordinary.file(f)), false)
	f.Add("a.txt", ordinary.prompt(f).Text(), true)
	f.Add("x", `[{"role":"user","content":[{"type":"text","text":"a\r\n⟦U+0061⟧"},{"type":"image"}]}]`, true)
	f.Add("x", "<untrusted-data-aaaaaaaaaa-1 kind=tool>\n⟦U+0061⟧aaaaaaaaa\n</untrusted-data-aaaaaaaaaa-1>", true)
	f.Fuzz(func(t *testing.T, name, body string, show bool) {
		if len(name)+len(body) > maxFuzz {
			return
		}
		p, err := Read([]byte(body), contract.Limits{}, nil)
		if err != nil {
			return
		}
		page := Page{Prompt: p, Name: name, Show: show, Before: p}
		r := &report.Report{Unchecked: []report.Unchecked{{File: name, Error: name}}}
		if found, err := (audit.Checker{}).Check(audit.Prompt, name, []byte(body)); err == nil {
			r.Findings = report.Of([]byte(body), found, report.Place{}, show)
		}
		page.Report = r
		text := written(t, page)
		root := checkPage(t, text)
		if written(t, page) != text {
			t.Error("another page for the same input")
		}
		if pieces := strings.Count(text, `class="ref `); pieces > len(r.Findings) {
			t.Errorf("%d marks for %d findings", pieces, len(r.Findings))
		}
		shown := root.byID("main").text
		plain, _ := unescaped(shown)
		for _, n := range p.nonces {
			// A nonce can be a word of the page itself, or be in the file's name.
			if blank(t, n) || len(n.Find(name)) > 0 {
				continue
			}
			if len(n.Find(shown))+len(n.Find(plain)) > 0 {
				t.Error("a nonce can be read")
			}
		}
		if !show {
			checkHidden(t, root.byID("prompt"))
		}
	})
}

// lengths are what may stand in the place of hidden text, beside line feeds,
// numbers of findings and what is made visible.
var lengths = regexp.MustCompile(`^([0-9,]+ bytes?|(U\+[0-9A-F]{4,6}|0x[0-9A-F]{2})( ×[0-9]+)?|⟦(U\+|0x)[0-9A-F]+⟧|\*{10}|[0-9]+)$`)

// checkHidden holds that the texts of a prompt are lengths.
func checkHidden(t *testing.T, prompt *node) {
	t.Helper()
	for _, text := range prompt.withClass("text") {
		if strings.Trim(text.own, "\n") != "" {
			t.Errorf("hidden text shows %q", text.own)
		}
		for _, c := range text.children {
			if !lengths.MatchString(c.text) {
				t.Errorf("hidden text shows %q", c.text)
			}
		}
	}
}

// blank reports whether the template holds the nonce by itself.
func blank(t *testing.T, n fence.Nonce) bool {
	t.Helper()
	return len(n.Find(skeleton)) > 0 || len(n.Find(written(t, Page{Report: &report.Report{}, Prompt: FromRender(ordinary.prompt(t))}))) > 0 || len(n.Find(strings.Join(ruleWords, " "))) > 0
}

// ruleWords are words that findings and budgets put on a page.
var ruleWords = func() []string {
	var out []string
	for _, r := range audit.Rules() {
		out = append(out, r.ID, r.Title, r.Why)
	}
	return append(out, classTitles[:]...)
}()
