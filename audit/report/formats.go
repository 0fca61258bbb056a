package report

import "io"

// format is a name and what makes its sink.
type format struct {
	name string
	open func(io.Writer, Header) Sink
}

// formats are those that this package writes, in the order of the help.
func formats() []format {
	return []format{
		{"text", NewText},
		{"json", NewJSON},
		{"jsonl", NewJSONLines},
		{"sarif", NewSARIF},
		{"markdown", NewMarkdown},
		{"junit", NewJUnit},
	}
}

// Formats returns the names of the formats that [New] knows. HTML is a package
// of its own, audit/report/html.
func Formats() []string {
	var out []string
	for _, f := range formats() {
		out = append(out, f.name)
	}
	return out
}

// New returns the sink of that format over w, or false for a name that is none.
func New(name string, w io.Writer, h Header) (Sink, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f.open(w, h), true
		}
	}
	return nil, false
}
