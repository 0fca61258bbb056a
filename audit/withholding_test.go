package audit

import (
	"strings"
	"testing"
)

func made(t *testing.T, payload, prompt string) []Finding {
	t.Helper()
	got, err := Checker{With: []byte(payload)}.Check(Prompt, "file", []byte(prompt))
	if err != nil {
		t.Fatalf("not checked: %v", err)
	}
	return got
}

func TestWithheld(t *testing.T) {
	for _, tc := range []struct{ name, prompt, want string }{
		{"nothing", goodPrompt, ""},
		{"label", promptPayload("Mug"), ""},
		{"title", promptPayload("a Northwind invoice b"), idLeaked},
		{"title in case and width", promptPayload("NORTHWIND ｉｎｖｏｉｃｅ"), idLeaked},
		{"title in an instruction", "Look at Northwind invoice.\n", idLeaked},
		{"part of the title", promptPayload("Northwind"), ""},
		{"window id", promptPayload("bill-77"), idLeaked},
		{"kind", promptPayload("customer-file"), idLeaked},
		{"item id", promptPayload("c-4417"), idLeaked},
		{"chat", `[{"role":"user","content":"c-4417"}]`, idLeaked},
	} {
		got := made(t, withPayload, tc.prompt)
		if ids(got) != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, ids(got), tc.want)
		}
		for _, f := range got {
			if low := strings.ToLower(f.Message); strings.Contains(low, "northwind") || strings.Contains(low, "4417") || strings.Contains(low, "bill") {
				t.Errorf("%s: the message prints it: %s", tc.name, f.Message)
			}
			if f.Offset < 0 || f.End <= f.Offset {
				t.Errorf("%s: place %d to %d", tc.name, f.Offset, f.End)
			}
		}
	}
}

// What may be shown, or is an ordinary word of an instruction, proves nothing.
func TestPossiblyWithheld(t *testing.T) {
	const payload = `{"ui":{"openWindows":[{"id":"w-1","title":"Mug","withheld":true}]},"contextItems":[{"kind":"product","id":"p-1000","label":"A mug"}]}`
	for prompt, want := range map[string]string{
		promptPayload("A mug"):           idPossible,
		promptPayload("mugs"):            "",
		"Describe the product.\n":        idPossible,
		"Describe the products.\n":       "",
		promptPayload("kind: product"):   idLeaked,
		promptPayload("nothing of that"): "",
	} {
		if got := ids(made(t, payload, prompt)); got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
}

// A payload that cannot be read proves nothing either, and says so.
func TestWithUnreadable(t *testing.T) {
	for _, payload := range []string{``, `{`, `{"a":1}`, `{"ui":{"openWindows":[{"id":"a","withheld":"yes"}]}}`} {
		c := Checker{With: []byte(payload)}
		if _, err := c.Check(Prompt, "", []byte(goodPrompt)); err == nil || c.Validate() == nil {
			t.Errorf("%q was taken", payload)
		}
	}
	if got := made(t, goodContext, promptPayload("Save")); len(got) > 0 {
		t.Errorf("an edit context withholds nothing: %+v", got)
	}
}

// A title is found however it is written into a prompt, and what only resembles it
// is not.
func TestWithheldSpellings(t *testing.T) {
	for _, tc := range []struct{ name, title, prompt, want string }{
		{"quotation marks", `Q3 \"secret\" list`, promptPayload(`{"t":"Q3 \"secret\" list"}`), idLeaked},
		{"in JSON in JSON", `Q3 \"secret\" list`, promptPayload(`{"t":"{\"t\":\"Q3 \\\"secret\\\" list\"}"}`), idLeaked},
		{"backslashes", `C:\\new\\plan`, promptPayload(`{"t":"C:\\new\\plan"}`), idLeaked},
		{"backslashes as they are", `C:\\new\\plan`, promptPayload(`C:\new\plan`), idLeaked},
		{"escaped letters", `K\u00fcndigung M\u00fcller`, "Go on.\n{\"t\":\"K\\u00fcndigung M\\u00FCller\"}\n", idLeaked},
		{"a pair of surrogates", `Plan \ud83d\ude00 B`, promptPayload(`Plan \ud83d\ude00 B`), idLeaked},
		{"entities", `Tom & Jerry's plan`, promptPayload(`Tom &amp; Jerry&#39;s plan`), idLeaked},
		{"entities in JSON", `<b> of \"x\"`, promptPayload(`{"t":"&lt;b&gt; of \u0026quot;x&#x22;"}`), idLeaked},
		{"line break", `Layoffs list`, promptPayload("Layoffs\n   list"), idLeaked},
		{"line break in JSON", `Layoffs list`, promptPayload(`{"t":"Layoffs\n\tlist"}`), idLeaked},
		{"line break of its own", `Layoffs\nlist`, promptPayload(`Layoffs list`), idLeaked},
		{"space at its ends", `  Layoffs list\n`, promptPayload(`Layoffs list`), idLeaked},
		{"the second place is a word", `mug`, promptPayload("mugs, smug, mug"), idLeaked},
		{"in no place a word", `mug`, promptPayload("mugs, smug, smugs"), ""},
		{"another text", `Q3 \"secret\" list`, promptPayload(`Q3 secret list`), ""},
		{"half of it", `Tom & Jerry`, promptPayload(`Tom &amp; Jim`), ""},
		{"argument of a call", `Layoffs list`, `[{"role":"assistant","tool_calls":[{"function":{"arguments":"{\"q\":\"Layoffs list\"}"}}]}]`, idUnread + " " + idLeaked},
		{"description of a tool", `Layoffs list`, `{"messages":[{"role":"user","content":"a"}],"tools":[{"name":"t","description":"The layoffs list."}]}`, idLeaked},
		{"name of a member", `Layoffs list`, `{"messages":[{"role":"user","content":"a"}],"x":{"Layoffs list":1}}`, idLeaked},
		{"role of a message", `user`, `[{"role":"user","content":[{"type":"text","text":"a"}]}]`, ""},
		{"word of a request", `ledger`, `{"messages":[{"role":"user","content":"a"}],"x":"Read the ledger."}`, idPossible},
		{"short", `Hi`, promptPayload("Hi, there"), idTooShort},
		{"short and part of a word", `Hi`, promptPayload("This hit"), ""},
		{"nothing but space", ` \n`, promptPayload("a \n b"), ""},
	} {
		payload := `{"ui":{"openWindows":[{"id":"win-8821","title":"` + tc.title + `","withheld":true}]}}`
		got := made(t, payload, tc.prompt)
		if ids(got) != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, ids(got), tc.want)
		}
		for _, f := range got {
			if f.Offset < 0 || f.Evidence != "" && strings.HasPrefix(f.Rule, "withhold/") {
				t.Errorf("%s: %+v", tc.name, f)
			}
		}
	}
}

