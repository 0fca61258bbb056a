package fuzz_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

// checkKinds are what a body is checked as.
var checkKinds = [...]audit.Kind{audit.Auto, audit.EditContext, audit.Ask, audit.Prompt}

// canary is put into bodies to be looked for in findings.
const canary = "zebra-5171"

// FuzzCheck audits a body of any bytes, as every kind.
func FuzzCheck(f *testing.F) {
	add := func(b []byte) {
		for k := range checkKinds {
			f.Add(uint8(k), b)
		}
	}
	for _, r := range audit.Rules() {
		add([]byte(r.Bad))
		add([]byte(r.Good))
	}
	for _, s := range append(decodeSeeds, scanSeeds...) {
		add([]byte(s))
	}
	for _, b := range caseBodies(f) {
		add(b)
	}
	for i, s := range vectors(f) {
		f.Add(uint8(i), []byte(s))
	}
	for _, folder := range []string{"json/corpus", "stdhtml/corpus"} {
		for i, b := range collected(f, folder) {
			f.Add(uint8(i), b)
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, body []byte) {
		if tooLong(body) {
			return
		}
		kind := checkKinds[int(k)%len(checkKinds)]
		before := bytes.Clone(body)
		findings, err := audit.Checker{}.Check(kind, "file", body)
		checkAllOrNothing(t, findings, err)
		checkAgain(t, kind, before, body, findings, err)
		checkFindingsAreDocumented(t, findings)
		checkFindingsPointInside(t, body, findings)
		checkAgreesWithParsers(t, kind, body, err)
		checkRefusesWhatScanRefuses(t, kind, body, findings, err)
		checkKeepsTextToItself(t, kind, body)
		checkWithholds(t, body)
	})
}

// checkAllOrNothing: findings or a documented error, never both.
func checkAllOrNothing(t *testing.T, findings []audit.Finding, err error) {
	t.Helper()
	if err == nil {
		return
	}
	wantPlainError(t, err)
	if findings != nil {
		t.Fatalf("%d findings beside %v", len(findings), err)
	}
	code := typed(t, err).Code
	for _, family := range []string{"policy-", "log-", "frame-", "coreform-"} {
		if strings.HasPrefix(string(code), family) {
			return // the packages of policies and logs document their own
		}
	}
	if code != contract.CodeLimit {
		if _, ok := audit.RuleByCode(code); !ok {
			t.Fatalf("no rule documents the error %s", code)
		}
	}
}

// checkAgain: the same body, unchanged, has the same findings.
func checkAgain(t *testing.T, kind audit.Kind, before, body []byte, findings []audit.Finding, err error) {
	t.Helper()
	if !bytes.Equal(before, body) {
		broken(t, fidelity, "checking changed the body")
	}
	again, errAgain := audit.Checker{}.Check(kind, "file", body)
	if !sameError(err, errAgain) || !reflect.DeepEqual(findings, again) {
		broken(t, determinism, "%v, %v\n%v, %v", findings, err, again, errAgain)
	}
}

// checkFindingsAreDocumented: each finding is of a rule that is listed, with
// its severity and a message of one printable line, and there are few of each.
func checkFindingsAreDocumented(t *testing.T, findings []audit.Finding) {
	t.Helper()
	count := map[string]int{}
	for _, f := range findings {
		r, ok := audit.RuleByID(f.Rule)
		if !ok || f.Severity != r.Severity || f.Message == "" || r.Refuses {
			t.Fatalf("finding %+v, rule %+v", f, r)
		}
		for _, b := range []byte(f.Message) {
			if b < ' ' || b > '~' {
				t.Fatalf("the message of %s holds the byte %#x: %q", f.Rule, b, f.Message)
			}
		}
		if count[f.Rule]++; count[f.Rule] > audit.MaxPerRule+1 {
			broken(t, linearCost, "%d findings of %s", count[f.Rule], f.Rule)
		}
	}
}

