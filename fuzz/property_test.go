package fuzz_test

import (
	"errors"
	"testing"

	"github.com/ringfence/ringfence"
)

// maxInput caps the bytes of one fuzz argument. The properties do not depend on
// size, which growth tests cover, and small inputs run thousands of times a
// second.
const maxInput = 2 << 10

// The guarantees of the root package, by number.
const (
	nonInterference = 1
	containment     = 2
	fidelity        = 3
	inertness       = 4
	withinBudget    = 5
	withholding     = 6
	determinism     = 7
	linearCost      = 8
)

var guaranteeNames = map[int]string{
	nonInterference: "non-interference", containment: "containment", fidelity: "fidelity",
	inertness: "inertness", withinBudget: "budget", withholding: "withholding",
	determinism: "determinism", linearCost: "linear cost",
}

// broken ends the test with the number and the name of the guarantee that does
// not hold.
func broken(t *testing.T, guarantee int, format string, args ...any) {
	t.Helper()
	t.Fatalf("guarantee %d ("+guaranteeNames[guarantee]+"): "+format, append([]any{guarantee}, args...)...)
}

// typed returns err as the error type of this module. Any other error, and an
// error without a code, fails the test.
func typed(t *testing.T, err error) *ringfence.Error {
	t.Helper()
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code == "" {
		t.Fatalf("an error of type %T and not a *ringfence.Error: %v", err, err)
	}
	return e
}

// wantPlainError fails when the text of an error is not one line of printable
// ASCII: whatever stands in a body must not reach a log raw.
func wantPlainError(t *testing.T, err error) {
	t.Helper()
	for _, b := range []byte(err.Error()) {
		if b < ' ' || b > '~' {
			t.Fatalf("an error text with the byte %#x: %q", b, err.Error())
		}
	}
}

// tooLong reports whether an argument is over the cap.
func tooLong(args ...[]byte) bool {
	for _, a := range args {
		if len(a) > maxInput {
			return true
		}
	}
	return false
}