// The place of a finding is that of what is written, escapes included.
func TestWithheldPlaces(t *testing.T) {
	const payload = `{"ui":{"openWindows":[{"id":"win-8821","title":"a \"b\" & c","withheld":true}]}}`
	for _, written := range []string{`a "b" & c`, `A \"B\"  &amp; C`, `a \u0022b\u0022 \u0026 c`, `a &quot;b&quot;&#32;&amp;&nbsp;c`} {
		prompt := promptPayload("x " + written + " y")
		got := made(t, payload, prompt)
		if ids(got) != idLeaked || prompt[got[0].Offset:got[0].End] != written {
			t.Errorf("%s: %+v", written, got)
		}
	}
	const ends = `{"ui":{"openWindows":[{"id":"win-8821","title":"Caf\u00e9 \"Ol\u00e9\"","withheld":true}]}}`
	for _, written := range []string{`Café "Olé"`, `CAFE\u0301 \"Ole\u0301\"`, `Caf\u00e9 \u0022Ol\u00e9\u0022`, `Caf&eacute; &quot;Ol&eacute;&quot;`} {
		for _, prompt := range []string{promptPayload("x " + written), promptPayload("x " + written + ", y"), "Go on.\n" + written} {
			got := made(t, ends, prompt)
			if ids(got) != idLeaked || prompt[got[0].Offset:got[0].End] != written {
				t.Errorf("%q of %q: %+v", written, prompt, got)
			}
		}
	}
}

// One string of a payload is one finding of a piece, with the first of its places.
func TestWithheldTwice(t *testing.T) {
	const payload = `{"contextItems":[{"kind":"kd-9","id":"a-77","label":"x"},{"kind":"KD-9","id":"b-77","label":"x"}]}`
	got := made(t, payload, promptPayload("kd-9 kd-9"))
	if ids(got) != idLeaked || !strings.Contains(got[0].Message, "/contextItems/0/kind") {
		t.Errorf("%+v", got)
	}
	if got := ids(made(t, payload, promptPayload("kd-9 b-77"))); got != idLeaked+" "+idLeaked {
		t.Errorf("two of them: %q", got)
	}
}
