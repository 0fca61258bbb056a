package report

import (
	"io"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence/audit"
)

// Names of SARIF 2.1.0, the OASIS standard.
const (
	sarifSchema  = "https://json.schemastore.org/sarif-2.1.0.json"
	sarifVersion = "2.1.0"
	// sarifRoot is the base of absolute names: locations stay relative, as code
	// hosts want them.
	sarifRoot = "ROOT"
	// maxSARIFResults is how many results GitHub takes in one run (25,000). Those
	// that are left out are counted in a notification.
	maxSARIFResults = 25_000
)

// sarifSink writes SARIF as the run goes on. What could not be checked comes
// after the results and is spooled.
type sarifSink struct {
	w       *writer
	header  Header
	index   map[string]int
	results int
	left    int // results over the limit
	failed  bool
	notes   spool
	buf     []byte
}

// NewSARIF returns a sink that writes SARIF 2.1.0 as GitHub accepts it: all rules
// are listed whether they found something or not, results are never null, names
// of files are relative percent-encoded URIs, and each result has its
// fingerprint. What could not be checked is a notification, and the invocation
// then was not successful. The limit of GitHub for one run holds, and what it
// cuts off is counted in a notification.
func NewSARIF(w io.Writer, h Header) Sink {
	s := &sarifSink{w: &writer{w: w}, header: h, index: make(map[string]int)}
	b := AppendJSON([]byte(`{"$schema":`), sarifSchema)
	b = AppendJSON(append(b, `,"version":`...), sarifVersion)
	b = AppendJSON(append(b, `,"runs":[{"tool":{"driver":{"name":`...), h.Tool)
	b = AppendJSON(append(b, `,"version":`...), h.Version)
	b = append(b, `,"rules":[`...)
	for i, r := range h.rules() {
		if i > 0 {
			b = append(b, ',')
		}
		s.index[r.ID] = i
		b = appendRule(append(b, '\n'), r, h.isOff(r.ID))
	}
	s.w.write(append(b, `]}},"columnKind":"utf16CodeUnits","results":[`...))
	return s
}

// isOff reports whether a rule is left out of the run.
func (h Header) isOff(id string) bool {
	return slices.Contains(h.Off, id)
}

// appendRule appends a reportingDescriptor.
func appendRule(b []byte, r audit.Rule, off bool) []byte {
	b = AppendJSON(append(b, `{"id":`...), r.ID)
	b = AppendJSON(append(b, `,"name":`...), r.Name())
	b = AppendJSON(append(b, `,"shortDescription":{"text":`...), r.Title)
	b = AppendJSON(append(b, `},"fullDescription":{"text":`...), r.Why)
	b = AppendJSON(append(b, `},"help":{"text":`...), r.Why+"\n\nSource: "+r.Section+". Since "+r.Since+".")
	b = AppendJSON(append(b, `},"defaultConfiguration":{"level":`...), r.Severity.String())
	if off {
		b = append(b, `,"enabled":false`...)
	}
	family := r.ID[:max(0, len(r.ID)-len(r.Name())-1)]
	return append(AppendJSON(append(b, `},"properties":{"tags":["security",`...), family), `]}}`...)
}

