package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
)

// text is the report for people, a finding a line, as compilers write them:
//
//	FILE:LINE:COLUMN: severity: message at POINTER [rule]
func (r *result) text() []byte {
	var b strings.Builder
	for _, name := range r.clean {
		b.WriteString(visibleName(name) + ": nothing found\n")
	}
	var count [audit.Error + 1]int
	for _, f := range r.findings {
		findingLine(&b, f)
		count[f.Severity]++
	}
	b.WriteString(plural(r.checked, "file", "files") + " checked")
	if n := len(r.unchecked); n > 0 {
		fmt.Fprintf(&b, ", %d not checked", n)
	}
	switch {
	case r.checked == 0:
		b.WriteByte('\n')
		return []byte(b.String())
	case len(r.findings) == 0:
		b.WriteString(": nothing found\n")
		return []byte(b.String())
	}
	fmt.Fprintf(&b, ": %s, %s, %s\n", plural(count[audit.Error], "error", "errors"),
		plural(count[audit.Warning], "warning", "warnings"), plural(count[audit.Note], "note", "notes"))
	return []byte(b.String())
}

// findingLine writes one finding.
func findingLine(b *strings.Builder, f audit.Finding) {
	b.WriteString(visibleName(f.File))
	if f.Line > 0 {
		fmt.Fprintf(b, ":%d:%d", f.Line, f.Column)
	}
	fmt.Fprintf(b, ": %v: %s", f.Severity, f.Message)
	if f.Pointer != "" {
		b.WriteString(" at " + visible(ringfence.PrintablePointer(f.Pointer)))
	}
	fmt.Fprintf(b, " [%s]\n", f.Rule)
}

// json is the report for programs, a finding a line.
func (r *result) json() []byte {
	b := appendInt([]byte(`{"checked":`), int64(r.checked))
	b = append(b, `,"unchecked":[`...)
	for i, u := range r.unchecked {
		b = separate(b, i)
		message, hint := describe(u.err)
		if hint != "" {
			message += "; " + hint
		}
		b = appendName(append(b, `{"file":`...), u.file)
		b = append(appendJSON(append(b, `,"error":`...), message), '}')
	}
	b = append(b, `],"findings":[`...)
	for i, f := range r.findings {
		b = separate(b, i)
		b = appendJSON(append(b, `{"rule":`...), f.Rule)
		b = appendJSON(append(b, `,"severity":`...), f.Severity.String())
		b = appendName(append(b, `,"file":`...), f.File)
		b = appendInt(append(b, `,"offset":`...), f.Offset)
		b = appendJSON(append(b, `,"pointer":`...), ringfence.PrintablePointer(f.Pointer))
		b = append(appendJSON(append(b, `,"message":`...), f.Message), '}')
	}
	return append(b, "]}\n"...)
}

// separate begins element i of a list on a line of its own.
func separate(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, '\n')
}
