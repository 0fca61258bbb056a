package cli

import (
	"strings"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
)

// exampleName is the file that the output of an example speaks of.
func exampleName(r audit.Rule) string {
	text := !promptdoc.LooksLikeJSON("", []byte(r.Bad)) // a text may begin with a bracket
	switch {
	case r.Kind == audit.Log:
		return "bad.log"
	case r.Kind == audit.Policy:
		return "bad.toml"
	case text && (r.Kind == audit.Prompt || r.Kind == audit.Text || r.Kind == audit.Response):
		return "bad.txt"
	}
	return "bad.json"
}

// exampleNeeds is what an example needs beside its input: flags, and the files
// that they name.
func exampleNeeds(r audit.Rule, block func(string) string) string {
	var b strings.Builder
	for _, n := range r.Needs() {
		if n.File {
			b.WriteString("Beside it, with --" + n.Flag + ":\n\n" + block(exampleInput(n.Value)) + "\n")
		} else {
			b.WriteString("Beside it: " + n.Flag + " " + n.Value + ".\n\n")
		}
	}
	return b.String()
}

// maxExample is how much of one line of an example is shown.
const maxExample = 600

// exampleOutput is what check prints for the bad example of a rule.
func exampleOutput(r audit.Rule) string {
	name := exampleName(r)
	found, err := r.Checker().Check(r.Kind, name, []byte(r.Bad))
	if err != nil {
		message, hint := describe(err)
		out := "promptcheck: " + name + ": " + message + "\n"
		if hint != "" {
			out += "hint: " + hint + "\n"
		}
		return out
	}
	var b strings.Builder
	for _, f := range found {
		findingLine(&b, f)
	}
	return b.String()
}

// hasRun reports whether one letter is repeated more than n times: that is what
// is shortened then.
func hasRun(s string, n int) bool {
	count := 0
	for i := range len(s) {
		if i > 0 && s[i] == s[i-1] {
			count++
		} else {
			count = 1
		}
		if count > n {
			return true
		}
	}
	return false
}

// exampleInput is an example as it can be shown: characters that do not show
// are escapes, and a long run of one letter is shortened, with its number: one more
// may be all that is wrong.
func exampleInput(s string) string {
	const longRun = 30
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		line = visible(line)
		if r := []rune(line); len(r) > maxExample && strings.Trim(line, line[:1]) != "" && !hasRun(line, longRun) {
			line = string(r[:maxExample/10]) + "..." + string(r[len(r)-maxExample/10:])
		}
		for i := 0; i < len(line); {
			n := 1
			for i+n < len(line) && line[i+n] == line[i] {
				n++
			}
			if n > longRun {
				b.WriteString(line[i:i+3] + "..." + number(n) + "..." + line[i:i+3])
			} else {
				b.WriteString(line[i : i+n])
			}
			i += n
		}
		b.WriteByte('\n')
	}
	return b.String()
}
