package contract

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

func TestVersionSupport(t *testing.T) {
	for _, v := range []string{`"0.1"`, `"0.2"`, `"\u0030.1"`} {
		pairs := []string{"editContextVersion", v}
		if v == `"0.2"` {
			pairs = append(pairs, "screen", `{"elements":[]}`)
		}
		if _, err := ParseEditContext([]byte(contextWith(Version01, pairs...))); err != nil {
			t.Errorf("version %s: %v", v, err)
		}
	}
	for _, v := range []string{
		`"0.3"`, `"1.0"`, `"0.10"`, `"0.1.0"`, `"0.1 "`, `""`, `"0,1"`, `"00.1"`, `"٠.1"`,
		`0.1`, `0.2`, `null`, `true`, `["0.1"]`, `{"0.1":1}`,
	} {
		body := contextWith(Version01, "editContextVersion", v)
		ec, err := ParseEditContext([]byte(body))
		if !errors.Is(err, ErrVersion) || ec != nil {
			t.Errorf("version %s: %v, %v", v, ec, err)
		}
		wantError(t, err, body, CodeVersion, "/editContextVersion", v)
	}
}

// The version is judged before any other field, present or not, right or wrong.
func TestVersionBeforeFields(t *testing.T) {
	for _, body := range []string{
		`{"editContextVersion":"0.3"}`,
		`{"selection":5,"screen":[],"editContextVersion":"0.3"}`,
		`{"editContextVersion":"9.9","selection":null,"untrusted":[{}]}`,
	} {
		if _, err := ParseEditContext([]byte(body)); !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v", body, err)
		}
	}
	for _, body := range []string{`{}`, `{"selection":5}`, `{"x":{"editContextVersion":"0.1"}}`, `{"x":"editContextVersion"}`} {
		_, err := ParseEditContext([]byte(body))
		if !errors.Is(err, ErrVersion) {
			t.Errorf("%s: %v", body, err)
		}
		wantError(t, err, body, CodeVersion, "", "{")
	}
}

func TestVersionHintNamesLookalike(t *testing.T) {
	for name, want := range map[string]bool{"editcontextversion": true, "EditContextVersion": true, "еditContextVersion": true, "version": false} {
		_, err := ParseEditContext([]byte(`{"` + name + `":"0.1"}`))
		var e *ringfence.Error
		if !errors.As(err, &e) || strings.Contains(e.Hint, "looks like") != want {
			t.Errorf("%s: hint %q", name, e.Hint)
		}
	}
}

// JSON that readers may understand differently has no version.
func TestAmbiguityBeforeVersion(t *testing.T) {
	for body, code := range map[string]ringfence.Code{
		`{"editContextVersion":"9.9","x":1,"x":2}`:                   CodeDuplicate,
		`{"editContextVersion":"9.9","editContextVersion":"0.1"}`:    CodeDuplicate,
		`{"editContextVersion":"9.9"} {}`:                            CodeTrailing,
		`{"editContextVersion":"9.9",`:                               CodeTruncated,
		`{"editContextVersion":"9.9",]`:                              CodeSyntax,
		`{"editContextVersion":"9.9","x":` + strings.Repeat("[", 70): CodeDepth,
	} {
		_, err := ParseEditContext([]byte(body))
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != code || errors.Is(err, ErrVersion) {
			t.Errorf("%.60s: %v, want %s", body, err, code)
		}
	}
}

func TestRequiredMembers(t *testing.T) {
	for _, v := range []string{Version01, Version02} {
		for _, name := range []string{"selection", "screen", "source", "untrusted"} {
			body := contextWith(v, name, "-")
			ec, err := ParseEditContext([]byte(body))
			wantError(t, err, body, CodeMissing, "", "{")
			if ec != nil {
				t.Errorf("%s: a context beside an error", body)
			}
			var e *ringfence.Error
			if errors.As(err, &e) && !strings.HasSuffix(e.Message, ": "+name) {
				t.Errorf("%s: message does not name the member: %v", body, err)
			}
		}
	}
}

