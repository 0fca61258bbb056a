package main

import (
	"fmt"
	"strings"
)

const head = `# Detection

What the rules about texts find in attacks, and what they find in ordinary texts. This page is made by ` + "`make detect`" + `;
each text is checked as ` + "`promptcheck check --kind text`" + ` does, and counts as found with one finding at warning or error.
Go files are checked with auto, as ` + "`promptcheck check '**/*.go'`" + ` does, which takes source code for text by its name. It takes
Markdown, HTML and plain text for prompts; they are measured as the data that they mostly are, and with auto below that, where
what cannot be checked counts as found.
A text that has notes alone is not found: ordinary documents have notes. In a prompt, a conversation and a hook's body,
what a tool returned is checked in this way. What instructions and users say is not: it may hold delimiters, code, letters
of other scripts and any wording; characters that nobody sees, control tokens, encodings and carriers are found in it too.

Not gated, because ordinary Markdown and prose are full of it: HTML comments and hidden elements, images inline or by
reference, rules and headings, letter spacing, leetspeak, rot13, and role markers made of ordinary words. They are notes,
or nothing. Of the vectors, those are left out that hold ordinary text which has to come back unchanged.

The figures say how rules do on this data, and nothing about attacks that nobody wrote down. A rule that looks at
structure is exact about what it looks at; a fence is what data is put in whether a rule finds something or not.
`

// document is docs/detection.md.
func document(attacks, ordinary []*tally) string {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("\n## Attacks\n\n| data | class | texts | found | a note alone | share | gate |\n|---|---|--:|--:|--:|--:|---|\n")
	rows(&b, attacks, func(t *tally) string { return fmt.Sprintf("%d | %d", t.found, t.noted) })
	b.WriteString("\nNot found:\n\n")
	names(&b, attacks)
	b.WriteString("\n## Ordinary texts\n\n| data | class | texts | kB | with a warning or error | share | gate |\n|---|---|--:|--:|--:|--:|---|\n")
	for _, t := range ordinary {
		if t.missing {
			fmt.Fprintf(&b, "| %s | %s | not on the machine | | | | %s |\n", t.set, t.class, t.limit)
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %.2f %% | %s |\n", t.set, t.class, t.texts, t.bytes/1000, t.found, t.share(), t.limit)
	}
	b.WriteString("\nSource text is told by the name of its file, and has notes for tokens and delimiters. Binary files are not in the table:\nchecked as text they have control characters, and that is what the rules say.\n\nFound in them:\n\n")
	for _, t := range ordinary {
		for _, r := range t.sortedRules() {
			fmt.Fprintf(&b, "- %s, %s: `%s` in %d\n", t.set, t.class, r, t.rules[r])
		}
	}
	return b.String()
}

func rows(b *strings.Builder, list []*tally, cells func(*tally) string) {
	for _, t := range list {
		if t.missing {
			fmt.Fprintf(b, "| %s | %s | not on the machine | | | | %s |\n", t.set, t.class, t.limit)
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %d | %s | %.1f %% | %s |\n", t.set, t.class, t.texts, cells(t), t.share(), t.limit)
	}
}

func names(b *strings.Builder, list []*tally) {
	for _, t := range list {
		if len(t.names) == 0 {
			continue
		}
		fmt.Fprintf(b, "- %s, %s: %s", t.set, t.class, strings.Join(t.names, ", "))
		if more := t.texts - t.found - len(t.names); more > 0 {
			fmt.Fprintf(b, " and %d more", more)
		}
		b.WriteByte('\n')
	}
}
