//go:build mutants

package main

import (
	"fmt"
	"html"
	"regexp"
	"slices"
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

// wild are fences with one fault each, as published ones had it, with the vector
// that is about the fault and what it finds.
var wild = []struct {
	name   string
	fence  wrapper
	vector string
	finds  string
}{
	{"wild-closing-tag-kept", tagged(same, same), "fence-close/close-tag-word", "canary outside"},
	{"wild-closing-tag-removed", tagged(func(s string) string { return strings.ReplaceAll(s, "</untrusted-data>", "") }, same), "fence-close/close-tag-word", "data changed"},
	{"wild-entities-not-injective", tagged(strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace, strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace), "fence-lookalike/entity-injective", "data changed"},
	{"wild-entities-everywhere", tagged(html.EscapeString, html.UnescapeString), "legitimate/go-source", "benign text altered"},
	{"wild-entities-other-brackets", tagged(html.EscapeString, html.UnescapeString), "control-token/exaone", "control token"},
	{"wild-control-characters-removed", tagged(dropped(unicode.IsControl), same), "unicode/c0", "data changed"},
	{"wild-joiners-removed", tagged(dropped(func(r rune) bool { return unicode.Is(unicode.Cf, r) }), same), "legitimate/emoji-zwj", "data changed"},
	{"wild-private-use-removed", tagged(dropped(func(r rune) bool { return unicode.Is(unicode.Co, r) }), same), "unicode/private-use", "data changed"},
	{"wild-white-space-trimmed", tagged(strings.TrimSpace, same), "unicode/only-line-feeds", "data changed"},
	{"wild-white-space-folded", tagged(func(s string) string { return strings.Join(strings.Fields(s), " ") }, same), "unicode/spaces-at-ends", "data changed"},
	{"wild-utf-8-repaired", tagged(func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }, same), "bytes/surrogates", "data changed"},
	{"wild-crlf-made-lf", tagged(func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }, same), "unicode/crlf-mixed", "data changed"},
	{"wild-normalised", tagged(norm.NFKC.String, same), "unicode/normal-forms", "data changed"},
	{"wild-token-removed-once", tagged(strings.NewReplacer("<|im_start|>", "", "[INST]", "", "<<SYS>>", "").Replace, same), "prompt-assembly/reassembly-deletion", "control token"},
	{"wild-token-escaped-in-ascii-alone", tagged(strings.NewReplacer("<|", "<\\|").Replace, strings.NewReplacer("<\\|", "<|").Replace), "control-token/deepseek", "control token"},
	{"wild-marker-of-the-length", marked(func(s string) string { return fmt.Sprintf("body-%d", len(s)) }), "fence-forged/derived-marker-length", "canary outside"},
	{"wild-marker-fixed", marked(func(string) string { return "UNTRUSTED" }), "fence-close/end-marker", "canary outside"},
	{"wild-cut-before-the-fence", tagged(func(s string) string { return s[:min(len(s), 500)] }, same), "prompt-assembly/truncated-cluster", "data changed"},
	{"wild-cut-after-the-fence", wrapper{cutLate, tagged(same, same).open}, "prompt-assembly/truncated-escape", "no block"},
	{"wild-replacement-string", wrapper{replaceAll, tagged(same, same).open}, "prompt-assembly/replacement-string", "data changed"},
	{"wild-template", wrapper{runTemplate, tagged(same, same).open}, "prompt-assembly/go-template", "no block"},
	{"wild-wrapped-text-left-alone", wrapper{leaveWrapped, tagged(same, same).open}, "fence-forged/whole-block", "no block"},
	{"wild-quoted-as-in-go", wrapper{quote, openQuoted}, "legitimate/tsx-source", "benign text altered"},
	{"wild-markdown-code", wrapper{code, openCode}, "fence-close/markdown-backticks", "canary outside"},
	{"wild-markdown-quote-by-lines", wrapper{quoteLines, openLines}, "fence-lookalike/line-separator", "canary outside"},
	{"wild-blank-line-ends-the-data", wrapper{paragraph, openParagraph}, "prompt-assembly/judge", "canary outside"},
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

func cutLate(s string) string {
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

// TestWildFaults shows that each fault is found by the vector that is about it,
// and that it is in the fence and not in the check: harmless text passes.
func TestWildFaults(t *testing.T) {
	vectors, err := corpus.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wild {
		i := slices.IndexFunc(vectors, func(v corpus.Vector) bool { return v.Name == w.vector })
		if i < 0 {
			t.Fatalf("no vector %s", w.vector)
		}
		v := vectors[i]
		if got := violation(w.fence, v); got != w.finds {
			t.Errorf("%s: %s finds %q, want %q", w.name, w.vector, got, w.finds)
		}
		v.Payload, v.Canary, v.Expect = ringfence.NewData("Save"), "", corpus.Expect{Outcome: corpus.Contained}
		if got := violation(w.fence, v); got != "" {
			t.Errorf("%s: harmless text: %s", w.name, got)
		}
	}
}