// checkFindingsPointInside: offsets lie in the body and rise, lines and columns
// say the same place.
func checkFindingsPointInside(t *testing.T, body []byte, findings []audit.Finding) {
	t.Helper()
	last := int64(-1 << 62)
	for _, f := range findings {
		if f.Offset < ringfence.NoOffset || f.Offset > int64(len(body)) || f.File != "file" {
			t.Fatalf("finding %+v in a body of %d bytes", f, len(body))
		}
		if f.Offset < last {
			t.Fatalf("findings out of order: %+v", findings)
		}
		last = f.Offset
		line, column := 0, 0
		if f.Offset >= 0 {
			head := body[:f.Offset]
			line = 1 + bytes.Count(head, []byte("\n"))
			column = len(head) - bytes.LastIndexByte(head, '\n')
		}
		if f.Line != line || f.Column != column {
			t.Fatalf("%s at %d is said to be at %d:%d and is at %d:%d", f.Rule, f.Offset, f.Line, f.Column, line, column)
		}
	}
}

// checkAgreesWithParsers: what a parser refuses cannot be checked, and what it
// accepts can.
func checkAgreesWithParsers(t *testing.T, kind audit.Kind, body []byte, err error) {
	t.Helper()
	var parse error
	switch kind {
	case audit.EditContext:
		_, parse = contract.ParseEditContext(body)
	case audit.Ask:
		_, parse = contract.ParseAsk(body)
	default:
		return
	}
	if (parse == nil) != (err == nil) {
		t.Fatalf("the parser says %v, the audit %v", parse, err)
	}
}

// checkRefusesWhatScanRefuses: text that does not scan has a finding of rank
// error, whatever else it holds. So nothing in it can switch the audit off.
func checkRefusesWhatScanRefuses(t *testing.T, kind audit.Kind, body []byte, findings []audit.Finding, err error) {
	t.Helper()
	if kind != audit.Prompt || err != nil || len(bytes.TrimSpace(body)) == 0 || strings.ContainsAny(string(bytes.TrimSpace(body)[:1]), "[{\ufeff") {
		return
	}
	_, scanErr := fence.Scan(string(body))
	if scanErr == nil {
		return
	}
	for _, f := range findings {
		if f.Severity == audit.Error {
			return
		}
	}
	broken(t, containment, "Scan says %v and the audit finds %v", scanErr, findings)
}

// checkKeepsTextToItself: a text put where data stands is in no finding and no
// error.
func checkKeepsTextToItself(t *testing.T, kind audit.Kind, body []byte) {
	t.Helper()
	text := canary + string(body) + canary
	for _, b := range []string{
		text,
		`{"contextItems":[{"kind":` + quote(text) + `,"id":` + quote(text) + `,"label":` + quote(text) + `}]}`,
		`{"ui":{"openWindows":[{"id":"a","title":` + quote(text) + `}]}}`,
	} {
		findings, err := audit.Checker{}.Check(kind, "file", []byte(b))
		if err != nil && strings.Contains(err.Error()+typed(t, err).Hint, canary) {
			broken(t, withholding, "an error shows the text: %v", err)
		}
		for _, f := range findings {
			if strings.Contains(f.Message+f.Pointer, canary) {
				broken(t, withholding, "%s shows the text: %s at %s", f.Rule, f.Message, f.Pointer)
			}
		}
	}
}

// checkWithholds: of a withheld window nothing is found but that its title was
// sent, whatever the id and the title are; both have lengths of their own, so
// places are left out of the comparison.
func checkWithholds(t *testing.T, body []byte) {
	t.Helper()
	// An id has a cap, and a byte that is not UTF-8 becomes three.
	text := canary + string(body[:min(len(body), contract.DefaultWindowID/4)])
	rules := func(id, title string) []string {
		findings, err := audit.Checker{}.Check(audit.Ask, "file", []byte(
			`{"ui":{"openWindows":[{"id":"shown","title":"T"},{"id":`+quote(id)+`,"title":`+quote(title)+`,"withheld":true}]}}`))
		if err != nil {
			broken(t, withholding, "a withheld window cannot be checked: %v", err)
		}
		var out []string
		for _, f := range findings {
			if f.Rule != "contract/invalid-utf8" && f.Rule != "contract/lone-surrogate" {
				out = append(out, f.Rule+" "+f.Pointer+" "+f.Message)
			}
		}
		return out
	}
	if a, b := rules("plain", "plain"), rules(text, text); !reflect.DeepEqual(a, b) {
		broken(t, withholding, "%q for a plain title, %q for %q", a, b, text)
	}
}
