package cli

import (
	"strings"

	"github.com/ringfence/ringfence/audit/report"
)

// visible returns text from outside on one line that is safe on a terminal and
// in a log, as reports show it.
func visible(s string) string { return report.Visible(s) }

// visibleName is visible for the name of a file that may begin a line.
func visibleName(name string) string { return report.VisibleName(name) }

// dataLines writes text from outside line by line, each behind "| ".
func dataLines(b *strings.Builder, s string) { report.DataLines(b, s) }
