package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/audit/report"
)

func allSettings() *report.Settings {
	no := false
	return &report.Settings{
		Kind: "auto", Kinds: []report.KindOf{{Files: []string{"a/**", "ä.txt"}, Kind: "prompt"}, {Files: []string{"b"}, Kind: "text", Field: []string{"/x"}}},
		Field: []string{"/a/*"}, Lines: &no, Model: "gpt-4o", Bytes: 1000, Depth: 32,
		Rules: map[string]string{"chars/control": "note", "a/b": "error"}, Config: strings.Repeat("0a", 32), Baseline: strings.Repeat("f", 64),
		Against: []string{"with", "pins"},
	}
}

// What is written is read back, in both forms, and a second time the same.
func TestSettingsAreKept(t *testing.T) {
	for _, s := range []*report.Settings{nil, {Kind: "text", Bytes: 1, Depth: 1}, allSettings()} {
		for _, format := range []string{"json", "jsonl"} {
			first := write(t, format, &report.Report{Tool: "t", Settings: s})
			r, err := report.Read(bytes.NewReader(first))
			if err != nil || !r.Settings.Same(s) {
				t.Fatalf("%v %s", err, first)
			}
			if again := write(t, format, r); !bytes.Equal(first, again) {
				t.Errorf("%s\n%s", first, again)
			}
		}
	}
	if allSettings().Same(nil) || (*report.Settings)(nil).Same(allSettings()) {
		t.Error("settings are the same as none")
	}
}

// Settings that no run has make a report none.
func TestSettingsThatAreNone(t *testing.T) {
	for name, change := range map[string]func(*report.Settings){
		"kind": func(s *report.Settings) { s.Kind = "" }, "escape": func(s *report.Settings) { s.Model = "a\x1b[2J" },
		"bytes": func(s *report.Settings) { s.Bytes = 0 }, "depth": func(s *report.Settings) { s.Depth = -1 },
		"glob": func(s *report.Settings) { s.Kinds[0].Files[0] = "\u202e" }, "field": func(s *report.Settings) { s.Field[0] = "" },
		"rule": func(s *report.Settings) { s.Rules["A b"] = "note" }, "severity": func(s *report.Settings) { s.Rules["a/b"] = "off" },
		"config": func(s *report.Settings) { s.Config = "0a" }, "baseline": func(s *report.Settings) { s.Baseline = strings.Repeat("F", 64) },
		"against": func(s *report.Settings) { s.Against[0] = "\n" },
	} {
		s := allSettings()
		if !s.Valid() {
			t.Fatal("the settings themselves")
		}
		change(s)
		if s.Valid() {
			t.Errorf("%s is taken", name)
		}
		if _, err := report.Read(bytes.NewReader(write(t, "json", &report.Report{Settings: s}))); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// Merged reports have the settings that all of them have, or none.
func TestMergedSettings(t *testing.T) {
	one, other := &report.Report{Settings: allSettings()}, &report.Report{Settings: allSettings()}
	if r, err := report.Merge([]*report.Report{one, other}); err != nil || !r.Settings.Same(one.Settings) {
		t.Errorf("%v %v", r, err)
	}
	other.Settings.Depth++
	for _, list := range [][]*report.Report{{one, other}, {one, {}}, {{}, one}} {
		if r, err := report.Merge(list); err != nil || r.Settings != nil {
			t.Errorf("%v %v", r, err)
		}
	}
}
