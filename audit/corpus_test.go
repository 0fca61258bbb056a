package audit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/internal/testdata"
)

// ruleOfVector is the rule for each word that vectors expect as a finding. An
// empty one is of the answers of a model, which an audit of inputs does not see.
var ruleOfVector = map[string]string{
	"role-marker": idRoleMarker, "homoglyph": idHomoglyph, "suppression-marker": idSuppression, "remote-image": idRemoteImage,
	"byte-order-mark": "contract/byte-order-mark", "invalid-utf8": "contract/invalid-utf8", "lone-surrogate": "contract/lone-surrogate",
}

// Every vector that expects a finding has it, where its carrier puts it.
func TestCorpusFindings(t *testing.T) {
	vectors, err := corpus.Vectors()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, v := range vectors {
		if v.Expect.Outcome != corpus.Found {
			continue
		}
		rule, known := ruleOfVector[v.Expect.Detail]
		if !known {
			t.Errorf("%s expects a finding that nothing stands for: %s", v.Name, v.Expect.Detail)
		}
		seen[v.Expect.Detail]++
		if rule == "" {
			continue
		}
		kind, body := carried(t, v)
		got, err := Checker{}.Check(kind, v.Name, body)
		if err != nil || !strings.Contains(ids(got), rule) {
			t.Errorf("%s: rules %q, want %s: %v", v.Name, ids(got), rule, err)
		}
		for _, f := range got {
			if v.Canary != "" && strings.Contains(f.Message, v.Canary) {
				t.Errorf("%s: the message holds the canary: %s", v.Name, f.Message)
			}
		}
	}
	for word := range ruleOfVector {
		if seen[word] == 0 {
			t.Errorf("no vector expects %s", word)
		}
	}
}

// carried puts the payload of a vector where its carrier says.
func carried(t *testing.T, v corpus.Vector) (Kind, []byte) {
	t.Helper()
	raw := v.Payload.Raw()
	switch v.Carrier {
	case corpus.Body:
		return Auto, []byte(raw)
	case corpus.Label, corpus.Clipboard:
		return Ask, marshalInto(t, `{"contextItems":[{"label":"x","excerpt":@}]}`, raw)
	case corpus.Text:
		return EditContext, marshalInto(t, contextHead+`"text":@`+contextTail, raw)
	}
	t.Fatalf("%s: carrier %v", v.Name, v.Carrier)
	return Auto, nil
}

func marshalInto(t *testing.T, frame, text string) []byte {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Fatal("not UTF-8")
	}
	b, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.Replace(frame, "@", string(b), 1))
}

// What ordinary people write has hardly any of what the rules about words and
// letters look for: a note that is always there is not read.
func TestOrdinaryPrompts(t *testing.T) {
	var prompts []struct{ Prompt string }
	body := testdata.ReadShared(t, "data/benign/NotInject_one.json")
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&prompts); err != nil {
		t.Fatal(err)
	}
	markers, letters := 0, 0
	for _, p := range prompts {
		mixedWords(p.Prompt, new(evidence), func(int, int) { letters++ })
		if rolesOf(p.Prompt, false).count > 0 {
			markers++
		}
	}
	if len(prompts) < 100 || letters > 0 || markers > len(prompts)/50 {
		t.Errorf("%d prompts: %d with role markers, %d with homoglyphs", len(prompts), markers, letters)
	}
}
