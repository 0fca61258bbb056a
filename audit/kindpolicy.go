package audit

import (
	"path/filepath"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/policy"
)

// policy checks a policy as policy.Lint does, without looking at the file
// system: what an audit says depends on the files it was given and on nothing
// else. Roots and globs are for "promptcheck policy lint".
func (c Checker) policy(col *collector, file string, body []byte) error {
	if err := c.size(body); err != nil {
		return err
	}
	name := "/policy"
	if filepath.IsAbs(file) {
		name = filepath.ToSlash(file) // its own paths resolve against its folder
	}
	p, err := policy.Parse(name, body)
	if err != nil {
		return err
	}
	lines := lineStarts(body)
	put := newPlaced(col, promptdoc.PlainSpan(0), 0, at(""), string(body))
	for _, f := range policy.Lint(p, nil) {
		off := ringfence.NoOffset
		if l := f.Position.Line; l > 0 && l <= len(lines) {
			off = min(lines[l-1]+max(f.Position.Column-1, 0), len(body))
		}
		if _, known := RuleByID(f.Rule); !known {
			f.Rule = idPolicyFirst // newer than the examples of this package: never lost
		}
		if off == ringfence.NoOffset {
			col.add(f.Rule, promptdoc.PlainSpan(ringfence.NoOffset), 0, at(""), printableOnly(f.Message))
			continue
		}
		put.add(f.Rule, off, off, printableOnly(f.Message))
	}
	return nil
}

// lineStarts returns the offsets at which lines begin.
func lineStarts(body []byte) []int {
	out := []int{0}
	for i, b := range body {
		if b == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// printableOnly replaces what is not printable ASCII in a message of another
// package, which may name a key or an op of the file.
func printableOnly(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c < ' ' || c > '~' {
			b[i] = '?'
		}
	}
	return string(b)
}