// wrongTypes are values with the type of each; every field refuses the types
// that are not its own.
var wrongTypes = map[string]string{"null": `null`, "bool": `true`, "number": `5`, "string": `"s"`, "object": `{}`, "array": `[]`}

func TestWrongTypes(t *testing.T) {
	for _, tc := range []struct {
		version, member, template, pointer, allowed string
	}{
		{Version01, "profile", `%`, "/profile", "string null"},
		{Version01, "selection", `%`, "/selection", "array"},
		{Version01, "selection", `[%]`, "/selection/0", "object/"},
		{Version01, "selection", `[{"tag":"p","id":%}]`, "/selection/0/id", "string"},
		{Version01, "selection", `[{"id":"a","tag":%}]`, "/selection/0/tag", "string"},
		{Version01, "screen", `%`, "/screen", "object/"},
		{Version01, "screen", `{"elementIds":%}`, "/screen/elementIds", "array"},
		{Version01, "screen", `{"elementIds":["a",%]}`, "/screen/elementIds/1", "string"},
		{Version01, "source", `%`, "/source", "null object/"},
		{Version01, "source", `{"language":"js","code":%}`, "/source/code", "string"},
		{Version01, "source", `{"code":"","language":%}`, "/source/language", "string"},
		{Version01, "untrusted", `%`, "/untrusted", "object"},
		{Version01, "untrusted", `{"a/b":%}`, "/untrusted/a~1b", "object"},
		{Version01, "untrusted", `{"a":{"text":%}}`, "/untrusted/a/text", "string null"},
		{Version01, "untrusted", `{"a":{"attributes":%}}`, "/untrusted/a/attributes", "object"},
		{Version01, "untrusted", `{"a":{"attributes":{"b~":%}}}`, "/untrusted/a/attributes/b~0", "string"},
		{Version02, "screen", `{"elements":%}`, "/screen/elements", "array"},
		{Version02, "screen", `{"elements":[%]}`, "/screen/elements/0", "object/"},
		{Version02, "screen", `{"elements":[{"tag":"p","id":%}]}`, "/screen/elements/0/id", "string"},
		{Version02, "screen", `{"elements":[{"id":"p","tag":%}]}`, "/screen/elements/0/tag", "string"},
		{Version02, "screen", `{"elements":[{"id":"p","tag":"p","relation":%}]}`, "/screen/elements/0/relation", "string"},
		{Version02, "screen", `{"elements":[{"id":"p","tag":"p","role":%}]}`, "/screen/elements/0/role", "string null"},
		{Version02, "untrusted", `{"a":{"name":%}}`, "/untrusted/a/name", "string null"},
	} {
		for typ, value := range wrongTypes {
			body := contextWith(tc.version, tc.member, strings.Replace(tc.template, "%", value, 1))
			_, err := ParseEditContext([]byte(body))
			allowed := strings.Fields(tc.allowed)
			switch {
			case contains(allowed, typ):
				if err != nil {
					t.Errorf("%s: %v", body, err)
				}
			case contains(allowed, typ+"/"): // the right type, but its members are missing
				wantError(t, err, body, CodeMissing, tc.pointer, value)
			default:
				wantError(t, err, body, CodeType, tc.pointer, value)
			}
		}
	}
}

func contains(list []string, s string) bool {
	return slices.Contains(list, s)
}

func TestMissingMembersOfElements(t *testing.T) {
	for _, tc := range []struct{ version, member, value, pointer string }{
		{Version01, "selection", `[{"tag":"p"}]`, "/selection/0"},
		{Version01, "selection", `[{"id":"a","tag":"p"},{"id":"b"}]`, "/selection/1"},
		{Version01, "source", `{"language":"js"}`, "/source"},
		{Version01, "source", `{"code":""}`, "/source"},
		{Version02, "screen", `{"elements":[{"id":"a"}]}`, "/screen/elements/0"},
		{Version02, "screen", `{"elements":[{"tag":"p"}]}`, "/screen/elements/0"},
	} {
		body := contextWith(tc.version, tc.member, tc.value)
		_, err := ParseEditContext([]byte(body))
		wantError(t, err, body, CodeMissing, tc.pointer, "{")
	}
}
