package serve

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"
)

// traceContext is the caller's span, from the W3C headers traceparent and
// tracestate.
type traceContext struct {
	trace, parent string // hexadecimal; parent is "" for a new trace
	state         string
	sampled       bool
}

// Lengths of the fields of traceparent, in hexadecimal digits.
const (
	traceDigits = 32
	spanDigits  = 16
	// maxState is what the recommendation asks to keep of tracestate at least.
	maxState = 512
)

// traceOf reads the caller's span. A header that is not in its form begins a new
// trace, as the recommendation says; a new trace is sampled.
func traceOf(h http.Header) traceContext {
	fields := strings.Split(h.Get("Traceparent"), "-")
	fresh := traceContext{trace: randomHex(traceDigits), sampled: true}
	// A later version may have more fields behind the four.
	if len(h["Traceparent"]) != 1 || len(fields) < 4 || !lowerHex(fields[0], 2) || fields[0] == "ff" ||
		fields[0] == "00" && len(fields) != 4 || !lowerHex(fields[3], 2) {
		return fresh
	}
	trace, parent := fields[1], fields[2]
	if !lowerHex(trace, traceDigits) || !lowerHex(parent, spanDigits) ||
		strings.Trim(trace, "0") == "" || strings.Trim(parent, "0") == "" {
		return fresh
	}
	flags, _ := hex.DecodeString(fields[3])
	t := traceContext{trace: trace, parent: parent, sampled: flags[0]&1 == 1}
	if state := strings.Join(h["Tracestate"], ","); len(state) <= maxState && printable(state) {
		t.state = state
	}
	return t
}

func lowerHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// printable reports whether s is printable ASCII alone.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// randomHex returns n hexadecimal digits, which are never all zero in practice
// and by the recommendation never may be.
func randomHex(n int) string {
	b := make([]byte, n/2)
	_, _ = rand.Read(b) // it never fails: the program ends instead
	b[0] |= 1
	return hex.EncodeToString(b)
}
