package audit

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// A list of tools that is cut anywhere is not checked, as what it is and as
// whatever it looks like, with a reason and without findings.
func TestCutTools(t *testing.T) {
	whole := `{"jsonrpc":"2.0","result":{"tools":[{"name":"add","description":"a\u00e9","inputSchema":{"type":"object","x":[1,"\ud83d\ude00"]},"é":null}]}}`
	for _, body := range []string{whole, `[` + strings.Repeat(`{"type":"function","function":{"name":"a","parameters":{}}},`, 2) + `{"name":"b","input_schema":{}}]`} {
		for n := range body {
			for _, kind := range []Kind{Auto, Tools} {
				got, err := Checker{}.Check(kind, "x.json", []byte(body[:n]))
				var e *ringfence.Error
				if got != nil || !errors.As(err, &e) || e.Code == "" {
					t.Errorf("%s as %v: %+v %v", body[:n], kind, got, err)
				}
			}
		}
		if _, err := (Checker{}).Check(Auto, "x.json", []byte(body)); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// What is disclosed ends where other words begin, and a nonce that stands in
// several blocks is found once.
func TestAnswersToLongPrompts(t *testing.T) {
	const instructions = "Answer in one short line and never name the supplier of any part.\n"
	block := "<untrusted-data-k3f4q2m7xa-2 kind=note>\nx\n</untrusted-data-k3f4q2m7xa-2>\n"
	c := Checker{Prompt: []byte(instructions + promptOpen + "Totals\n" + promptClose + block)}
	const quoted = "one short line and never name the supplier of any part"
	answer := "It says " + quoted + ", and then something else that nobody wrote there; k3f4q2m7xa."
	got, err := c.Check(Response, "x", []byte(answer))
	if err != nil || ids(got) != idDisclosed+" "+idAnswerNonce {
		t.Fatalf("%q %v", ids(got), err)
	}
	if f := got[0]; answer[f.Offset:f.End] != quoted {
		t.Errorf("disclosed: %q", answer[f.Offset:f.End])
	}
}

// A message about a policy is printable whatever the file says, by any name of
// the file, and its place is in the file.
func TestPolicyMessages(t *testing.T) {
	body := "\n\nallow = [\"editor/clipb\u00f6rd::\u202eget\", \"editor/clipbord::get\"]\n"
	for _, file := range []string{"caps.toml", "/etc/caps.toml", ""} {
		got, err := Checker{}.Check(Policy, file, []byte(body))
		if err != nil || len(got) == 0 {
			t.Fatalf("%s: %+v %v", file, got, err)
		}
		for _, f := range got {
			if !printable(f.Message) || !strings.Contains(f.Message, " ") || f.Line != 3 {
				t.Errorf("%s: %+v", file, f)
			}
		}
	}
}

func TestModelWithoutWindow(t *testing.T) {
	c := Checker{Model: "text-davinci-003"}
	var e *ringfence.Error
	if err := c.Validate(); !errors.As(err, &e) || e.Hint == "" {
		t.Errorf("a model whose window is not known: %v", err)
	}
	c.Window = 10
	if err := c.Validate(); err != nil {
		t.Errorf("with a window: %v", err)
	}
	if (Rule{ID: "x"}).Name() != "x" {
		t.Error("an id without a family is its own name")
	}
}
