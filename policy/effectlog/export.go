package effectlog

import "fmt"

// ExportOptions say how a journal is exported.
type ExportOptions struct {
	Key   []byte // of a keyed journal
	Store *Store // to check artifacts; they keep their names
	// Partial exports the entries before the first one whose outcome was never
	// recorded. Without it such an entry is an error, since the published format
	// cannot say it.
	Partial bool
}

// Export returns a journal as a published log. Payloads stay behind (their
// hashes go along), and so do rules, approvals and the chain, for which the
// published format has no place. A journal with a fault is not exported
// (CodeUnverified), nor one with an entry in flight (CodeInFlight).
func Export(journal []byte, o ExportOptions) ([]byte, error) {
	r, err := verify(journal, VerifyOptions{Key: o.Key, Store: o.Store}, true)
	if err != nil {
		return nil, err
	}
	if r.Format != FormatJournal {
		return nil, fail(CodeOptions, "the log is a published one already", nil)
	}
	if err := r.faultless(); err != nil {
		return nil, err
	}
	p := Published{Program: r.open.program, Toolchain: r.open.toolchain}
	for i, a := range r.answers {
		if !a.known {
			if o.Partial {
				break
			}
			e := fail(CodeInFlight, fmt.Sprintf("the outcome of entry %d was never recorded", i), nil)
			e.Hint = "export the entries before it only, as a partial log"
			return nil, e
		}
		p.Entries = append(p.Entries, PublishedEntry{
			Op: r.whole[i].Op, Payload: a.hashed, Cont: a.cont, Request: a.req, Decision: r.whole[i].Decision, Cap: r.whole[i].Cap,
			Response: Response{Sealed: a.resp.sealed, Artifact: a.resp.artifact, Octets: a.resp.octets, Value: a.resp.value}, Hash: a.respH,
		})
	}
	return p.Append(nil)
}

// faultless returns an error with CodeUnverified that tells the first fault of a
// log, or nil.
func (r *Report) faultless() error {
	for _, f := range r.Findings {
		if f.Severity == Fault {
			e := fail(CodeUnverified, "the log has a fault: "+f.String(), nil)
			e.Offset = f.Offset
			return e
		}
	}
	return nil
}
