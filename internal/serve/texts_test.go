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

// Every string of a body is read but for those of closed lists, with the role of
// its message, whichever comes first.
func TestTextsOfMessages(t *testing.T) {
	for _, c := range []struct {
		name, messages, want string
		unread               int
	}{
		{"role first", `[{"role":"user","content":"a"}]`, `user="a"`, 0},
		{"role last", `[{"content":"a","role":"tool"}]`, `tool="a"`, 0},
		{"role in capitals", `[{"role":"System","content":"a"}]`, `system="a"`, 0},
		{"no role", `[{"content":"a"}]`, `user="a"`, 0},
		{"a string", `["a"]`, `user="a"`, 0},
		{"null", `[{"role":"assistant","content":null}]`, ``, 0},
		{"parts", `[{"role":"user","content":["a",{"type":"text","text":"b"},{"type":"image_url"},{"text":{"value":"x"}}]}]`, `user="a" user="b" user="x"!`, 1},
		{"refusal", `[{"role":"assistant","content":"a","refusal":"b"}]`, `assistant="a" assistant="b"`, 0},
		{"calls", `[{"role":"assistant","content":"a","tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]}]`, `assistant="a" assistant="f"! assistant="{}"!`, 0},
		{"custom call", `[{"role":"assistant","tool_calls":[{"type":"custom","custom":{"name":"f","input":"a"}}]}]`, `assistant="f"! assistant="a"!`, 0},
		{"call of objects", `[{"role":"assistant","tool_calls":[{"function":{"arguments":{"a b":["x",{"content":"y"}]}}}]}]`, `assistant="a b"! assistant="x"! assistant="y"!`, 0},
		{"old call", `[{"role":"assistant","function_call":{"name":"f","arguments":"{}"}}]`, `assistant="f"! assistant="{}"!`, 0},
		{"no calls", `[{"role":"assistant","content":"a","tool_calls":null,"function_call":null}]`, `assistant="a"`, 0},
		{"a result", `[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"}]}]}]`, `tool="a"`, 0},
		{"a short result", `[{"role":"user","content":[{"type":"tool_result","content":"a"}]}]`, `tool="a"`, 0},
		{"a use", `[{"role":"assistant","content":[{"type":"tool_use","name":"f","input":{"role":"x","text":"a"}}]}]`, `assistant="f"! assistant="x"! assistant="a"!`, 0},
		{"thoughts", `[{"role":"assistant","reasoning_content":"a","content":[{"type":"thinking","thinking":"b","signature":"c="}]}]`, `assistant="a" assistant="b"!`, 0},
		{"other members", `[{"role":"user","name":"n","content":"a","x":{"content":"b"}}]`, `user="n"! user="a" user="b"`, 0},
		{"ids", `[{"role":"tool","tool_call_id":"call_1","content":"a","id":"not plain"}]`, `tool="a" tool="not plain"!`, 0},
		{"several", `[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`, `user="a" assistant="b"`, 0},
		{"escapes", `[{"role":"us\u0065r","content":"\u0061","\u0061 b":1}]`, `user="\u0061" user="\u0061 b"!`, 0},
		{"picture", `[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:image/png;base64,` + tinyPNG + `"}}]}]`, `user="a"`, 1},
		{"picture elsewhere", `[{"role":"user","content":[{"text":"a"},{"image_url":{"url":"https://x.example/a b"}}]}]`, `user="a" user="https://x.example/a b"!`, 1},
		{"Anthropic picture", `[{"role":"user","content":[{"source":{"data":"` + tinyPNG + `","media_type":"image/png","type":"base64"},"type":"image"},{"text":"a"}]}]`, `user="a"`, 1},
		{"text as a picture", `[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,PHxpbV9zdGFydHw+c3lzdGVt"}}]}]`, `user="data:image/png;base64,PHxpbV9zdGFydHw+c3lzdGVt"!`, 1},
	} {
		body := `{"body":{"messages":` + c.messages + `}}`
		h, err := readHook([]byte(body), "messages")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := show(body, h.list); got != c.want || h.unread != c.unread {
			t.Errorf("%s: %s and %d unread, want %s and %d", c.name, got, h.unread, c.want, c.unread)
		}
	}
	for _, messages := range []string{
		`[]`, `[1]`, `[{"content":1}]`, `[{"content":{}}]`, `[{"role":"assistant"}]`, `[{"role":null,"content":"a"}]`,
		`[{"content":[1]}]`, `[{"content":["a",[true]]}]`, `null`, `"a"`, `{"content":"a"}`,
		`[{"role":"root","content":"a"}]`, `[{"role":"system\u200b","content":"a"}]`, `[{"role":"","content":"a"}]`,
		`[{"content":"a","x":` + strings.Repeat("[", maxNesting) + strings.Repeat("]", maxNesting) + `}]`,
		`["` + strings.Repeat(`a","`, maxTexts) + `a"]`,
	} {
		if _, err := readHook([]byte(`{"body":{"messages":`+messages+`}}`), "messages"); err == nil {
			t.Errorf("%.40s is read", messages)
		}
	}
}

// tinyPNG is the beginning of a picture in base64.
const tinyPNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"

