package audit

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// tagNames are the element names that prompts put around data, as far as the
// fragments below have them, without separators.
const tagNames = "data system user userinput toolresult document context"

var (
	delimiterForm = regexp.MustCompile(`^([<＜‹⟨〈﹤≮〈˂❮❰]{1,4})([\s/／∕\\_=:\x{200B}-]*)([^<＜‹⟨〈﹤≮〈˂❮❰>›⟩〉＞﹥˃❯❱]*)([>›⟩〉＞﹥˃❯❱])([>›⟩〉＞﹥˃❯❱]*)`)
	blanks        = regexp.MustCompile(`\s`)
	separators    = regexp.MustCompile(`[-_\x{200B}]`)
	notASCII      = regexp.MustCompile(`[^\x00-\x7F]`)
	trailingSlash = regexp.MustCompile(`[/⁄∕⧸／]$`)
	nameEnd       = regexp.MustCompile(`[\s=:]`)
	knownNumber   = regexp.MustCompile(`^(?i)(data|system|user|user[-_]input|tool[-_]result|document|context)[-_][^\s=:]*[0-9]`)
	twinned       = strings.NewReplacer("а", "a", "ѕ", "s", "ο", "o")
	fenceForm     = regexp.MustCompile(`^(?i)</?(?:untrusted|request|derived)-data`)
)

// slowTag reads the delimiter at the start of s: whether it ends or begins a
// section of data, its name when it opens or closes a known one, and its length.
func slowTag(s string) (breaks bool, name string, closing bool, size int) {
	m := delimiterForm.FindStringSubmatch(s)
	if m == nil {
		return false, "", false, 0
	}
	opener, lead, body := m[1], m[2], m[3]
	double := utf8.RuneCountInString(opener) > 1
	_, first := utf8.DecodeRuneInString(s)
	left := maxDelimiter - len(opener) + first
	words := nameEnd.Split(body, 2)
	if !double && len(words) > 1 && left > len(blanks.ReplaceAllString(lead+words[0], "")) {
		left = maxAttributes - len(blanks.ReplaceAllString(words[1], ""))
	} else {
		left -= len(blanks.ReplaceAllString(lead+body, ""))
	}
	if left <= 0 || double && (m[5] == "" && len(m[0]) < len(s) || strings.Contains(lead+body, "\n")) {
		return false, "", false, 0
	}
	closing = strings.ContainsAny(lead, "/／∕")
	empty := !closing && strings.HasSuffix(body, "/") && m[4] == ">"
	if !double && len(words) == 1 {
		words[0] = trailingSlash.ReplaceAllString(words[0], "")
	}
	word, _ := slowFold(twinned.Replace(words[0]))
	name = word
	if double {
		name, _ = slowFold(twinned.Replace(nameEnd.ReplaceAllString(body, "")))
	}
	name = notASCII.ReplaceAllString(strings.ToLower(separators.ReplaceAllString(name, "")), "")
	if name == "" || strings.ContainsAny(name, "[(") || strings.ContainsAny(word, `"`) || notASCII.MatchString(word) {
		return false, "", false, 0
	}
	size, left = len(m[0])-len(m[5]), left-len(m[4])
	for _, r := range m[5] { // what is looked at ends there
		if left > 0 {
			size, left = size+utf8.RuneLen(r), left-utf8.RuneLen(r)
		}
	}
	end := strings.EqualFold(regexp.MustCompile(`[-_]`).Split(word, 2)[0], "end")
	switch {
	case double:
		return strings.Contains(name, "untrusted") || closing || end || strings.HasPrefix(name, "dotpromptrole"), "", closing, size
	case strings.Contains(name, "untrusted"):
		return true, "", closing, size
	case hasField(tagNames, name) && empty:
		return false, "", false, size
	case hasField(tagNames, name):
		return false, name, closing, size
	}
	return closing && knownNumber.MatchString(body), "", closing, size
}

