package repo_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// A document is a Markdown file, split into prose and fenced code.
type document struct {
	name  string
	lines []string // prose lines; a line of a code block is empty here
	code  []string // text of each fenced code block
}

// parseMarkdown separates fenced code blocks from prose.
func parseMarkdown(name, text string) document {
	doc := document{name: name}
	fence := ""
	var block strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimLeft(line, " ")
		switch marker := fenceMarker(trimmed); {
		case fence == "" && marker != "":
			fence = marker
			doc.lines = append(doc.lines, "")
		case fence != "" && strings.HasPrefix(marker, fence) && strings.TrimSpace(trimmed) == marker:
			doc.code = append(doc.code, block.String())
			block.Reset()
			fence = ""
			doc.lines = append(doc.lines, "")
		case fence != "":
			block.WriteString(line + "\n")
			doc.lines = append(doc.lines, "")
		default:
			doc.lines = append(doc.lines, line)
		}
	}
	return doc
}

// fenceMarker returns the run of three or more backticks or tildes that a line
// starts with, or "".
func fenceMarker(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

var codeSpan = regexp.MustCompile("`[^`]*`")

// anchors returns the fragment names of a document's headings, made the way
// code hosts make them.
func (d document) anchors() map[string]bool {
	seen := map[string]int{}
	out := map[string]bool{}
	for _, line := range d.lines {
		level := len(line) - len(strings.TrimLeft(line, "#"))
		if level == 0 || level > 6 || !strings.HasPrefix(line[level:], " ") {
			continue
		}
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(line[level:]))
		n := seen[slug]
		seen[slug]++
		if n > 0 {
			slug += "-" + strconv.Itoa(n)
		}
		out[slug] = true
	}
	return out
}

var (
	inlineLink = regexp.MustCompile(`\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)`)
	refLink    = regexp.MustCompile(`^\[[^\]]+\]:\s+<?(\S+?)>?\s*$`)
)

// links returns the targets of a document's links.
func (d document) links() []string {
	var out []string
	for _, line := range d.lines {
		line = codeSpan.ReplaceAllString(line, "")
		for _, m := range inlineLink.FindAllStringSubmatch(line, -1) {
			out = append(out, m[1])
		}
		if m := refLink.FindStringSubmatch(line); m != nil {
			out = append(out, m[1])
		}
	}
	return out
}

// documents parses every Markdown file outside testdata.
func documents(t *testing.T) map[string]document {
	t.Helper()
	out := map[string]document{}
	for _, name := range files(t) {
		if strings.HasSuffix(name, ".md") && !inTestdata(name) {
			out[name] = parseMarkdown(name, read(t, name))
		}
	}
	return out
}

func TestLinks(t *testing.T) {
	docs := documents(t)
	if len(docs) == 0 {
		t.Fatal("the tree has no documents")
	}
	for name, doc := range docs {
		for _, link := range doc.links() {
			if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(link, "#")
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join(root(t), filepath.FromSlash(target))); err != nil {
				t.Errorf("%s: the link %q leads nowhere", name, link)
				continue
			}
			if anchor == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			if !docs[target].anchors()[anchor] {
				t.Errorf("%s: the link %q: %s has no such heading", name, link, target)
			}
		}
	}
}

func TestParseMarkdown(t *testing.T) {
	doc := parseMarkdown("x.md", "# One: `a` b\n\n[l](a.md#x) `[no](code)`\n```sh\nmake\n[no](n)\n```\n## One\n## One\n[r]: r.md\n~~~\n```\n~~~\n")
	if got := strings.Join(doc.links(), " "); got != "a.md#x r.md" {
		t.Errorf("links %q", got)
	}
	if len(doc.code) != 2 || doc.code[0] != "make\n[no](n)\n" || doc.code[1] != "```\n" {
		t.Errorf("code %q", doc.code)
	}
	for _, a := range []string{"one-a-b", "one", "one-1"} {
		if !doc.anchors()[a] {
			t.Errorf("no anchor %q in %v", a, doc.anchors())
		}
	}
}
