package cli

import (
	"cmp"

	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// told is what a report says of the flags and the configuration of its run, whose
// baseline has that SHA-256.
func (c *settings) told(baseline string) *report.Settings {
	s := &report.Settings{
		Kind: c.kind.String(), Field: c.pointers, Lines: c.lines, Model: c.checker.Model,
		Bytes: c.maxBytes, Depth: cmp.Or(c.checker.Limits.Depth, contract.DefaultDepth),
		Config: c.config.sum, Baseline: baseline,
	}
	if !c.fixed { // a kind that was named beats those
		for _, k := range c.config.Kinds {
			s.Kinds = append(s.Kinds, report.KindOf{Files: k.Files, Kind: k.kind.String(), Field: k.Field})
		}
	}
	for id, e := range c.config.effect {
		if !e.off {
			if s.Rules == nil {
				s.Rules = make(map[string]string)
			}
			s.Rules[id] = e.severity.String()
		}
	}
	for _, against := range c.compares {
		s.Against = append(s.Against, against.flag)
	}
	return s
}
