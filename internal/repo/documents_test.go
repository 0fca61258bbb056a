package repo_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestDocumentsExist wants the documents a newcomer looks for.
func TestDocumentsExist(t *testing.T) {
	for _, name := range []string{
		"README.md", "SPEC.md", "ARCHITECTURE.md", "SECURITY.md",
		"CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "NOTICE",
	} {
		t.Run(name, func(t *testing.T) {
			if text := read(t, name); len(strings.TrimSpace(text)) < 100 {
				t.Errorf("%s is nearly empty", name)
			}
		})
	}
}

// TestReadmeFirstCommands wants the two commands that prove the project to
// come before any other.
func TestReadmeFirstCommands(t *testing.T) {
	doc := parseMarkdown("README.md", read(t, "README.md"))
	if len(doc.code) == 0 {
		t.Fatal("README.md has no code block")
	}
	for _, command := range []string{"make demo", "make check"} {
		if !strings.Contains(doc.code[0], command) {
			t.Errorf("README.md: the first code block does not say %q:\n%s", command, doc.code[0])
		}
	}
}

// TestChangelog wants something to add a change to: an Unreleased section, or
// a version at the top.
func TestChangelog(t *testing.T) {
	heading := regexp.MustCompile(`(?mi)^## +\[?(unreleased|v?\d+\.\d+\.\d+)\b`)
	if !heading.MatchString(read(t, "CHANGELOG.md")) {
		t.Error("CHANGELOG.md has neither an Unreleased section nor a version")
	}
}

// TestMakeTargetsExist wants every "make x" that a document names to be a
// target of the Makefile.
func TestMakeTargetsExist(t *testing.T) {
	targets := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[m[1]] = true
	}
	command := regexp.MustCompile("(?:^|`|\\$ )make ([a-z0-9-]+)")
	for name := range documents(t) {
		for line := range strings.Lines(read(t, name)) {
			for _, m := range command.FindAllStringSubmatch(line, -1) {
				if !targets[m[1]] {
					t.Errorf("%s names %q, which the Makefile does not have", name, "make "+m[1])
				}
			}
		}
	}
}