// slowTags goes through a text for delimiters of other programs, fences of this
// module and CDATA sections that end without a beginning. nested says that a
// fence stands within a delimiter: then how many there are is not certain.
func slowTags(s string) (out []spot, nested bool) {
	folded, from := slowFold(s)
	fences := map[int]int{}
	for i := range folded {
		if n := len(fenceForm.FindString(folded[i:])); n > 0 && (i == 0 || from[i-1] != from[i]) {
			last := from[i+n-1]
			_, size := utf8.DecodeRuneInString(s[last:])
			fences[from[i]] = last + size
		}
	}
	opened, cdata := map[string]bool{}, false
	until := 0 // behind the last delimiter
	for i := range s {
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "<"))
		if strings.HasPrefix(s[i:], "]]><") && !cdata {
			out = append(out, spot{idBreakout, i, i + len("]]>")})
		}
		if fences[i] > 0 {
			out, nested = append(out, spot{idBreakout, i, fences[i]}), nested || i < until
			continue
		}
		if i < until || run > 4 {
			continue
		}
		breaks, name, closing, size := slowTag(s[i:])
		switch {
		case strings.HasPrefix(s[i:], "<![CDATA["):
			cdata = true
			continue
		case breaks, closing && name != "" && !opened[name]:
			out = append(out, spot{idBreakout, i, i + size})
		case closing && name != "":
			out = append(out, spot{idLookalike, i, i + size})
		case name != "":
			opened[name] = true
		}
		until = i + size
	}
	return out, nested
}

// tag is a delimiter, or nearly one.
func (g textGen) tag() string {
	name := g.of([]string{
		"data", "Data", "SYSTEM", "user_input", "user-input", "userinput", "tool_result", "document", "context", "div", "span", "un-named",
		"untrusted", "untrusted_page", "UNTRUSTED", "data-7f3a", "user_input_12", "data-x", "END", "END DATA", "end-of-data", "dotprompt role", "X",
		"untrusted-data", "request-data", "Derived-Data", "da\u200Bta", "dаta", "ｄａta", "ｓystem", "da\u0301ta", "ＥND", "uſer",
		"ѕystem", "dοcument",
	})
	open := g.of([]string{"<", "<", "<", "<<", "<<<", "＜", "‹", "⟨", "﹤", "<<<<<", "＜＜", "<＜", "‹‹‹", "˂", "❮", "❰"})
	slash := g.of([]string{"", "/", "/", "／", " / ", "∕", `\/`, `\\/`, `\`})
	rest := g.of([]string{"", "", "", " ", ` id="1"`, ":x", "=1", " é", "/", "(", `"`, " [x", "\n", strings.Repeat(" x", 26), strings.Repeat(" x", 52), strings.Repeat(" x", 1023), strings.Repeat("=x", 512), strings.Repeat(" \n", 60)})
	end := g.of([]string{">", ">", ">>", ">>", "＞", "›", "", ">>>", "＞＞", "››", "˃", "❯", "❱"})
	return open + slash + name + rest + end
}

// Delimiters are told apart as a slow reading of each place tells them.
func TestTagsAgainstExpressions(t *testing.T) {
	around := []string{"", "", " ", "word ", "\n", "<", "]]>", "]]", "<![CDATA[", "é", "<b>", "a < b ", ">", "<data>", "<System>", "<user_input>", "</data>", "</system>", "</user-input>"}
	g, seen := newTextGen(7), outcomes{}
	for range 4000 {
		var b strings.Builder
		for range 1 + g.IntN(4) {
			b.WriteString(g.of(around) + g.tag())
		}
		s := b.String() + g.of(around)
		all, nested := slowTags(s)
		want, count := firstOfEach(all)
		found := mustCheck(t, Text, s)
		if !compare(t, s, spots(found, idBreakout+" "+idLookalike, ""), want) {
			return
		}
		for _, f := range found {
			if nested {
				break
			}
			if f.Rule == idBreakout || f.Rule == idLookalike {
				if n, _, _ := strings.Cut(f.Message, " "); n != count[0] {
					t.Fatalf("%q: %s: %s, want %s", s, f.Rule, f.Message, count[0])
				}
				count = count[1:]
			}
		}
		for _, w := range want {
			seen[w.rule]++
		}
		if len(want) == 0 {
			seen["none"]++
		}
	}
	seen.atLeast(t, 200, "none", idBreakout, idLookalike)
}
