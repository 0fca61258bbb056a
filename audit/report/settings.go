package report

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

// Settings are what a run was told to do, as far as it decides what is found and
// how severe that is. Names of files are not in it, and nothing of what the run
// compared with: a digest of a payload would confirm a guess of it.
type Settings struct {
	// Kind is what files are checked as, but for those of Kinds, of which the first
	// that fits counts.
	Kind  string   `json:"kind"`
	Kinds []KindOf `json:"kinds,omitempty"`
	// Field are the JSON pointers of --field, in the order given.
	Field []string `json:"field,omitempty"`
	// Lines says whether all files are JSON Lines, or none; nil: it depends on names.
	Lines *bool  `json:"lines,omitempty"`
	Model string `json:"model,omitempty"`
	// Bytes is how long a file or a record may be, and Depth how deep JSON may nest.
	Bytes int `json:"bytes"`
	Depth int `json:"depth"`
	// Rules are the severities that a configuration set, by id.
	Rules map[string]string `json:"rules,omitempty"`
	// Config and Baseline are SHA-256 of those files in hexadecimal; "" for none.
	Config   string `json:"config_sha256,omitempty"`
	Baseline string `json:"baseline_sha256,omitempty"`
	// Against are the flags of what bodies were compared with: with, prompt, pins.
	Against []string `json:"against,omitempty"`
}

// KindOf says what the files are checked as that a glob fits.
type KindOf struct {
	Files []string `json:"files"`
	Kind  string   `json:"kind"`
	Field []string `json:"field,omitempty"`
}

// AppendSettings appends settings as JSON, the same bytes for the same settings;
// null for nil.
func AppendSettings(b []byte, s *Settings) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	list := func(name string, l []string) {
		if len(l) > 0 {
			b = appendList(append(append(b, name...), '['), l)
		}
	}
	text := func(name, value string) {
		if value != "" {
			b = AppendJSON(append(b, name...), value)
		}
	}
	b = AppendJSON(append(b, `{"kind":`...), s.Kind)
	for i, k := range s.Kinds {
		if i == 0 {
			b = append(b, `,"kinds":[`...)
		} else {
			b = append(b, ',')
		}
		b = appendList(append(b, `{"files":[`...), k.Files)
		text(`,"kind":`, k.Kind)
		list(`,"field":`, k.Field)
		b = append(b, '}')
		if i == len(s.Kinds)-1 {
			b = append(b, ']')
		}
	}
	list(`,"field":`, s.Field)
	if s.Lines != nil {
		b = strconv.AppendBool(append(b, `,"lines":`...), *s.Lines)
	}
	text(`,"model":`, s.Model)
	b = appendInt(append(b, `,"bytes":`...), int64(s.Bytes))
	b = appendInt(append(b, `,"depth":`...), int64(s.Depth))
	sep := `,"rules":{`
	for _, id := range slices.Sorted(maps.Keys(s.Rules)) {
		b = AppendJSON(append(AppendJSON(append(b, sep...), id), ':'), s.Rules[id])
		sep = ","
	}
	if len(s.Rules) > 0 {
		b = append(b, '}')
	}
	text(`,"config_sha256":`, s.Config)
	text(`,"baseline_sha256":`, s.Baseline)
	list(`,"against":`, s.Against)
	return append(b, '}')
}

// Valid reports whether settings are such as a run has: a report that was changed in
// between can lie, and can do nothing else.
func (s *Settings) Valid() bool {
	fine := func(list ...string) bool {
		return !slices.ContainsFunc(list, func(t string) bool { return t == "" || Visible(t) != t })
	}
	sum := func(t string) bool { return t == "" || len(t) == 64 && strings.Trim(t, hexDigits) == "" }
	for _, k := range s.Kinds {
		if !fine(k.Files...) || !fine(k.Kind) || !fine(k.Field...) {
			return false
		}
	}
	for id, severity := range s.Rules {
		if _, ok := audit.ParseSeverity(severity); !ok || id == "" || strings.Trim(id, ruleLetters) != "" {
			return false
		}
	}
	return fine(s.Kind) && fine(s.Field...) && (s.Model == "" || fine(s.Model)) && s.Bytes > 0 && s.Depth > 0 &&
		sum(s.Config) && sum(s.Baseline) && fine(s.Against...)
}

// Same reports whether two reports say the same of their settings. What neither
// says may differ.
func (s *Settings) Same(o *Settings) bool {
	return string(AppendSettings(nil, s)) == string(AppendSettings(nil, o))
}
