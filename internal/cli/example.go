package cli

import (
	"strings"

	"github.com/ringfence/ringfence/audit"
)

// exampleName is the file that the output of an example speaks of.
func exampleName(r audit.Rule) string {
	if r.Kind == audit.Prompt && !strings.HasPrefix(r.Bad, "[") && !strings.HasPrefix(r.Bad, "{") {
		return "bad.txt"
	}
	return "bad.json"
}

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

// exampleInput is an example as it can be shown: characters that do not show
// are escapes, and a long run of one letter is shortened.
func exampleInput(s string) string {
	const longRun = 30
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		line = visible(line)
		for i := 0; i < len(line); {
			n := 1
			for i+n < len(line) && line[i+n] == line[i] {
				n++
			}
			if n > longRun {
				b.WriteString(line[i:i+3] + "..." + line[i:i+3])
			} else {
				b.WriteString(line[i : i+n])
			}
			i += n
		}
		b.WriteByte('\n')
	}
	return b.String()
}
