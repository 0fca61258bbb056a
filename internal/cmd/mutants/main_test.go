package main

import (
	"strings"
	"testing"
	"time"
)

func TestReport(t *testing.T) {
	fine := result{name: sound, took: time.Second}
	for name, tt := range map[string]struct {
		results []result
		code    int
		says    string
	}{
		"all killed": {[]result{fine, {name: "a", by: "x/y: containment", failed: true}}, exitKilled, "1 of 1 faults"},
		"survivor":   {[]result{fine, {name: "a"}}, exitSurvived, "SURVIVED"},
		"crash":      {[]result{fine, {name: "a", failed: true}}, exitSurvived, "CRASHED"},
		"said but passed": {
			[]result{fine, {name: "a", by: "x/y"}}, exitSurvived, "0 of 1 faults",
		},
		"the sound fence fails": {
			[]result{{name: sound, by: "x/y", failed: true}, {name: "a", by: "x/y", failed: true}}, exitSurvived, "SOUND FENCE",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if code := report(&out, tt.results); code != tt.code || !strings.Contains(out.String(), tt.says) {
				t.Errorf("exit %d with\n%s", code, &out)
			}
		})
	}
}

// A binary that cannot be run says nothing: that is no kill.
func TestNoBinary(t *testing.T) {
	if names, err := list(t.Context(), "no/such/binary"); err == nil {
		t.Errorf("a list from nowhere: %v", names)
	}
	if r := try(t.Context(), "no/such/binary", "a"); r.killed() {
		t.Errorf("killed by %q", r.by)
	}
}
