package report

import "io"

// Names in the first line of a report in JSON Lines.
const (
	streamFormat  = "promptcheck-report"
	streamVersion = 1
)

// lineSink writes a line for each thing, at once.
type lineSink struct {
	w   io.Writer
	buf []byte
	err error
}

// NewJSONLines returns a sink that writes JSON Lines as the run goes on: a first
// line that says what it is, {"type":"finding"|"unchecked"|…} lines, and a last
// {"type":"summary"} without which the report is not complete. [Read] reads it.
func NewJSONLines(w io.Writer, h Header) Sink {
	s := &lineSink{w: w}
	b := append(AppendJSON([]byte(`{"format":`), streamFormat), `,"format_version":`...)
	b = append(appendInt(b, streamVersion), ',')
	_, s.err = w.Write(append(appendHeader(b, h), "}\n"...))
	return s
}

func (s *lineSink) line(kind string, members func([]byte) []byte) error {
	if s.err != nil {
		return s.err
	}
	b := append(AppendJSON(append(s.buf[:0], `{"type":`...), kind), ',')
	s.buf = append(members(b), "}\n"...)
	_, s.err = s.w.Write(s.buf)
	return s.err
}

// Finding implements [Sink].
func (s *lineSink) Finding(f Finding) error {
	return s.line("finding", func(b []byte) []byte { return appendFinding(b, &f) })
}

// Unchecked implements [Sink].
func (s *lineSink) Unchecked(u Unchecked) error {
	return s.line("unchecked", func(b []byte) []byte { return appendUnchecked(b, &u) })
}

// Close implements [Sink].
func (s *lineSink) Close(sum Summary) error {
	return s.line("summary", func(b []byte) []byte {
		return appendSummary(append(appendInt(append(b, `"checked":`...), int64(sum.Checked)), ','), sum)
	})
}
