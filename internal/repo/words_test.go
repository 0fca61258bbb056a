package repo_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// A forbidden pattern is assembled from halves, so that this file does not
// hold what it looks for.
var forbidden = []struct {
	pattern *regexp.Regexp
	why     string
	data    bool // also in testdata and vectors, which quote the world outside
}{
	{absolute("wo" + "rk"), "a path of one machine", true},
	{absolute("ro" + "ot"), "a path of one machine", false},
	{absolute("home/[a-z]" + "[a-z0-9_-]*"), "a path of one machine", false},
	{absolute("Us" + "ers/[a-z]" + "[a-z0-9_-]*"), "a path of one machine", false},
	{absolute("tmp/(bash|bri" + "ef)[a-z_.0-9]*"), "a path of one machine", true},
	{regexp.MustCompile("/\\.lib" + "rary/"), "a path of one machine", true},
	{regexp.MustCompile("\\bfa" + "rm-(bench|studio)"), "a private tool", true},
	{regexp.MustCompile("proxy\\.gol" + "ang\\.org|deb\\.deb" + "ian\\.org|registry\\.npm" + "js\\.org"), "a registry's host: name packages, not hosts", false},
	{regexp.MustCompile("(?i)co-auth" + "ored-by:|gener" + "ated (with|by) (an )?(ai|llm|claude|chatgpt|copilot)\\b"), "the tree does not say who wrote it", false},
	{regexp.MustCompile("\\b(TO" + "DO|FIX" + "ME)\\b"), "a mark of something unfinished", false},
	{regexp.MustCompile("(?i)not (yet )?imple" + "mented"), "a mark of something unfinished", false},
}

// absolute matches a path that starts at the root of a file system.
func absolute(first string) *regexp.Regexp {
	return regexp.MustCompile("(^|[^A-Za-z0-9._~%*/-])/" + first + "/")
}

// TestForbiddenWords keeps machine paths, private names and marks of
// unfinished work out of the tree.
func TestForbiddenWords(t *testing.T) {
	for _, name := range files(t) {
		text := read(t, name)
		data := inTestdata(name) && !strings.HasPrefix(name, ".") || strings.HasPrefix(name, "corpus/vectors/")
		if !data && !utf8.ValidString(text) {
			// Packed data, with no words in it.
			continue
		}
		if path.Base(name) == "LICENSE" {
			continue
		}
		for _, f := range forbidden {
			if data && !f.data {
				continue
			}
			if at := f.pattern.FindStringIndex(text); at != nil {
				line := 1 + strings.Count(text[:at[0]], "\n")
				t.Errorf("%s:%d: %q: %s", name, line, strings.TrimSpace(text[at[0]:at[1]]), f.why)
			}
		}
	}
}

// TestForbiddenPatterns shows that the patterns find what they are for.
func TestForbiddenPatterns(t *testing.T) {
	for text, want := range map[string]bool{
		"cd /wo" + "rk/main":                  true,
		"\"/ro" + "ot/.ssh\"":                 true,
		"https://example.test/wo" + "rk/x":    false,
		"a frame" + "wo" + "rk/x":             false,
		"../wo" + "rk/x":                      false,
		"// TO" + "DO: later":                 true,
		"the autobiography TO" + "DOROV":      false,
		"open /tmp/ba" + "sh_jobs.0/x/stdout": true,
		"open /tmp/x/stdout":                  false,
	} {
		got := false
		for _, f := range forbidden {
			got = got || f.pattern.MatchString(text)
		}
		if got != want {
			t.Errorf("%q: found %v, want %v", text, got, want)
		}
	}
}
