package audit_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/contract"
)

// preparedCases are checkers with what they were given, and bodies in which that
// finds something.
func preparedCases(t *testing.T) map[audit.Kind]struct {
	checker audit.Checker
	body    string
} {
	t.Helper()
	pins, err := audit.Pin([]byte(`{"tools":[{"name":"open","description":"Opens.","inputSchema":{}}]}`), contract.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return map[audit.Kind]struct {
		checker audit.Checker
		body    string
	}{
		audit.Prompt: {
			audit.Checker{With: []byte(`{"ui":{"openWindows":[{"id":"w","title":"Quarterly layoffs plan","withheld":true}]}}`)},
			"Sum up the Quarterly layoffs plan for me.",
		},
		audit.Response: {
			audit.Checker{Prompt: []byte("You are a clerk who never tells anybody what the second drawer of the desk holds.")},
			"I am a clerk who never tells anybody what the second drawer of the desk holds.",
		},
		audit.Tools: {
			audit.Checker{Pins: pins},
			`{"tools":[{"name":"open","description":"Opens and sends.","inputSchema":{}}]}`,
		},
	}
}

// A prepared checker finds what the other finds, from many goroutines too, and
// something that it would not find without what it was given.
func TestPrepareFindsTheSame(t *testing.T) {
	for kind, tc := range preparedCases(t) {
		bare, err := audit.Checker{}.Check(kind, "", []byte(tc.body))
		if err != nil {
			t.Fatal(err)
		}
		want, err := tc.checker.Check(kind, "", []byte(tc.body))
		if err != nil || len(want) <= len(bare) {
			t.Fatalf("%v: %d findings, %d without: %v", kind, len(want), len(bare), err)
		}
		ready, err := tc.checker.Prepare()
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				got, err := ready.Check(kind, "", []byte(tc.body))
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%v: %v, %v; want %v", kind, got, err, want)
				}
			})
		}
		group.Wait()
	}
}

// What is set after a checker was prepared counts, and what cannot be read is an
// error again.
func TestPrepareIsNotStale(t *testing.T) {
	for kind, tc := range preparedCases(t) {
		bare, _ := audit.Checker{}.Check(kind, "", []byte(tc.body))
		ready, err := tc.checker.Prepare()
		if err != nil {
			t.Fatal(err)
		}
		ready.With, ready.Prompt, ready.Pins = nil, nil, nil
		if got, err := ready.Check(kind, "", []byte(tc.body)); err != nil || !slices.Equal(got, bare) {
			t.Errorf("%v: %v, %v; want %v", kind, got, err, bare)
		}
		broken := []byte(`{"messages":[`)
		ready.With, ready.Prompt, ready.Pins = broken, broken, broken
		var e *ringfence.Error
		if _, err := ready.Check(kind, "", []byte(tc.body)); !errors.As(err, &e) {
			t.Errorf("%v: %v", kind, err)
		}
		if _, err := ready.Prepare(); !errors.As(err, &e) {
			t.Errorf("%v prepared: %v", kind, err)
		}
		again, _ := tc.checker.Prepare()
		again.Limits.Bytes = len(tc.body) // smaller than what it was given, in two of three
		if _, err := again.Check(kind, "", []byte(tc.body)); (err != nil) != (len(given(tc.checker)) > len(tc.body)) {
			t.Errorf("%v with other limits: %v", kind, err)
		}
	}
}

// given is the one thing that a checker of these tests was given.
func given(c audit.Checker) []byte { return slices.Concat(c.With, c.Prompt, c.Pins) }
