package corpus_test

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"text/template"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

// wrapper is a fence under test: seal makes a prompt of a payload, and open
// returns what a careful reader of that prompt takes for data.
type wrapper struct {
	seal func(payload string) string
	open func(prompt string) (data, outside string, ok bool)
}

// violation returns what v finds wrong with w, or "".
func violation(w wrapper, v corpus.Vector) string {
	if v.Carrier == corpus.Prompt || v.Carrier == corpus.Body || v.Expect.Outcome == corpus.Absent {
		return ""
	}
	payload := v.Payload.Raw()
	prompt := w.seal(payload)
	data, outside, ok := w.open(prompt)
	switch {
	case !ok:
		return "no block"
	case v.Canary != "" && strings.Contains(outside, v.Canary):
		return "canary outside"
	case v.Expect.Outcome == corpus.Inert && len(fence.FindControlTokens(prompt)) > 0:
		return "control token"
	case data != payload:
		return "data changed"
	case v.Expect.Outcome == corpus.Verbatim && !strings.Contains(prompt, payload):
		return "benign text altered"
	}
	return ""
}

const tagOpen, tagClose = "<untrusted-data>\n", "\n</untrusted-data>\n"

// tagged is a fence of fixed tags with a pair of transformations of the text.
func tagged(escape, unescape func(string) string) wrapper {
	return wrapper{
		seal: func(s string) string { return tagOpen + escape(s) + tagClose },
		open: func(p string) (string, string, bool) {
			before, rest, ok := strings.Cut(p, tagOpen)
			data, after, closed := strings.Cut(rest, tagClose)
			return unescape(data), before + after, ok && closed
		},
	}
}

func same(s string) string { return s }

// dropped removes every character for which f holds.
func dropped(f func(rune) bool) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if f(r) {
				return -1
			}
			return r
		}, s)
	}
}

// marked is a fence whose markers are made from the text.
func marked(marker func(string) string) wrapper {
	return wrapper{
		seal: func(s string) string { return "<<" + marker(s) + ">>\n" + s + "\n<<END:" + marker(s) + ">>\n" },
		open: func(p string) (string, string, bool) {
			name, rest, ok := strings.Cut(strings.TrimPrefix(p, "<<"), ">>\n")
			data, after, closed := strings.Cut(rest, "\n<<END:"+name+">>\n")
			return data, after, ok && closed
		},
	}
}

var placeholder = regexp.MustCompile(`DATA`)

// mutants are fences with one fault each, as published ones had it, with a
// vector that finds the fault and what it finds.
var mutants = []struct {
	name   string
	fence  wrapper
	vector string
	finds  string
}{
	{"closing tag kept", tagged(same, same), "fence-close/close-tag-word", "canary outside"},
	{"closing tag removed", tagged(func(s string) string { return strings.ReplaceAll(s, "</untrusted-data>", "") }, same), "fence-close/close-tag-word", "data changed"},
	{"entities, not injective", tagged(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace, strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace), "fence-lookalike/entity-injective", "data changed"},
	{"entities everywhere", tagged(html.EscapeString, html.UnescapeString), "legitimate/go-source", "benign text altered"},
	{"entities, other brackets", tagged(html.EscapeString, html.UnescapeString), "control-token/exaone", "control token"},
	{"control characters removed", tagged(dropped(unicode.IsControl), same), "unicode/c0", "data changed"},
	{"joiners removed", tagged(dropped(func(r rune) bool { return unicode.Is(unicode.Cf, r) }), same), "legitimate/emoji-zwj", "data changed"},
	{"private use removed", tagged(dropped(func(r rune) bool { return unicode.Is(unicode.Co, r) }), same), "unicode/private-use", "data changed"},
	{"white space trimmed", tagged(strings.TrimSpace, same), "unicode/only-line-feeds", "data changed"},
	{"white space folded", tagged(func(s string) string { return strings.Join(strings.Fields(s), " ") }, same), "unicode/spaces-at-ends", "data changed"},
	{"UTF-8 repaired", tagged(func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }, same), "bytes/surrogates", "data changed"},
	{"CRLF made LF", tagged(func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }, same), "unicode/crlf-mixed", "data changed"},
	{"normalised", tagged(norm.NFKC.String, same), "unicode/normal-forms", "data changed"},
	{"token removed once", tagged(strings.NewReplacer("<|im_start|>", "", "[INST]", "", "<<SYS>>", "").Replace, same), "prompt-assembly/reassembly-deletion", "control token"},
	{"token escaped in ASCII alone", tagged(strings.NewReplacer("<|", "<\\|").Replace, strings.NewReplacer("<\\|", "<|").Replace), "control-token/deepseek", "control token"},
	{"marker of the length", marked(func(s string) string { return fmt.Sprintf("body-%d", len(s)) }), "fence-forged/derived-marker-length", "canary outside"},
	{"marker fixed", marked(func(string) string { return "UNTRUSTED" }), "fence-close/end-marker", "canary outside"},
	{"cut before the fence", tagged(func(s string) string { return s[:min(len(s), 500)] }, same), "prompt-assembly/truncated-cluster", "data changed"},
	{"cut after the fence", wrapper{cutAfter, tagged(same, same).open}, "prompt-assembly/truncated-escape", "no block"},
	{"replacement string", wrapper{replaceAll, tagged(same, same).open}, "prompt-assembly/replacement-string", "data changed"},
	{"template", wrapper{runTemplate, tagged(same, same).open}, "prompt-assembly/go-template", "no block"},
	{"wrapped text left alone", wrapper{leaveWrapped, tagged(same, same).open}, "fence-forged/whole-block", "no block"},
	{"quoted as in Go", wrapper{quote, openQuoted}, "legitimate/tsx-source", "benign text altered"},
	{"markdown code", wrapper{code, openCode}, "fence-close/markdown-backticks", "canary outside"},
	{"markdown quote by lines", wrapper{quoteLines, openLines}, "fence-lookalike/line-separator", "canary outside"},
	{"blank line ends the data", wrapper{paragraph, openParagraph}, "prompt-assembly/judge", "canary outside"},
}

