package serve

import (
	"strings"
	"testing"
)

// show writes texts as role=literal, with "!" behind what is never masked.
func show(body string, list []text) string {
	var out []string
	for _, x := range list {
		s := x.role + "=" + body[x.from:x.to]
		if x.fixed {
			s += "!"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// Every text that a model reads or wrote is found, with the role of its message,
// whichever comes first; nothing else is.
func TestTextsOfMessages(t *testing.T) {
	for _, c := range []struct {
		name, messages, want string
		unread               int
	}{
		{"none", `[]`, ``, 0},
		{"role first", `[{"role":"user","content":"a"}]`, `user="a"`, 0},
		{"role last", `[{"content":"a","role":"tool"}]`, `tool="a"`, 0},
		{"no role", `[{"content":"a"}]`, `="a"`, 0},
		{"null", `[{"role":"assistant","content":null}]`, ``, 0},
		{"nothing", `[{"role":"assistant"}]`, ``, 0},
		{"parts", `[{"role":"user","content":["a",{"type":"text","text":"b"},{"type":"image_url"},{"text":{"value":"x"}}]}]`, `user="a" user="b"`, 2},
		{"refusal", `[{"role":"assistant","content":"a","refusal":"b"}]`, `assistant="a" assistant="b"`, 0},
		{"calls", `[{"role":"assistant","content":"a","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]}]`, `assistant="a" assistant="f"! assistant="{}"!`, 0},
		{"old call", `[{"role":"assistant","function_call":{"name":"f","arguments":"{}"}}]`, `assistant="f"! assistant="{}"!`, 0},
		{"no calls", `[{"role":"assistant","content":"a","tool_calls":null,"function_call":null}]`, `assistant="a"`, 0},
		{"other members", `[{"role":"user","name":"n","content":"a","x":{"content":"b"}}]`, `user="a"`, 0},
		{"several", `[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`, `user="a" assistant="b"`, 0},
		{"escapes", `[{"role":"us\u0065r","content":"\u0061"}]`, `user="\u0061"`, 0},
	} {
		body := `{"body":{"messages":` + c.messages + `}}`
		h, err := readHook([]byte(body), "messages", func(x *texts) error { return x.message("") })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := show(body, h.list); got != c.want || h.unread != c.unread {
			t.Errorf("%s: %s and %d unread, want %s and %d", c.name, got, h.unread, c.want, c.unread)
		}
	}
	for _, messages := range []string{`[1]`, `["a"]`, `[{"content":1}]`, `[{"content":{}}]`, `[{"role":null,"content":"a"}]`, `[{"tool_calls":{}}]`, `[{"tool_calls":[1]}]`, `[{"content":[1]}]`, `null`} {
		if _, err := readHook([]byte(`{"body":{"messages":`+messages+`}}`), "messages", func(x *texts) error { return x.message("") }); err == nil {
			t.Errorf("%s is read", messages)
		}
	}
}

func TestTextsOfChoices(t *testing.T) {
	for choices, want := range map[string]string{
		`[]`:                            ``,
		`[{"message":{"content":"a"}}]`: `assistant="a"`,
		`[{"message":{"role":"x","content":"a"}},{"text":"b"}]`: `x="a" assistant="b"`,
		`[{"index":0,"delta":{"content":"a"}}]`:                 ``,
		`[{"text":null}]`:                                       ``,
	} {
		body := `{"body":{"choices":` + choices + `}}`
		h, err := readHook([]byte(body), "choices", (*texts).choice)
		if err != nil || show(body, h.list) != want {
			t.Errorf("%s: %v %s, want %s", choices, err, show(body, h.list), want)
		}
	}
}

// A finding is in the text that its pointer names; one that is nowhere is in all.
func TestAffected(t *testing.T) {
	for pointer, want := range map[string]string{
		"/1/content": "[1]", "/0": "[0]", "/2/role": "[2]", "": "[0 1 2]", "/3/content": "[0 1 2]", "/-1/content": "[0 1 2]", "/x": "[0 1 2]",
	} {
		got := affected(findingsAt(pointer), 3)
		if s := strings.TrimSpace(strings.ReplaceAll(sprint(got), "  ", " ")); s != want {
			t.Errorf("%q: %s, want %s", pointer, s, want)
		}
	}
	if got := affected(findingsAt("/0/content", "/2/content"), 3); sprint(got) != "[0 2]" {
		t.Errorf("two: %v", got)
	}
}

func TestApply(t *testing.T) {
	body := []byte(`0123456789`)
	for _, c := range []struct {
		from, to int
		edits    []edit
		want     string
	}{
		{0, 10, nil, "0123456789"},
		{2, 8, []edit{{3, 5, []byte("X")}}, "2X567"},
		{2, 8, []edit{{2, 3, []byte("XY")}, {7, 8, nil}}, "XY3456"},
		{2, 8, []edit{{0, 1, []byte("X")}, {8, 9, []byte("Y")}}, "234567"}, // outside: of another part
		{4, 4, nil, ""},
	} {
		if got := string(apply([]byte("<"), body, c.from, c.to, c.edits)); got != "<"+c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if string(body) != "0123456789" {
		t.Error("the body was changed")
	}
}

// A reason names rules in order, each once, and not too many.
func TestReason(t *testing.T) {
	if got := reasonOf(nil); got != "" {
		t.Errorf("%q", got)
	}
	found := findingsAt("", "", "")
	found[0].Rule, found[1].Rule, found[2].Rule = "b/b", "a/a", "b/b"
	if got := reasonOf(found); got != "a/a (1), b/b (2)" {
		t.Errorf("%q", got)
	}
	many := findingsAt(make([]string, 30)...)
	for i := range many {
		many[i].Rule = "r/" + strings.Repeat("x", i+1)
	}
	if got := reasonOf(many); !strings.HasSuffix(got, ", and 22 more") || strings.Count(got, "(1)") != maxReason {
		t.Errorf("%q", got)
	}
}
