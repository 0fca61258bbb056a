package cli

import (
	"strconv"

	"github.com/ringfence/ringfence/audit/report"
)

// appendJSON appends s as a JSON string that is safe to look at.
func appendJSON(dst []byte, s string) []byte { return report.AppendJSON(dst, s) }

// appendName appends the name of a file.
func appendName(dst []byte, name string) []byte { return report.AppendName(dst, name) }

func appendInt(dst []byte, n int64) []byte { return strconv.AppendInt(dst, n, 10) }
