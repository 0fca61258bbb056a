package cli

import (
	"io"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/audit/report/html"
)

// reportFormats are the formats of check and convert.
func reportFormats() []string { return append(report.Formats(), formatHTML) }

// newSink returns the sink of a format that was judged before; page is what HTML
// shows besides.
func newSink(format string, w io.Writer, h report.Header, page html.Page) report.Sink {
	if format == formatHTML {
		return html.NewSink(w, h, page)
	}
	if sink, ok := report.New(format, w, h); ok {
		return sink
	}
	return report.NewText(w, h)
}

// findingLine writes one finding as the text report does.
func findingLine(w io.Writer, f audit.Finding) {
	f.Pointer = ringfence.PrintablePointer(f.Pointer)
	_ = report.NewText(w, report.Header{}).Finding(report.Finding{Finding: f}) // writers here do not fail
}

// separate begins element i of a list on a line of its own.
func separate(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, '\n')
}
