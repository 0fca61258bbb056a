package promptdoc

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

func mustRead(t *testing.T, body string) *Document {
	t.Helper()
	doc, err := Read([]byte(body), contract.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return doc
}

func TestFormOf(t *testing.T) {
	for body, want := range map[string]Form{
		"": Text, "Hello.": Text, "{": Text, "{}": Text, `{"a":1}`: Text, "[": Text, "[1]": Text, "[INST]": Text, `"x"`: Text,
		`{"messages":[]}`: Rendered, bom + " \r\n" + `{"a":{},"messages":`: Rendered, `{"messages"`: Rendered,
		"[]": Chat, "[ {": Chat, `[{"role":"user"}]`: Chat, `{"a":"messages"}`: Text, `{"a":{"messages":[]}}`: Text,
	} {
		if got := FormOf([]byte(body)); got != want {
			t.Errorf("%q: %v, want %v", body, got, want)
		}
	}
	if Text.String() != "text" || Rendered.String() != "rendered" || Chat.String() != "chat" || Form(9).String() != "" {
		t.Error("names of forms")
	}
}

func TestLooksLikeJSON(t *testing.T) {
	for body, want := range map[string]bool{
		"": false, "Hello": false, "{": true, " {bad": true, "[": true, "[1": true, "[a": true, "[INST]": false, "[/INST]": false,
		"[|x|]": false, `"x`: false, bom + "{": true, "-1": true, "-1 of us": false, `"str"`: true, "true": true, "true story": false, "\u3000[{": true,
		"\u00a0{": true, "\u2028{": true, "\ufffe{": true, "\x85{": true, "// c\n{": true, "/* c */ {": true, "#!x\n{": true,
		")]}',\n{": true, "[/*c*/{": true, "[//\n{": true, "\xff\xfe{\x00": true, "\xfe\xff\x00{": true, "// prose": false,
		"\x00{": true, "\u200b\u2060{": true, "\ufffd{": true, "\ufeff\u2028 [ ": true, ")]}',{": true, ")]}'\n[{": true, "while(1);[{": true,
		"#!/bin/x\n// c\n/* d */\r\n\u3000[\u3000{": true, "#!/bin/sh\necho": false, "[\"x": true, "[[": true, "[ ]": true, "[ [ 1": true,
		"[1,": true, "[1]": true, "[true,false]": true, "[-1]": true, "[1, 2] show": true, "[nope": true, "[a], [b]": true,
		"[link](x)": false, "[1] Smith": false, "[note]\nText": false, "[see, below] x": false, "[^1]: x": false, "[x] done": false,
		"true\u00a0\n": true, "null": true, "1e9": true, "\"a\xff\\ud800\"": true, "\"Hello,\" he said": false, "nullable": false,
		"\"" + strings.Repeat("x", 5000) + "\"\n": true, "- [a](b)\n- {": false, "* x": false, "1. One": false,
		"/* prose": false, "# Title\n{": false, "- [ ] todo": false, "\u3000prose": false,
	} {
		if got := LooksLikeJSON("x.txt", []byte(body)); got != want {
			t.Errorf("%q: %v", body, got)
		}
		if !LooksLikeJSON("x.JSON", []byte(body)) || !LooksLikeJSON("x.jsonl", []byte(body)) {
			t.Errorf("%q: the name does not count", body)
		}
	}
}

func TestReadText(t *testing.T) {
	for body, text := range map[string]string{"": "", "a\r\n": "a\r\n", bom + "a": "a", " {x": " {x", "a\xff": "a\xff"} {
		doc := mustRead(t, body)
		if doc.Form != Text || len(doc.Messages) != 1 || doc.Messages[0].Text != text || doc.Messages[0].Trusted() {
			t.Errorf("%q: %+v", body, doc)
		}
		if got := doc.Messages[0].Span.Offsets([]int{len(text)})[0]; got != int64(len(body)) {
			t.Errorf("%q: the end is at %d", body, got)
		}
	}
}

func TestReadMessages(t *testing.T) {
	for _, tc := range []struct{ body, texts, roles, pointers string }{
		{`[{"role":"system","content":"a"},{"content":"b","role":"user"}]`, "a|b", "system|user", "/0/content|/1/content"},
		{`{"messages":[{"role":"user","text":"a"}]}`, "a", "user", "/messages/0/text"},
		{`[{"role":"user","content":[{"type":"text","text":"a"},"b",{"type":"image"}]}]`, "a|b", "user|user", "/0/content/0/text|/0/content/1"},
		{`[{"role":"assistant","content":null,"tool_calls":[{"id":"x"}]}]`, "", "", ""},
		{`[{"content":""}]`, "", "", "/0/content"},
		{`{"model":"m","messages":[{"role":"user","content":"a","name":"n"}],"n":1}`, "a", "user", "/messages/0/content"},
		{`{"system":"s","messages":[{"role":"user","content":"a"}]}`, "s|a", "system|user", "/system|/messages/0/content"},
		{`{"messages":[{"role":"user","content":"a"}],"system":["s",{"text":"t"}]}`, "a|s|t", "user|system|system", "/messages/0/content|/system/0|/system/1/text"},
		{`{"messages":[{"role":"user","content":"a"}],"system":{"text":"s"}}`, "a", "user", "/messages/0/content"},
		{`[{"role":"user","system":"s","content":"a"}]`, "a", "user", "/0/content"},
		{
			`[{"role":"user","content":[{"type":"tool_result","content":"a"},{"content":["b",{"content":[{"text":"c"}]}]}]}]`, "a|b|c", "user|user|user",
			"/0/content/0/content|/0/content/1/content/0|/0/content/1/content/1/content/0/text",
		},
		{`[{"role":"user","content":[{"text":"a","content":"b"}]}]`, "a|b", "user|user", "/0/content/0/text|/0/content/0/content"},
		{`[{"role":"assistant","function_call":{"name":"f"}}]`, "", "", ""},
	} {
		doc := mustRead(t, tc.body)
		var texts, roles, pointers []string
		for _, m := range doc.Messages {
			texts, roles, pointers = append(texts, m.Text), append(roles, m.Role), append(pointers, m.Pointer)
		}
		if strings.Join(texts, "|") != tc.texts || strings.Join(roles, "|") != tc.roles || strings.Join(pointers, "|") != tc.pointers {
			t.Errorf("%s: %q %q %q", tc.body, texts, roles, pointers)
		}
	}
}

// Every string is the text of a message or one of the others, in the order of the
// file, and no string is both.
func TestEachOther(t *testing.T) {
	for body, want := range map[string]string{
		"plain":                                 "",
		bom + `[{"role":"user","content":"a"}]`: "role user content",
		`{"data":"x","messages":[{"content":["a",{"type":"image","n":[1,"b"]}],"role":"u"}]}`: "data x messages content type image n b role u",
		`{"messages":[{"content":[{"type":"t","content":[{"text":"a"}]}]}],"system":"s"}`:     "messages content type t content text system",
		`{"system":{"a":"s"},"messages":[{"content":null,"tool_calls":[{"id":"i"}]}]}`:        "system a s messages content tool_calls id i",
		`{"messages":[],"blocks":[],"nonce":"n"}`:                                             "messages blocks nonce n",
	} {
		doc := mustRead(t, body)
		var got []string
		err := doc.EachOther([]byte(body), contract.Limits{}, func(s *String) error {
			got = append(got, s.Text)
			if p := s.Path(); len(p) == 0 || s.Name && p[len(p)-1] != s.Text {
				t.Errorf("%s: %q has the path %q", body, s.Text, p)
			}
			return nil
		})
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q %v, want %q", body, got, err, want)
		}
	}
	stop := errors.New("enough")
	doc := mustRead(t, `[{"content":"a"}]`)
	if err := doc.EachOther([]byte(`[{"content":"a"}]`), contract.Limits{}, func(*String) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

// What is not text is listed.
func TestUnread(t *testing.T) {
	body := `[{"role":"user","content":["a",{"type":"image"},{"text":7}],"tool_calls":[{}],"function_call":null}]`
	doc := mustRead(t, body)
	var got []string
	for _, u := range doc.Unread {
		got = append(got, u.Pointer)
		if !strings.HasPrefix(body[u.Offset:], "{") && !strings.HasPrefix(body[u.Offset:], "[") {
			t.Errorf("%s is at %d: %s", u.Pointer, u.Offset, body[u.Offset:])
		}
	}
	if strings.Join(got, " ") != "/0/content/1 /0/content/2 /0/tool_calls" {
		t.Errorf("unread %q", got)
	}
}

func TestReadBlocks(t *testing.T) {
	body := `{"blocks":[{"n":3,"kind":"screen","trust":"untrusted","source":"/s","message":1,"start":4,"end":90,"tokens":9,"cut":{"shown":1,"of":2}}],"messages":[],"nonce":"abc"}`
	doc := mustRead(t, body)
	want := Block{N: 3, Message: 1, Start: 4, End: 90, Kind: "screen", Trust: "untrusted", Place: Place{"/blocks/0", int64(strings.Index(body, `{"n"`))}}
	if !doc.Listed || len(doc.Blocks) != 1 || doc.Blocks[0] != want || doc.Nonce != "abc" {
		t.Errorf("%+v", doc)
	}
	if mustRead(t, `{"messages":[]}`).Listed {
		t.Error("a list of blocks was made up")
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct {
		body, pointer string
		code          ringfence.Code
		offset        int64
	}{
		{`[{"role":"user"}]`, "/0", contract.CodeMissing, 1},
		{`[{"role":"user","content":{}}]`, "/0/content", contract.CodeType, 26},
		{`[{"role":1,"content":""}]`, "/0/role", contract.CodeType, 9},
		{`[{"role":"u","content":"a","text":"b"}]`, "/0/text", contract.CodeConflict, 34},
		{`[{},1]`, "/0", contract.CodeMissing, 1},
		{`[{"role":"assistant","tool_calls":null}]`, "/0", contract.CodeMissing, 1},
		{`{"messages":[],"system":[7]}`, "/system", contract.CodeType, 25},
		{`[{"content":"a"},1]`, "/0", contract.CodeType, 17},
		{`{"messages":7}`, "/messages", contract.CodeType, 12},
		{`{"messages":[],"blocks":{}}`, "/blocks", contract.CodeType, 24},
		{`{"messages":[],"blocks":[{"n":99999999999}]}`, "/blocks/0/n", contract.CodeValue, -2},
		{`[] []`, "", contract.CodeTrailing, 3},
		{`[{"content":"a"`, "/0", contract.CodeTruncated, 15},
		{bom + `[{"content":"a"`, "/0", contract.CodeTruncated, 18},
		{`[{"content":"a","content":"b"}]`, "/0/content", contract.CodeDuplicate, 16},
		{`[{"content":"a",}]`, "", contract.CodeSyntax, -2},
		{"[{\"content\":\"\xff\"}]", "", contract.CodeSyntax, -2},
		{`[{"content":"\ud800"}]`, "", contract.CodeSyntax, -2},
		{"\xff\xfeH\x00i\x00", "", contract.CodeSyntax, 0},
		{"\xfe\xff\x00H\x00i", "", contract.CodeSyntax, 0},
	} {
		_, err := Read([]byte(tc.body), contract.Limits{})
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != tc.code {
			t.Errorf("%s: %v, want %s", tc.body, err, tc.code)
			continue
		}
		if tc.offset != -2 && e.Offset != tc.offset || tc.pointer != "" && e.Pointer != tc.pointer {
			t.Errorf("%s: byte %d at %q", tc.body, e.Offset, e.Pointer)
		}
	}
}

func TestReadLimits(t *testing.T) {
	if _, err := Read([]byte("four"), contract.Limits{Bytes: 3}); !errors.Is(err, &ringfence.Error{Code: contract.CodeSize}) {
		t.Error(err)
	}
	deep := `{"messages":[],"x":` + strings.Repeat("[", 10) + strings.Repeat("]", 10) + "}"
	if _, err := Read([]byte(deep), contract.Limits{Depth: 10}); !errors.Is(err, &ringfence.Error{Code: contract.CodeDepth}) {
		t.Error(err)
	}
	mustRead(t, deep)
	huge := `{"messages":[],"x":` + strings.Repeat("[", 200_000)
	if _, err := Read([]byte(huge), contract.Limits{}); err == nil {
		t.Error("read to the end of nothing")
	}
}

// Offsets lead each character of a text to its first byte in the file.
func TestOffsets(t *testing.T) {
	raw := `"a\n\u0041\ud83d\ude00é\"日\ud800x\\` + "\xff" + `"`
	text := "a\nA😀é\"日\uFFFDx\\\uFFFD"
	want := map[int]string{0: "a", 1: `\n`, 2: `\u0041`, 3: `\ud83d`, 7: "é", 9: `\"`, 10: "日", 13: `\ud800`, 16: "x", 17: `\\`, 18: "\xff", len(text): `"`}
	span := StringSpan([]byte(raw), 100)
	var at []int
	for i := range len(text) + 1 {
		at = append(at, i)
	}
	got := span.Offsets(at)
	for i, off := range got {
		rest := raw[off-100:]
		if w, ok := want[i]; ok && !strings.HasPrefix(rest, w) {
			t.Errorf("place %d: %q, want %q", i, rest, w)
		}
		if i > 0 && got[i] < got[i-1] {
			t.Errorf("place %d is before place %d", i, i-1)
		}
		if one := span.Offsets([]int{i})[0]; one != off {
			t.Errorf("place %d alone is at %d, with others at %d", i, one, off)
		}
		if i < len(text) && !utf8.RuneStart(text[i]) && off != got[i-1] {
			t.Errorf("place %d is inside a character and moves to %d", i, off)
		}
	}
	if end := span.Offsets([]int{len(text) + 50})[0]; end != 100+int64(len(raw))-1 {
		t.Errorf("behind the end: %d", end)
	}
	if span.Start() != 100 || PlainSpan(7).Offsets([]int{0, 3})[1] != 10 {
		t.Error("start of a span")
	}
}

// FuzzRead holds that JSON looks like JSON, that reading gives a typed error or a
// document, and that places lead into the file.
func FuzzRead(f *testing.F) {
	for _, body := range []string{
		"", "Hello.", bom + "a", `{"messages":[]}`, `[{"role":"user","content":"a\u0041\ud83d\ude00é"}]`, `[{"content":["a",{"type":"image"}]}]`,
		`{"messages":[{"role":"user","text":"x"}],"blocks":[{"n":1,"start":0,"end":1}],"nonce":"abc"}`, `[`, `[{`, `{"messages":`,
		"[{\"content\":\"\xff\"}]",
		`{"system":["s",{"text":"t"}],"messages":[{"content":[{"content":[{"text":"a"}],"x":["y"]}]}],"stop":["z"]}`,
		`{"model":"m","instructions":"s","input":["a",{"role":"user","content":"b"},{"type":"x_output","output":{"a":["c"]}}]}`,
		`{"contents":[{"parts":[{"functionResponse":{"response":{"a":"b"}}}]}],"systemInstruction":{"parts":[{"text":"s"}]}}`,
		`{"result":{"content":[{"type":"text","text":"a"}],"structuredContent":["b"]}}`,
		`[{"type":"tool","content":{"type":"text","text":"a"}},{"content":[{"type":"mcp_tool_result","content":[{"text":"b"}]}],"tool_call_id":"c"}]`,
		"[1,2]", "[1\n,2]", "[true ]", " -1e9\n", `"s"`, "null", "[[]]", "[ 1 ]\r\n", "\xff\xfeH\x00",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if jsontext.Value(body).IsValid(jsontext.AllowDuplicateNames(true)) && !LooksLikeJSON("x.txt", body) {
			t.Errorf("%q is JSON and does not look so", body)
		}
		doc, err := Read(body, contract.Limits{})
		if err != nil {
			var e *ringfence.Error
			if !errors.As(err, &e) || e.Code == "" || doc != nil || e.Offset > int64(len(body)) || e.Offset < ringfence.NoOffset {
				t.Errorf("error %#v, document %+v", err, doc)
			}
			return
		}
		if doc.Form != FormOf(body) || doc.Form == Text && len(doc.Messages) != 1 {
			t.Errorf("form %v of %q", doc.Form, body)
		}
		for _, m := range doc.Messages {
			if doc.Form != Text && !utf8.ValidString(m.Text) {
				t.Errorf("text %q is not UTF-8", m.Text)
			}
			ends := m.Span.Offsets([]int{0, len(m.Text)})
			if ends[0] < 0 || ends[0] > ends[1] || ends[1] > int64(len(body)) {
				t.Errorf("places %v in %d bytes", ends, len(body))
				continue
			}
			if raw := string(body[ends[0]:ends[1]]); doc.Form == Text && raw != m.Text || !strings.Contains(raw, `\`) && raw != m.Text {
				t.Errorf("the file has %q where the text is %q", raw, m.Text)
			}
		}
		checkStrings(t, doc, body)
		for _, u := range doc.Unread {
			if u.Offset < 0 || u.Offset >= int64(len(body)) {
				t.Errorf("unread at %d of %d", u.Offset, len(body))
			}
		}
	})
}

// Extra says whether a file has anything to look at beside the texts of messages.
func TestExtra(t *testing.T) {
	for body, want := range map[string]bool{
		`[{"role":"user","content":"a"}]`:                                 false,
		`[{"content":"a"},{"role":"assistant","content":null}]`:           false,
		`{"messages":[{"role":"user","content":"<s>"},{"text":"b"}]}`:     false,
		`[{"role":"user","content":["a","b"]}]`:                           false,
		`{"messages":[],"nonce":"a"}`:                                     true,
		`{"messages":[],"x":1}`:                                           true,
		`{"system":"a","messages":[]}`:                                    true,
		`{"tools":[],"messages":[]}`:                                      true,
		`[{"role":"User","content":"a"}]`:                                 true,
		`[{"role":"go on","content":"a"}]`:                                true,
		`[{"role":"aaaaaaaaaaaaaaaaa","content":"a"}]`:                    true,
		`[{"role":"user","content":"a","name":"b"}]`:                      true,
		`[{"role":"assistant","tool_calls":[{"function":{"name":"a"}}]}]`: true,
		`[{"role":"user","content":[{"type":"text","text":"a"}]}]`:        true,
	} {
		doc, err := Read([]byte(body), contract.Limits{})
		if err != nil || doc.Extra != want {
			t.Errorf("%s: %v, want %v (%v)", body, doc != nil && doc.Extra, want, err)
		}
	}
}

// checkStrings holds that each string of a file is either the text of one message
// or one of the others.
func checkStrings(t *testing.T, doc *Document, body []byte) {
	t.Helper()
	if doc.Form == Text {
		return
	}
	seen := map[int64]int{}
	for _, m := range doc.Messages {
		seen[m.Span.Start()]++
	}
	err := doc.EachOther(body, contract.Limits{}, func(s *String) error {
		seen[s.Span.Start()]++
		if word := strings.Trim(s.Text, "abcdefghijklmnopqrstuvwxyz") == "" && len(s.Text) <= maxRole; !doc.Extra && !word {
			t.Errorf("%q is there, and nothing is said to be", s.Text)
		}
		return nil
	})
	all := 0
	errAll := EachString(body, contract.Limits{}, func(s *String) error {
		all++
		if seen[s.Span.Start()] != 1 {
			t.Errorf("the string at %d was there %d times", s.Span.Start(), seen[s.Span.Start()])
		}
		return nil
	})
	if err != nil || errAll != nil || all != len(seen) {
		t.Errorf("%d strings of %d: %v, %v", len(seen), all, err, errAll)
	}
}