func quote(s string) string      { return tagOpen + fmt.Sprintf("%q", s) + tagClose }
func code(s string) string       { return "```\n" + s + "\n```\n" }
func quoteLines(s string) string { return "> " + strings.ReplaceAll(s, "\n", "\n> ") + "\n" }
func paragraph(s string) string  { return "Data:\n" + s + "\n\n" }

func replaceAll(s string) string {
	return placeholder.ReplaceAllString(tagOpen+"DATA"+tagClose, s)
}

func runTemplate(s string) string {
	t, err := template.New("prompt").Parse(tagOpen + s + tagClose)
	if err != nil {
		return ""
	}
	var b strings.Builder
	if t.Execute(&b, nil) != nil {
		return ""
	}
	return b.String()
}

func cutAfter(s string) string {
	p := tagOpen + s + tagClose
	return p[:min(len(p), 800)]
}

func leaveWrapped(s string) string {
	if strings.HasPrefix(s, "<untrusted-data") {
		return s
	}
	return tagOpen + s + tagClose
}

func openQuoted(p string) (string, string, bool) {
	var s string
	_, err := fmt.Sscanf(strings.TrimSuffix(strings.TrimPrefix(p, tagOpen), tagClose), "%q", &s)
	return s, "", err == nil
}

func openCode(p string) (string, string, bool) {
	data, after, ok := strings.Cut(strings.TrimPrefix(p, "```\n"), "\n```")
	return data, after, ok
}

func openLines(p string) (string, string, bool) {
	var data, outside []string
	for _, line := range strings.FieldsFunc(p, func(r rune) bool { return strings.ContainsRune("\n\r\u0085\u2028\u2029", r) }) {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			data = append(data, text)
		} else {
			outside = append(outside, line)
		}
	}
	return strings.Join(data, "\n"), strings.Join(outside, "\n"), true
}

func openParagraph(p string) (string, string, bool) {
	data, after, ok := strings.Cut(strings.TrimPrefix(p, "Data:\n"), "\n\n")
	return data, after, ok
}

// TestMutantsAreCaught shows that the vectors find every one of the faults, and
// each by the vector that is about it.
func TestMutantsAreCaught(t *testing.T) {
	byName := map[string]corpus.Vector{}
	for _, v := range vectors(t) {
		byName[v.Name] = v
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			v, ok := byName[m.vector]
			if !ok {
				t.Fatalf("no vector %s", m.vector)
			}
			if got := violation(m.fence, v); got != m.finds {
				t.Errorf("%s finds %q, want %q", m.vector, got, m.finds)
			}
			// The fault is in the fence and not in the check: harmless text passes.
			harmless := v
			harmless.Payload, harmless.Canary, harmless.Expect = ringfence.NewData("Save"), "", corpus.Expect{Outcome: corpus.Contained}
			if got := violation(m.fence, harmless); got != "" {
				t.Errorf("harmless text: %s", got)
			}
		})
	}
}

// TestFenceIsNoMutant shows that the vectors let a sound fence pass, so that
// what they say of the others means something.
func TestFenceIsNoMutant(t *testing.T) {
	nonce := publicNonce(t)
	sound := wrapper{
		seal: func(s string) string {
			b, _, err := fence.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Screen}, ringfence.NewData(s))
			if err != nil {
				return ""
			}
			return string(b)
		},
		open: func(p string) (string, string, bool) {
			blocks, err := nonce.Scan(p)
			if err != nil || len(blocks) != 1 {
				return "", "", false
			}
			return blocks[0].Data.Raw(), p[:blocks[0].Start] + p[blocks[0].End:], true
		},
	}
	for _, v := range vectors(t) {
		if what := violation(sound, v); what != "" {
			t.Errorf("%s: %s", v.Name, what)
		}
	}
}
