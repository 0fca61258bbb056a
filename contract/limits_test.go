package contract

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// list returns n JSON values made by a format that takes a number.
func list(n int, format string) string {
	var s []string
	for i := range n {
		s = append(s, fmt.Sprintf(format, i))
	}
	return strings.Join(s, ",")
}

func TestListLimits(t *testing.T) {
	context := func(l Limits, b []byte) error { _, err := l.ParseEditContext(b); return err }
	ask := func(l Limits, b []byte) error { _, err := l.ParseAsk(b); return err }
	for _, tc := range []struct {
		name    string
		limits  Limits
		body    func(n int) string
		parse   func(Limits, []byte) error
		pointer string
	}{
		{"selection", Limits{Selection: 3}, func(n int) string {
			return contextWith(Version01, "selection", `[`+list(n, `{"id":"%d","tag":"p"}`)+`]`)
		}, context, "/selection"},
		{"elementIds", Limits{Elements: 3}, func(n int) string {
			return contextWith(Version01, "screen", `{"elementIds":[`+list(n, `"%d"`)+`]}`)
		}, context, "/screen/elementIds"},
		{"elements", Limits{Elements: 3}, func(n int) string {
			return contextWith(Version02, "screen", `{"elements":[`+list(n, `{"id":"%d","tag":"p"}`)+`]}`)
		}, context, "/screen/elements"},
		{"untrusted", Limits{Untrusted: 3}, func(n int) string {
			return contextWith(Version01, "untrusted", `{`+list(n, `"%d":{}`)+`}`)
		}, context, "/untrusted"},
		{"attributes", Limits{Attributes: 3}, func(n int) string {
			return contextWith(Version01, "untrusted", `{"a/b":{"attributes":{`+list(n, `"%d":""`)+`}}}`)
		}, context, "/untrusted/a~1b/attributes"},
		{"contextItems", Limits{ContextItems: 3}, func(n int) string {
			return `{"contextItems":[` + list(n, `{"id":"%d"}`) + `]}`
		}, ask, "/contextItems"},
		{"windows", Limits{Windows: 3}, func(n int) string {
			return windowsBody(list(n, `{"id":"%d"}`))
		}, ask, "/ui/openWindows"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := tc.parse(tc.limits, []byte(tc.body(3))); err != nil {
				t.Errorf("at the limit: %v", err)
			}
			body := tc.body(4)
			wantError(t, tc.parse(tc.limits, []byte(body)), body, CodeList, tc.pointer, "")
			if err := tc.parse(Limits{}, []byte(body)); err != nil {
				t.Errorf("under the default: %v", err)
			}
		})
	}
}

func TestStoredLimits(t *testing.T) {
	b := mustStore(t, mustAsk(t, windowsBody(list(4, `{"id":"w%d"}`), list(3, `{"id":"h%d","withheld":true}`))).UI)
	_, err := Limits{Windows: 3}.ParseStored(b, secret)
	wantError(t, err, string(b), CodeList, "/windows", "")
	if _, err := (Limits{Windows: 4}).ParseStored(b, secret); err != nil {
		t.Error(err)
	}
	if _, err := (Limits{WindowID: 1}).ParseStored(b, secret); !errors.Is(err, &ringfence.Error{Code: CodeString}) {
		t.Error(err)
	}
}

func TestBodyLimit(t *testing.T) {
	body := contextWith(Version01)
	n := len(body)
	if _, err := (Limits{Bytes: n}).ParseEditContext([]byte(body)); err != nil {
		t.Errorf("at the limit: %v", err)
	}
	for name, err := range map[string]error{
		"context": second((Limits{Bytes: n - 1}).ParseEditContext([]byte(body))),
		"ask":     second((Limits{Bytes: n - 1}).ParseAsk([]byte(body))),
		"stored":  second((Limits{Bytes: n - 1}).ParseStored([]byte(body), secret)),
	} {
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != CodeSize || e.Offset != int64(n-1) {
			t.Errorf("%s: %v", name, err)
		}
	}
	big := make([]byte, DefaultBytes+1)
	if _, err := ParseEditContext(big); !errors.Is(err, &ringfence.Error{Code: CodeSize}) {
		t.Errorf("over the default: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// Every field of Limits has a default and refuses a negative value.
func TestLimitFields(t *testing.T) {
	full, err := Limits{}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(full)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if v.Field(i).Int() <= 0 {
			t.Errorf("%s has no default", name)
		}
		bad := Limits{}
		reflect.ValueOf(&bad).Elem().Field(i).SetInt(-1)
		for _, err := range []error{
			second(bad.ParseEditContext([]byte(shop01))), second(bad.ParseAsk([]byte(turn))), second(bad.ParseStored(nil, secret)),
		} {
			if !errors.Is(err, &ringfence.Error{Code: CodeLimit}) {
				t.Errorf("%s = -1: %v", name, err)
			}
		}
	}
	if _, err := (Limits{Depth: MaxDepth + 1}).ParseAsk([]byte(turn)); !errors.Is(err, &ringfence.Error{Code: CodeLimit}) {
		t.Errorf("a depth over MaxDepth: %v", err)
	}
}
