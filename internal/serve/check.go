package serve

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
)

// HeaderExit is the header of /v1/check with the exit status that promptcheck
// check would have.
const HeaderExit = "Promptcheck-Exit-Status"

// bodyName is the file that findings of a body name: there is no file.
const bodyName = "-"

// report is the JSON report of promptcheck check.
type report struct {
	Checked   int             `json:"checked"`
	Unchecked []reportMissing `json:"unchecked"`
	Findings  []reportFinding `json:"findings"`
}

type reportMissing struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

type reportFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	File     string `json:"file"`
	Offset   int64  `json:"offset"`
	Pointer  string `json:"pointer"`
	Message  string `json:"message"`
}

// newReport returns a report whose lists are never null.
func newReport() *report { return &report{Unchecked: []reportMissing{}, Findings: []reportFinding{}} }

// check answers POST /v1/check?kind=KIND&fail-on=SEVERITY. Any body can be
// checked; one that cannot be is 422 with a report that says so.
func (s *Server) check(_ context.Context, c *call) (*answer, *problem) {
	kind, least, never, p := s.checkQuery(c.query)
	if p != nil {
		return nil, p
	}
	rep, status, exit := newReport(), http.StatusOK, 0
	found, err := s.checker.Check(kind, bodyName, c.body)
	switch {
	case err != nil:
		status, exit = http.StatusUnprocessableEntity, 2
		rep.Unchecked = append(rep.Unchecked, reportMissing{bodyName, explain(err)})
	default:
		rep.Checked = 1
		for _, f := range found {
			if !never && f.Severity >= least {
				exit = 1
			}
			rep.Findings = append(rep.Findings, reportFinding{
				f.Rule, f.Severity.String(), f.File, f.Offset, ringfence.PrintablePointer(f.Pointer), f.Message,
			})
		}
	}
	body, err := json.Marshal(rep)
	if err != nil {
		return nil, problemOf(err)
	}
	return &answer{
		status: status, body: append(body, '\n'), findings: found,
		header: map[string]string{HeaderExit: strconv.Itoa(exit)},
	}, nil
}

// explain is what the report of the command says about an error.
func explain(err error) string {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return "the check failed"
	}
	if e.Hint == "" {
		return e.Error()
	}
	if hint := overHTTP(e.Hint); hint != "" {
		return e.Error() + "; " + hint
	}
	return e.Error()
}

// overHTTP is a hint with the parameter of the query in place of the flag of the
// command, which a client does not have. One that speaks of another flag is none.
func overHTTP(hint string) string {
	return withoutFlags(strings.NewReplacer("--kind ", "?kind=", "--kind", "?kind=").Replace(hint))
}

// withoutFlags leaves out what a hint says of flags of the command: of its parts, and
// the whole where there is one.
func withoutFlags(hint string) string {
	var out []string
	for part := range strings.SplitSeq(hint, "; ") {
		if !strings.Contains(part, "--") {
			out = append(out, part)
		}
	}
	return strings.Join(out, "; ")
}

// checkQuery reads the query of /v1/check.
func (s *Server) checkQuery(query string) (kind audit.Kind, least audit.Severity, never bool, p *problem) {
	bad := func(message, hint string) (audit.Kind, audit.Severity, bool, *problem) {
		return audit.Auto, audit.Note, false, newProblem(http.StatusBadRequest, CodeQuery, message, hint)
	}
	least, never = s.config.FailOn, s.config.Never
	values, err := url.ParseQuery(query)
	if err != nil {
		return bad("the query cannot be read", "use ?kind=KIND&fail-on=SEVERITY")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) { // of several faults the same is told each time
		list := values[name]
		ok := len(list) == 1
		switch name {
		case "kind":
			if ok {
				kind, ok = audit.ParseKind(list[0])
			}
			if !ok {
				return bad("the kind is not known", "there are "+strings.Join(audit.Kinds(), ", "))
			}
		case "fail-on":
			if ok && list[0] == "never" {
				never = true
				continue
			}
			if ok {
				never = false
				least, ok = audit.ParseSeverity(list[0])
			}
			if !ok {
				return bad("the value of fail-on is not known", "there are error, warning, note, never")
			}
		default:
			return bad("the query has a name that is not known", "there are kind and fail-on")
		}
	}
	return kind, least, never, nil
}
