package report

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

// Codes of the errors of this package.
const (
	// CodeInvalid: what should be a report is none, or breaks off.
	CodeInvalid ringfence.Code = "report-invalid"
	// CodeMerge: reports cannot be merged to one.
	CodeMerge ringfence.Code = "report-merge"
)

// Read reads a report that [NewJSON] or [NewJSONLines] wrote, told apart by
// shape. It is strict, since a report that is read in part would be a better one
// than it is: a duplicate member, a missing one, a value out of its range, a last
// line that is not there, and anything after the end are errors with
// [CodeInvalid]. Members that are unknown are passed over.
//
// All text is made [Visible]: a report that was changed in between can lie, and
// can do nothing else. Memory grows with the report.
func Read(r io.Reader) (*Report, error) {
	dec := jsontext.NewDecoder(r)
	first, err := dec.ReadValue()
	if err != nil {
		return nil, unreadable(err)
	}
	var kind struct {
		Format  *string `json:"format"`
		Version int     `json:"format_version"`
	}
	if err := json.Unmarshal(first, &kind); err != nil {
		return nil, invalid("it is no JSON object of a report", err)
	}
	var out *Report
	switch {
	case kind.Format == nil:
		out, err = readObject(first)
	case *kind.Format != streamFormat || kind.Version != streamVersion:
		return nil, invalid("its format is not known", nil)
	default:
		out, err = readLines(first, dec)
	}
	if err != nil {
		return nil, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, invalid("something follows its end", nil)
	}
	return out, nil
}

// wireHeader is what both forms say of a run.
type wireHeader struct {
	Tool    string   `json:"tool"`
	Version string   `json:"version"`
	Shard   int      `json:"shard"`
	Shards  int      `json:"shards"`
	Run     string   `json:"run"`
	Prints  int      `json:"fingerprints"`
	Off     []string `json:"rules_off"`
	Exclude []string `json:"exclude"`

	Settings *Settings `json:"settings"`
}

// wireSummary is what both forms say at the end.
type wireSummary struct {
	Checked  *int `json:"checked"`
	Records  int  `json:"records"`
	Passed   int  `json:"passed"`
	Known    int  `json:"known"`
	Excluded int  `json:"excluded"`

	Uncompared []wireUnchecked `json:"uncompared"`
}

// readObject reads the JSON form.
func readObject(raw []byte) (*Report, error) {
	var doc struct {
		wireHeader
		wireSummary
		Unchecked *[]wireUnchecked `json:"unchecked"`
		Findings  *[]wireFinding   `json:"findings"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, invalid("it has not the shape of a report", err)
	}
	if doc.Unchecked == nil || doc.Findings == nil {
		return nil, invalid("it lacks a member that every report has", nil)
	}
	out := new(Report)
	if err := errors.Join(doc.wireHeader.into(out), doc.wireSummary.into(out)); err != nil {
		return nil, err
	}
	for _, u := range *doc.Unchecked {
		if err := u.into(out); err != nil {
			return nil, err
		}
	}
	for i := range *doc.Findings {
		if err := (*doc.Findings)[i].into(out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readLines reads the lines after the first, up to the summary.
func readLines(first []byte, dec *jsontext.Decoder) (*Report, error) {
	var h wireHeader
	out := new(Report)
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, invalid("its first line has another shape", err)
	}
	if err := h.into(out); err != nil {
		return nil, err
	}
	for {
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, unreadable(err)
		}
		var kind struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(raw, &kind); err != nil {
			return nil, invalid("a line has another shape", err)
		}
		switch kind.Type {
		case "finding":
			err = readLine[wireFinding](raw, out)
		case "unchecked":
			err = readLine[wireUnchecked](raw, out)
		case "summary":
			return out, readLine[wireSummary](raw, out)
		default:
			err = invalid("a line is of no known type", nil)
		}
		if err != nil {
			return nil, err
		}
	}
}

// readLine reads one line into the report.
func readLine[T interface{ into(*Report) error }](raw []byte, out *Report) error {
	var line T
	if err := json.Unmarshal(raw, &line); err != nil {
		return invalid("a line has another shape", err)
	}
	return line.into(out)
}

// unreadable tells a report that breaks off from one that is none.
func unreadable(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return invalid("it is empty or breaks off", nil)
	}
	return invalid("it cannot be read as JSON", err)
}

// invalid keeps the offset of a cause, and none of its words: they can hold text
// of the file.
func invalid(message string, err error) error {
	e := &ringfence.Error{
		Code: CodeInvalid, Message: "this is no report of promptcheck: " + message, Offset: ringfence.NoOffset,
		Hint: "make one with promptcheck check --format json", Err: err,
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		e.Offset = syntax.ByteOffset
	}
	return e
}
