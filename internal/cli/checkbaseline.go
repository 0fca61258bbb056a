package cli

import (
	"bytes"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// readReport reads a report in json or jsonl from a file or standard input.
func readReport(inv *invocation, name string) (*report.Report, error) {
	r, _, err := readSummed(inv, name)
	return r, err
}

// readSummed is readReport with the SHA-256 of the file.
func readSummed(inv *invocation, name string) (*report.Report, string, error) {
	body, err := inv.read(name, maxFile)
	if err != nil {
		return nil, "", nameFile(name, err)
	}
	r, err := report.Read(bytes.NewReader(body))
	if err != nil {
		return nil, "", nameFile(name, err)
	}
	return r, sumOf(body), nil
}

// readBaseline returns the fingerprints that a report knows, and the SHA-256 of the
// file. A report without
// them is refused: everything in it would be new, and nobody would know why.
func readBaseline(inv *invocation, name string) (map[string]struct{}, string, error) {
	inputs := inv.inputs
	r, sum, err := readSummed(inv, name)
	inv.inputs = inputs // a new baseline may replace the old one
	if err != nil {
		return nil, "", err
	}
	known := make(map[string]struct{}, len(r.Findings))
	for i := range r.Findings {
		if r.Findings[i].Fingerprint == "" {
			return nil, "", nameFile(name, &ringfence.Error{
				Code: report.CodeInvalid, Message: "a finding has no fingerprint", Offset: ringfence.NoOffset,
				Hint: "make the baseline again with promptcheck check --write-baseline FILE",
			})
		}
		known[r.Findings[i].Fingerprint] = struct{}{}
	}
	if r.Fingerprints != report.FingerprintVersion {
		return nil, "", nameFile(name, &ringfence.Error{
			Code: report.CodeInvalid, Offset: ringfence.NoOffset,
			Message: "its fingerprints are of another version: it knows nothing that is found now",
			Hint:    "look through the findings once, and make the baseline again with promptcheck check --write-baseline FILE",
		})
	}
	return known, sum, nil
}

// bare is a finding with nothing in it but what a baseline needs and a person
// would want to know: pointers can hold names of members, and messages numbers.
func bare(f report.Finding) report.Finding {
	return report.Finding{
		Finding: audit.Finding{
			Rule: f.Rule, Severity: f.Severity, File: f.File,
			Offset: ringfence.NoOffset, End: ringfence.NoOffset, Message: "known",
		},
		Fingerprint: f.Fingerprint,
	}
}
