package cli

import (
	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// decisionJSON is an explanation as JSON on one line: what its term says, under
// the same names, but that the place in the payload is a pointer as in findings.
// Members are always there, in this order; what there is not is null.
func decisionJSON(x policy.Explanation) []byte {
	decision := "deny"
	if x.Allowed {
		decision = "allow"
	}
	b := appendJSON([]byte(`{"decision":`), decision)
	b = appendPlace(appendName(append(b, `,"rule":`...), x.Rule), x.Position)
	b = appendTextOrNull(append(b, `,"code":`...), string(x.Code))
	b = appendJSON(append(b, `,"class":`...), x.Class.String())
	b = append(b, `,"reasons":[`...)
	for i, r := range x.Reasons {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReason(b, r)
	}
	return append(b, "]}"...)
}

func appendReason(b []byte, r policy.Reason) []byte {
	b = appendJSON(append(b, `{"effect":`...), r.Effect.String())
	b = appendPlace(appendName(append(b, `,"rule":`...), r.Rule), r.Position)
	b = appendNumberOrNull(append(b, `,"column":`...), r.Position.Column)
	b = appendTextOrNull(append(b, `,"code":`...), string(r.Code))
	b = appendTextOrNull(append(b, `,"pointer":`...), ringfence.PrintablePointer(r.Pointer))
	return append(appendJSON(append(b, `,"message":`...), r.Message), '}')
}

// appendPlace appends file and line, null where no file says it.
func appendPlace(b []byte, p policy.Position) []byte {
	b = append(b, `,"file":`...)
	if p.IsZero() {
		b = append(b, "null"...)
	} else {
		b = appendName(b, p.File)
	}
	return appendNumberOrNull(append(b, `,"line":`...), p.Line)
}

func appendNumberOrNull(b []byte, n int) []byte {
	if n == 0 {
		return append(b, "null"...)
	}
	return appendInt(b, int64(n))
}

func appendTextOrNull(b []byte, s string) []byte {
	if s == "" {
		return append(b, "null"...)
	}
	return appendName(b, s)
}
