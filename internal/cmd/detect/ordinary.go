package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/corpus"
)

// ordinary measures what is found where nothing is wrong.
func ordinary(shared string) []*tally {
	benign := filepath.Join(shared, "data", "benign")
	goSource := filepath.Join(runtime.GOROOT(), "src")
	const npm, debian = "/usr/lib/node_modules", "/usr/share/doc"
	return []*tally{
		prompts("benign/NotInject_one.json", filepath.Join(benign, "NotInject_one.json"), corpus.ReadNotInject),
		prompts("benign/mitre_frr.json", filepath.Join(benign, "mitre_frr.json"), mutated),
		files("Go standard library", "Go files", goSource, audit.Auto, "≤ 1 %", ".go"),
		files("Go standard library", "other files that are text", goSource, audit.Text, "", ""),
		files("npm's packages", "Markdown and HTML", npm, audit.Text, "≤ 1 %", ".md", ".html", ".htm"),
		files("npm's packages", "the same with auto", npm, audit.Auto, "", ".md", ".html", ".htm"),
		files("Debian's documents", "Markdown, HTML and text", debian, audit.Text, "≤ 1 %", ".md", ".html", ".htm", ".txt"),
		files("Debian's documents", "the same with auto", debian, audit.Auto, "", ".md", ".html", ".htm", ".txt"),
	}
}

// files measures the files below a folder that end in one of ext, or, for "", in
// none that another line has.
func files(set, class, root string, kind audit.Kind, limit string, ext ...string) *tally {
	t := &tally{set: set, class: class, kind: kind, limit: limit}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !wanted(path, ext) {
			return err
		}
		body, err := os.ReadFile(path)
		if err != nil || ext[0] == "" && !isText(body) {
			return nil //nolint:nilerr // a file that cannot be read is left out
		}
		if t.look(path, string(body)) {
			t.name(strings.TrimPrefix(path, root+"/"))
		}
		return nil
	})
	t.missing = err != nil || t.texts == 0
	return t
}

func wanted(path string, ext []string) bool {
	for _, e := range ext {
		if e != "" && strings.EqualFold(filepath.Ext(path), e) || e == "" && filepath.Ext(path) != ".go" {
			return true
		}
	}
	return false
}

func isText(body []byte) bool { return utf8.Valid(body) && bytes.IndexByte(body, 0) < 0 }
