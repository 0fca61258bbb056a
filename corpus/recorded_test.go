package corpus_test

import (
	"strings"
	"testing"
)

// recorded are the faults that published fences had, each with the vectors of
// the family regression that are about it.
var recorded = map[string][]string{
	"hermes-agent issue 56172":       {"hermes-agent-56172-close", "hermes-agent-56172-opener"},
	"agent-os issue 3017":            {"agent-os-3017-attributes", "agent-os-3017-spaces"},
	"java-agent issue 59":            {"java-agent-59-nbsp", "java-agent-59-zero-width", "java-agent-59-fullwidth", "java-agent-59-entity", "java-agent-59-injective"},
	"adlc issue 1005":                {"adlc-1005-length"},
	"zuke issue 557":                 {"zuke-557-crossing"},
	"knowledge-base-mcp issue 930":   {"knowledge-base-mcp-930-dollar"},
	"vellum issue 39374":             {"vellum-39374-cut", "vellum-39374-entity-cut"},
	"OpenAnt issue 248":              {"openant-248-label"},
	"MCPJam pull request 4691":       {"mcpjam-4691-header"},
	"transformers issue 48052":       {"transformers-48052-template", "transformers-48052-halves"},
	"rebuff issue 114":               {"rebuff-114-judge"},
	"vivarium-agent":                 {"vivarium-marker-collision", "vivarium-marker-near", "vivarium-unfenced-id", "vivarium-unfenced-language", "vivarium-unfenced-validator"},
	"open-security pull request 2":   {"open-security-2-argument", "open-security-2-file"},
	"dotprompt issue 557":            {"dotprompt-557-role"},
	"github-mcp-server pkg/sanitize": {"github-mcp-hangul-filler", "github-mcp-shaping", "github-mcp-line-separator", "github-mcp-escape-nul", "github-mcp-inst", "github-mcp-remote-image"},
	"spotlighting packages":          {"spotlighting-white-space"},
	"langchaingo 0.1.14":             {"langchaingo-sprig"},
	"vscode issue 264977":            {"prompt-tsx-pruned"},
}

// TestRecordedFaults demands a vector for every fault on record, with a note
// that says what goes wrong, and no vector in the family that is about none.
func TestRecordedFaults(t *testing.T) {
	notes := map[string]string{}
	for _, v := range vectors(t) {
		if slug, ok := strings.CutPrefix(v.Name, "regression/"); ok {
			notes[slug] = v.Note
		}
	}
	for fault, slugs := range recorded {
		for _, slug := range slugs {
			if notes[slug] == "" {
				t.Errorf("%s: no vector regression/%s with a note", fault, slug)
			}
			delete(notes, slug)
		}
	}
	for slug := range notes {
		t.Errorf("regression/%s is about no recorded fault", slug)
	}
}
