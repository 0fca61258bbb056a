package report

import (
	"encoding/base64"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
)

// wireFile names a file in a report.
type wireFile struct {
	File   *string `json:"file"`
	Base64 string  `json:"file_base64"`
}

// name returns the bytes of the name.
func (w wireFile) name() (string, error) {
	if w.File == nil {
		return "", invalid("an element names no file", nil)
	}
	if w.Base64 == "" {
		return *w.File, nil
	}
	raw, err := base64.StdEncoding.DecodeString(w.Base64)
	if err != nil {
		return "", invalid("the name of a file is not in base64", err)
	}
	return string(raw), nil
}

type wireSnippet struct {
	Text   string `json:"text"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Before bool   `json:"before"`
	After  bool   `json:"after"`
}

type wireFinding struct {
	wireFile
	Rule        string       `json:"rule"`
	Severity    string       `json:"severity"`
	Offset      int64        `json:"offset"`
	End         *int64       `json:"end"`
	Pointer     string       `json:"pointer"`
	Message     string       `json:"message"`
	Line        int          `json:"line"`
	Column      int          `json:"column"`
	Units       int          `json:"units"`
	EndLine     int          `json:"end_line"`
	EndUnits    int          `json:"end_units"`
	Record      int          `json:"record"`
	Fingerprint string       `json:"fingerprint"`
	Snippet     *wireSnippet `json:"snippet"`
}

// into adds the finding to a report.
func (w wireFinding) into(out *Report) error {
	name, err := w.name()
	if err != nil {
		return err
	}
	severity, ok := audit.ParseSeverity(w.Severity)
	switch {
	case !ok:
		return invalid("a finding has no known severity", nil)
	case w.Rule == "" || strings.Trim(w.Rule, ruleLetters) != "":
		return invalid("a finding has no id of a rule", nil)
	case w.Offset < ringfence.NoOffset || w.End != nil && *w.End < ringfence.NoOffset || w.Line < 0 || w.Column < 0 || w.Units < 0 || w.Record < 0,
		w.EndLine != 0 && (w.EndLine < max(1, w.Line) || w.EndUnits < 1):
		return invalid("the place of a finding is none", nil)
	case w.Fingerprint != "" && !isFingerprint(w.Fingerprint):
		return invalid("a fingerprint is none", nil)
	}
	f := Finding{
		Finding: audit.Finding{
			Rule: w.Rule, Severity: severity, File: name, Offset: w.Offset, End: ringfence.NoOffset,
			Line: w.Line, Column: w.Column, Pointer: Visible(w.Pointer), Message: Visible(w.Message),
		},
		Record: w.Record, Units: w.Units, EndLine: w.EndLine, EndUnits: w.EndUnits, Fingerprint: w.Fingerprint,
	}
	if w.End != nil {
		f.End = *w.End
	}
	if s := w.Snippet; s != nil {
		if s.Start < 0 || s.Start > s.End || s.End > len(s.Text) || Visible(s.Text) != s.Text {
			return invalid("a snippet is not as it was written", nil)
		}
		f.Snippet = &Snippet{Text: s.Text, Start: s.Start, End: s.End, Before: s.Before, After: s.After}
	}
	out.Findings = append(out.Findings, f)
	return nil
}

// ruleLetters are the characters of rule ids.
const ruleLetters = "abcdefghijklmnopqrstuvwxyz0123456789-/"

type wireUnchecked struct {
	wireFile
	Error  string `json:"error"`
	Record int    `json:"record"`
}

// into adds to a report what could not be checked.
func (w wireUnchecked) into(out *Report) error {
	u, err := w.unchecked()
	if err == nil {
		out.Unchecked = append(out.Unchecked, u)
	}
	return err
}

func (w wireUnchecked) unchecked() (u Unchecked, err error) {
	name, err := w.name()
	if err != nil {
		return u, err
	}
	if w.Record < 0 {
		return u, invalid("the number of a record is negative", nil)
	}
	return Unchecked{File: name, Error: Visible(w.Error), Record: w.Record}, nil
}

// into sets the header of a report.
func (w wireHeader) into(out *Report) error {
	if w.Shards < 0 || w.Shard < 0 || w.Shard > w.Shards || w.Shards > 0 && w.Shard == 0 {
		return invalid("its shard is none", nil)
	}
	if w.Run != "" && (w.Shards == 0 || !isFingerprint(w.Run)) {
		return invalid("its run is none", nil)
	}
	if w.Prints < 0 {
		return invalid("the version of its fingerprints is none", nil)
	}
	for _, id := range w.Off {
		if id == "" || strings.Trim(id, ruleLetters) != "" {
			return invalid("a rule that is off has no id", nil)
		}
	}
	out.Tool, out.Version = Visible(w.Tool), Visible(w.Version)
	out.Shard, out.Shards, out.Off = w.Shard, w.Shards, w.Off
	out.Run, out.Fingerprints = w.Run, w.Prints
	for _, glob := range w.Exclude {
		if glob == "" || Visible(glob) != glob {
			return invalid("a glob of what is excluded is none", nil)
		}
	}
	if w.Settings != nil && !w.Settings.Valid() {
		return invalid("its settings are none", nil)
	}
	out.Exclude, out.Settings = w.Exclude, w.Settings
	return nil
}

// into sets the counts of a report.
func (w wireSummary) into(out *Report) error {
	if w.Checked == nil || *w.Checked < 0 || w.Records < 0 || w.Known < 0 || w.Excluded < 0 || w.Passed < 0 || w.Records > *w.Checked {
		return invalid("its counts are none", nil)
	}
	out.Checked, out.Records, out.Known, out.Excluded, out.Passed = *w.Checked, w.Records, w.Known, w.Excluded, w.Passed
	for _, line := range w.Uncompared {
		u, err := line.unchecked()
		if err != nil {
			return err
		}
		out.Uncompared = append(out.Uncompared, u)
	}
	return nil
}
