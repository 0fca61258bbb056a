package audit

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Lines that begin somebody's turn, as expressions over the whole text. What
// Human begins counts only behind an empty line; names in any case only where a
// text has two speakers or a spelling that is certain.
var (
	sureRole = regexp.MustCompile(`(?m)^[ \t]*(?:(?:### (?:Instruction|Input|Response)|GPT4 Correct (?:User|Assistant)):|` +
		`(?:USER|ASSISTANT|SYSTEM|User|Assistant|System|Пользователь|Ассистент):(?:[ \t\r\n]|\z))`)
	sureInCode = regexp.MustCompile(`(?m)^[ \t]*(?:### (?:Instruction|Input|Response)|GPT4 Correct (?:User|Assistant)):`)
	humanRole  = regexp.MustCompile(`(?m)^[ \t]*Human:`)
	emptyLine  = regexp.MustCompile(`(?:^|\n)[ \t]*\r*\n$`)
	looseRole  = regexp.MustCompile(`(?mi)^[ \t]*(user|human|assistant|ai|model|system):(?:[ \t\r\n]|\z)`)
)

// slowRoles is where the first marker stands, behind its indent, and how many
// there are.
func slowRoles(s string, code bool) (first, count int) {
	sure, loose, speakers := map[int]bool{}, map[int]bool{}, map[string]bool{}
	word := func(m []int) int { return m[0] + len(s[m[0]:m[1]]) - len(strings.TrimLeft(s[m[0]:m[1]], " \t")) }
	pattern := sureRole
	if code {
		pattern = sureInCode
	}
	for _, m := range pattern.FindAllStringIndex(s, -1) {
		sure[word(m)] = true
	}
	for _, m := range humanRole.FindAllStringIndex(s, -1) {
		if before := s[:m[0]]; before == "" || emptyLine.MatchString(before) {
			sure[word(m)] = true
		}
	}
	for _, m := range looseRole.FindAllStringSubmatchIndex(s, -1) {
		if at := word(m); !sure[at] && !code {
			loose[at] = true
			speakers[map[string]string{"user": "u", "human": "u", "system": "s"}[strings.ToLower(s[m[2]:m[3]])]] = true
		}
	}
	if len(sure) > 0 || len(speakers) > 1 {
		for at := range loose {
			sure[at] = true
		}
	}
	first = len(s)
	for at := range sure {
		first = min(first, at)
	}
	return first, len(sure)
}

// Role markers are counted as expressions over the text count them, in data and
// in source text.
func TestRolesAgainstExpressions(t *testing.T) {
	fragments := []string{
		"User:", "USER:", "user:", "SYSTEM:", "System:", "assistant:", "Assistant:", "AI:", "ai: ", "Model:", "human:", "Human:", "HUMAN: ", "### Instruction:",
		"### Response:", "### Responses:", "GPT4 Correct User:", "GPT4 Correct user:", "Пользователь:", "Ассистент:", "User :", "Users:", "x:", "::",
		" ", "\t", "\n", "\n", "\n\n", "\r\n", "\n \n", "\n\r\n", "hello", "é", "http:", strings.Repeat("x", 40), "- ",
	}
	g, seen := newTextGen(6), outcomes{}
	for range 8000 {
		s := g.text(8, fragments)
		for file, code := range map[string]bool{"x": false, "x.py": true} {
			first, count := slowRoles(s, code)
			found, err := Checker{}.Check(Text, file, []byte(s))
			if err != nil {
				t.Fatal(err)
			}
			var want []spot
			if count > 0 {
				want = []spot{{idRoleMarker, first, -1}}
			}
			if !compare(t, s, spots(found, idRoleMarker, idRoleMarker), want) {
				return
			}
			for _, f := range found {
				if n, _, _ := strings.Cut(f.Message, " "); f.Rule == idRoleMarker && n != strconv.Itoa(count) {
					t.Fatalf("%q: %s, want %d", s, f.Message, count)
				}
			}
			seen[file+" "+strconv.FormatBool(count > 0)]++
		}
	}
	seen.atLeast(t, 500, "x true", "x false", "x.py true", "x.py false")
}
