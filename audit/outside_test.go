package audit

import "testing"

// What becomes a finding of one rule outside a block has the severity of that rule in
// data, too: none is raised or lowered by where it stands. A rule of another severity
// stays its own there.
func TestOutsideKeepsSeverities(t *testing.T) {
	outside, ok := RuleByID(idDataOutside)
	if !ok {
		t.Fatal("no such rule")
	}
	merged, own := 0, 0
	for _, r := range Rules() {
		switch outsideRule(r.ID) {
		case "":
		case r.ID:
			own++
		case idDataOutside:
			merged++
			if r.Severity != outside.Severity {
				t.Errorf("%s is a %v in data and a %v outside a block", r.ID, r.Severity, outside.Severity)
			}
		default:
			to, _ := RuleByID(outsideRule(r.ID))
			if to.Severity < r.Severity {
				t.Errorf("%s is a %v in data and a %v outside a block, as %s", r.ID, r.Severity, to.Severity, to.ID)
			}
		}
	}
	if merged == 0 || own == 0 {
		t.Errorf("%d rules become one, %d stay", merged, own)
	}
}