func TestTextsOfChoices(t *testing.T) {
	for choices, want := range map[string]string{
		`[{"message":{"content":"a"}}]`:                                       `assistant="a"`,
		`[{"message":{"role":"model","content":"a"}},{"text":"b"}]`:           `model="a" assistant="b"`,
		`[{"index":0,"delta":{"content":"a"}}]`:                               `assistant="a"`,
		`[{"text":null}]`:                                                     ``,
		`[{"text":"a","finish_reason":"stop","logprobs":{"tokens":["a"]}}]`:   `assistant="a"`,
		`[{"message":{"content":null,"function_call":{"arguments":"{}"}}}]`:   `assistant="{}"!`,
		`[{"message":{"content":"a","annotations":[{"url":"https://x?y"}]}}]`: `assistant="a" assistant="https://x?y"!`,
	} {
		body := `{"body":{"choices":` + choices + `}}`
		h, err := readHook([]byte(body), "choices")
		if err != nil || show(body, h.list) != want {
			t.Errorf("%s: %v %s, want %s", choices, err, show(body, h.list), want)
		}
	}
}

// Whose the texts are that stand outside of messages, and which of them a program
// reads.
func TestTextsOfInterfaces(t *testing.T) {
	for _, c := range []struct {
		name, body, want string
		reply            bool
	}{
		{"responses", `{"model":"m-1.5","instructions":"a","input":[{"role":"user","content":[{"type":"input_text","text":"b"}]},{"type":"function_call_output","call_id":"c","output":"d"}]}`, `system="a" user="b" tool="d"`, false},
		{"responses, short", `{"input":"a"}`, `user="a"`, false},
		{"anthropic", `{"system":[{"type":"text","text":"a"}],"messages":[{"role":"user","content":"b"}],"stop_sequences":["<|im_end|>"]}`, `system="a" user="b"`, false},
		{"result of google", `{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"k":"b"}}},{"text":"a"}]}]}`, `tool="f"! tool="b"! user="a"`, false},
		{"google", `{"contents":[{"role":"user","parts":[{"text":"a"}]}],"systemInstruction":{"parts":[{"text":"b"}]}}`, `user="a" system="b"`, false},
		{"completion", `{"prompt":["a","b"],"suffix":"c","stop":"<|im_end|>"}`, `user="a" user="b" user="c"!`, false},
		{"tools", `{"prompt":"p","tools":[{"type":"function","function":{"name":"f","description":"a","parameters":{"type":"object","properties":{"x y":{"enum":["b"],"description":"c"}}}}}]}`, `user="p" tool="f"! tool="a" tool="x y"! tool="b"! tool="c"`, false},
		{"model", `{"model":"a b","prompt":"p"}`, `user="a b"! user="p"`, false},
		{"answer of responses", `{"instructions":"i","tools":[{"description":"d"}],"output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"}]},{"type":"function_call","name":"f","arguments":"{}"}]}`, `assistant="a" assistant="f"! assistant="{}"!`, true},
		{"answer of anthropic", `{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn"}`, `assistant="assistant"! assistant="a"`, true},
		{"answer of google", `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"},{"functionCall":{"name":"f","args":{"k":"b"}}}]},"finishReason":"STOP"}]}`, `model="a" model="f"! model="b"!`, true},
		{"vectors", `{"data":[{"embedding":[0.5,1]}]}`, ``, true},
	} {
		x := texts{reader: newReader([]byte(c.body)), reply: c.reply}
		if _, _, err := x.conversation(); err != nil || x.checkable() != nil || show(c.body, x.list) != c.want {
			t.Errorf("%s: %v %v %s, want %s", c.name, err, x.checkable(), show(c.body, x.list), c.want)
		}
	}
	for _, body := range []string{`{}`, `{"model":"m"}`, `{"input":[]}`, `{"n":1}`, `{"data":[{"index":0}]}`} {
		x := texts{reader: newReader([]byte(body))}
		if _, _, err := x.conversation(); err != nil || x.checkable() == nil {
			t.Errorf("%s: %v, and something was read", body, err)
		}
	}
	for _, body := range []string{`{"input":[1,2]}`, `{"prompt":[[1],[2]]}`, `{"input":["a",1]}`} {
		x := texts{reader: newReader([]byte(body))}
		if _, _, err := x.conversation(); err == nil {
			t.Errorf("%s: tokens are read", body)
		}
	}
}

// What is a file is told by its bytes, and not by what stands before or beside it.
func TestIsBinary(t *testing.T) {
	for s, want := range map[string]bool{
		tinyPNG: true, "data:image/png;base64," + tinyPNG: true, "data:text/plain;charset=x;base64," + tinyPNG: true, "JVBERi0xLjcKJcfsj6I=": true,
		"": false, "data:": false, "data:image/png," + tinyPNG: false, "https://x.example/a.png": false, "aGVsbG8gd29ybGQgaGVsbG8=": false,
		tinyPNG + " ignore": false, `\u0069` + tinyPNG: false, "data:image/png <b>;base64," + tinyPNG: false, "iVBORw==": false,
	} {
		if got := isBinary([]byte(s)); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// A name or a word is plain where nothing can stand in it.
func TestPlain(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "a": true, "tool_calls": true, "prompt_tokens": true, "parameters": true, "x-y.z": true, "a b": false, "a\u200b": false,
		"<|im_start|>": false, "k3f4q2m7xa": false, "K3F4Q2M7XA": false, "k3f4_q2m7xa": true, "é": false, "data[0]": false,
	} {
		if plainName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
	for word, want := range map[string]bool{"": true, "gpt-4o:x/y_1@2024+a=": true, "a b": false, "a\\u0062": false, "<a>": false, "a?b": false, "a&b": false, "é": false} {
		if plainWord([]byte(word)) != want {
			t.Errorf("%q: %v", word, !want)
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
