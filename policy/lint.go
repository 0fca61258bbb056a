package policy

import (
	"cmp"
	"io/fs"
	"slices"
)

// Severity of a finding, from the least.
type Severity uint8

const (
	// Note is worth knowing.
	Note Severity = iota
	// Warning is a policy that likely does not do what was meant.
	Warning
	// Error is a denial that does not apply.
	Error
)

// String returns note, warning or error.
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	default:
		return "error"
	}
}

// Finding is something in a policy that likely does not do what was meant.
type Finding struct {
	Rule     string // id of a [LintRule]
	Severity Severity
	Position Position
	Where    string // what it is about, as decisions name it, such as allow[2]
	Message  string // holds nothing of the file system, and of the policy only names
}

// LintRule describes a rule of [Lint].
type LintRule struct {
	ID       string
	Severity Severity
	Title    string
	Why      string
}

// Lint finds rules that can never match, ops that are allowed without what they
// need, tables that nothing allows, wildcards that widen, and bridges without a
// pin. With a file system it also looks at roots and globs: fsys is rooted at
// "/", such as os.DirFS("/"), and the policy's name must then be absolute; nil
// leaves that out. A file system that can tell symbolic links implements
// [fs.ReadLinkFS].
//
// Findings are in the order of the file. Nil and zero policies have one finding.
// At most [MaxWalk] entries of the file system are looked at for each root.
func Lint(p *Policy, fsys fs.FS) []Finding {
	l := &linter{p: p, fsys: fsys}
	if p == nil || !p.loaded {
		l.add(ruleNeverMatches, defaultRule, "there is no policy: everything is denied")
		return l.found
	}
	l.rules()
	l.tables()
	l.widenings()
	l.bridges()
	l.stores()
	if fsys != nil {
		l.files()
	}
	slices.SortStableFunc(l.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Position.Line, b.Position.Line), cmp.Compare(a.Position.Column, b.Position.Column))
	})
	return l.found
}

type linter struct {
	p     *Policy
	fsys  fs.FS
	found []Finding
}

func (l *linter) add(r LintRule, at *origin, message string) {
	l.found = append(l.found, Finding{Rule: r.ID, Severity: r.Severity, Position: at.pos, Where: at.rule, Message: message})
}
