package report

import "io"

// jsonSink writes one JSON object: the counts first, as programs expect them,
// so everything else is spooled.
type jsonSink struct {
	w                   io.Writer
	header              Header
	unchecked, findings spool
	buf                 []byte
}

// NewJSON returns a sink that writes one JSON object:
//
//	{"checked":N,"unchecked":[{"file","error"}],
//	 "findings":[{"rule","severity","file","offset","pointer","message",…}],…}
//
// docs/reports.md describes the other members. [Read] reads it.
func NewJSON(w io.Writer, h Header) Sink { return &jsonSink{w: w, header: h} }

// element appends an object to a list, on a line of its own.
func (s *jsonSink) element(list *spool, members func([]byte) []byte) error {
	b := s.buf[:0]
	if list.n > 0 {
		b = append(b, ',')
	}
	b = append(members(append(b, '\n', '{')), '}')
	s.buf = b
	return list.add(b)
}

// Finding implements [Sink].
func (s *jsonSink) Finding(f Finding) error {
	return s.element(&s.findings, func(b []byte) []byte { return appendFinding(b, &f) })
}

// Unchecked implements [Sink].
func (s *jsonSink) Unchecked(u Unchecked) error {
	return s.element(&s.unchecked, func(b []byte) []byte { return appendUnchecked(b, &u) })
}

// Close implements [Sink].
func (s *jsonSink) Close(sum Summary) error {
	w := &writer{w: s.w}
	w.write(append(appendInt([]byte(`{"checked":`), int64(sum.Checked)), `,"unchecked":[`...))
	w.copy(&s.unchecked)
	w.write([]byte(`],"findings":[`))
	w.copy(&s.findings)
	w.write(append(appendHeader(append(appendSummary([]byte(`],`), sum), ','), s.header), "}\n"...))
	return w.err
}

// writer keeps the first error.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func (w *writer) text(s string) { w.write([]byte(s)) }

func (w *writer) copy(s *spool) {
	if w.err == nil {
		w.err = s.copyTo(w.w)
	}
}
