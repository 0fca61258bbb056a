package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

const markdownHead = `# Checks

What ` + "`promptcheck check`" + ` looks for, and what only ` + "`promptcheck policy lint`" + ` does, in the end.
This page is made by ` + "`promptcheck rules --format markdown`" + `: the output below each bad example is what the command prints for it. ` + "`promptcheck explain ID`" + ` prints one
entry.

A rule is an **error** (a breach of a MUST, or of the structure of a prompt), a **warning** (a well-behaved producer
does not do it) or a **note** (worth knowing, and can be in order). The exit status is 1 from --fail-on up, which is
` + "`warning`" + ` unless set. A rule that **refuses** leaves nothing to check: exit status 2.

In examples, ` + "`\\u{200B}`" + ` and ` + "`\\x1b`" + ` stand for characters that do not show, and long runs of one letter are shortened to some of
them around their number.
`

// rulesMarkdown is the reference of the rules.
func rulesMarkdown() []byte {
	var b strings.Builder
	b.WriteString(markdownHead)
	b.WriteString("\n| rule | severity | what is wrong |\n|---|---|---|\n")
	rules := audit.Rules()
	for _, r := range rules {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.ID, anchor(r.ID), effect(r), r.Title)
	}
	for _, r := range lintOnly() {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.ID, anchor(r.ID), r.Severity, upperFirst(r.Title))
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n", r.ID, r.Title, escapeMarkdown(r.Why))
		fmt.Fprintf(&b, "Severity: %s. Since %s. Source: %s.\n\n", effect(r), r.Since, r.Section)
		fmt.Fprintf(&b, "Bad (%s):\n\n%s\n%sprints\n\n%s\nGood:\n\n%s", r.Kind,
			fenced(exampleInput(r.Bad)), exampleNeeds(r, fenced), fenced(exampleOutput(r)), fenced(exampleInput(r.Good)))
	}
	for _, r := range lintOnly() {
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n", r.ID, upperFirst(r.Title), escapeMarkdown(r.Why))
		fmt.Fprintf(&b, "Severity: %s. Since %s. `promptcheck policy lint` finds it, which looks at the file system.\n\n%s\n",
			r.Severity, lintSince, escapeMarkdown(lintExamples[r.ID]))
	}
	return []byte(b.String())
}

// anchor is the fragment that a code host makes of a heading.
func anchor(heading string) string { return strings.ReplaceAll(heading, "/", "") }

// fenced puts text in a block of code that the text cannot close.
func fenced(text string) string {
	ticks := "```"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	return ticks + "text\n" + text + ticks + "\n"
}

// escapeMarkdown keeps what prose says literally.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(`[`, `\[`, `]`, `\]`, `<`, `\<`, `*`, `\*`).Replace(s)
}
