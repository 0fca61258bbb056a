package report

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

// junitSink writes a test suite: a case for each finding and for each thing that
// could not be checked, and one for the run. Their numbers come first, so the
// cases are spooled.
type junitSink struct {
	w         io.Writer
	header    Header
	cases     spool
	failures  int
	errors    int
	findings  int
	count     [audit.Error + 1]int
	unchecked int
}

// NewJUnit returns a sink that writes JUnit's XML as CI systems read it. A
// finding that fails the run is a failure, one below --fail-on a case that passed
// and says what was found, and what could not be checked is an error.
func NewJUnit(w io.Writer, h Header) Sink { return &junitSink{w: w, header: h} }

// Finding implements [Sink].
func (s *junitSink) Finding(f Finding) error {
	s.findings++
	s.count[min(f.Severity, audit.Error)]++
	var text strings.Builder
	if err := NewText(&text, s.header).Finding(f); err != nil {
		return err
	}
	element := `<system-out>` + attribute(text.String()) + `</system-out>`
	if s.header.Fails(f.Severity) {
		s.failures++
		element = `<failure type="` + attribute(f.Severity.String()) + `" message="` + attribute(Visible(f.Message)) + `">` +
			attribute(text.String()) + `</failure>`
	}
	name := Visible(f.Rule)
	if f.Line > 0 {
		name += " " + strconv.Itoa(f.Line) + ":" + strconv.Itoa(f.Column)
	}
	return s.add(f.File, name, element)
}

// Unchecked implements [Sink].
func (s *junitSink) Unchecked(u Unchecked) error {
	s.errors++
	s.unchecked++
	name := "not checked"
	if u.Record > 0 {
		name += ": record " + strconv.Itoa(u.Record)
	}
	return s.add(u.File, name, `<error type="unchecked" message="`+attribute(Visible(u.Error))+`"></error>`)
}

func (s *junitSink) add(file, name, element string) error {
	return s.cases.add([]byte(`<testcase classname="` + attribute(VisibleName(file)) + `" name="` + attribute(name) + `">` + element + "</testcase>\n"))
}

// Close implements [Sink].
func (s *junitSink) Close(sum Summary) error {
	numbers := `tests="` + strconv.Itoa(s.cases.n+1) + `" failures="` + strconv.Itoa(s.failures) + `" errors="` + strconv.Itoa(s.errors) + `"`
	tool := attribute(VisibleName(s.header.Tool))
	w := &writer{w: s.w}
	w.text(xml.Header + `<testsuites name="` + tool + `" ` + numbers + ">\n<testsuite name=\"" + tool + `" ` + numbers + ` skipped="0">` + "\n")
	w.copy(&s.cases)
	// A suite without a case is an error for some CI systems.
	w.text(`<testcase classname="` + tool + `" name="` + attribute(s.header.summaryLine(sum, s.unchecked, s.findings, s.count)) + `"></testcase>` + "\n")
	w.text("</testsuite>\n</testsuites>\n")
	return w.err
}

// attribute escapes text for XML. It was made visible before, so it holds no
// character that XML cannot.
func attribute(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		return "" // a strings.Builder does not fail
	}
	return b.String()
}