// Finding implements [Sink].
func (s *sarifSink) Finding(f Finding) error {
	if s.results == maxSARIFResults {
		s.left++
		return s.w.err
	}
	b := s.buf[:0]
	if s.results > 0 {
		b = append(b, ',')
	}
	s.results++
	b = AppendJSON(append(b, "\n"+`{"ruleId":`...), f.Rule)
	if i, ok := s.index[f.Rule]; ok {
		b = appendInt(append(b, `,"ruleIndex":`...), int64(i))
	}
	b = AppendJSON(append(b, `,"level":`...), f.Severity.String())
	message := f.Message
	if f.Pointer != "" {
		message += " at " + f.Pointer
	}
	b = AppendJSON(append(b, `,"message":{"text":`...), message)
	b = append(b, `},"locations":[{"physicalLocation":{`...)
	b = appendArtifact(b, s.header.Root, f.File)
	// Code hosts want a line, so a finding about the whole file is on the first.
	b = appendInt(append(b, `,"region":{"startLine":`...), int64(max(f.Line, 1)))
	if f.Units > 0 {
		b = appendInt(append(b, `,"startColumn":`...), int64(f.Units))
	}
	if f.EndLine > 0 && f.EndUnits > 0 && f.Units > 0 {
		b = appendInt(append(b, `,"endLine":`...), int64(f.EndLine))
		b = appendInt(append(b, `,"endColumn":`...), int64(f.EndUnits)) // the column behind the last one
	}
	if f.Snippet != nil {
		b = append(AppendJSON(append(b, `,"snippet":{"text":`...), f.Snippet.Text), '}')
	}
	b = append(b, `}}}]`...)
	if f.Fingerprint != "" {
		b = AppendJSON(append(b, `,"partialFingerprints":{"primaryLocationLineHash":`...), f.Fingerprint+":1")
		b = append(AppendJSON(append(b, `,"promptcheck/v`+strconv.Itoa(max(1, s.header.Fingerprints))+`":`...), f.Fingerprint), '}')
	}
	b = appendInt(append(b, `,"properties":{"offset":`...), f.Offset)
	if f.Record > 0 {
		b = appendInt(append(b, `,"record":`...), int64(f.Record))
	}
	b = AppendJSON(append(b, `,"pointer":`...), f.Pointer)
	s.buf = append(b, `}}`...)
	s.w.write(s.buf)
	return s.w.err
}

// appendArtifact appends an artifactLocation.
func appendArtifact(b []byte, root, file string) []byte {
	uri, fromRoot := uriOf(root, file)
	b = AppendJSON(append(b, `"artifactLocation":{"uri":`...), uri)
	if fromRoot {
		b = AppendJSON(append(b, `,"uriBaseId":`...), sarifRoot)
	}
	return append(b, '}')
}

// Unchecked implements [Sink].
func (s *sarifSink) Unchecked(u Unchecked) error {
	s.failed = true
	b := s.notification(u.Error)
	b = appendArtifact(append(b, `,"locations":[{"physicalLocation":{`...), s.header.Root, u.File)
	if u.Record > 0 {
		b = append(appendInt(append(b, `,"region":{"startLine":`...), int64(u.Record)), '}')
	}
	s.buf = append(b, `}}]}`...)
	return s.notes.add(s.buf)
}

// notification begins one in the buffer.
func (s *sarifSink) notification(text string) []byte {
	b := s.buf[:0]
	if s.notes.n > 0 {
		b = append(b, ',')
	}
	return append(AppendJSON(append(b, "\n"+`{"level":"error","message":{"text":`...), text), '}')
}

// Close implements [Sink].
func (s *sarifSink) Close(sum Summary) error {
	if s.left > 0 {
		s.buf = append(s.notification(plural(s.left, "result is", "results are")+" left out: a run has room for 25000"), '}')
		if err := s.notes.add(s.buf); err != nil {
			return err
		}
	}
	s.w.text(`],"originalUriBaseIds":{"ROOT":{"uri":"file:///"}},"invocations":[{"executionSuccessful":`)
	if s.failed {
		s.w.text("false")
	} else {
		s.w.text("true")
	}
	s.w.text(`,"toolExecutionNotifications":[`)
	s.w.copy(&s.notes)
	b := appendInt([]byte(`]}],"properties":{"checked":`), int64(sum.Checked))
	b = appendSummary(append(b, ','), sum)
	if s.header.Shards > 0 {
		b = appendInt(append(b, `,"shard":`...), int64(s.header.Shard))
		b = appendInt(append(b, `,"shards":`...), int64(s.header.Shards))
	}
	s.w.write(append(b, "}}]}\n"...))
	return s.w.err
}
