package contract

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

const turn = `{
  "ui": {
    "viewport": "desktop", "audience": "operator",
    "openWindows": [
      {"id": "shop:product:1", "title": "Blue Hoodie", "isFocused": true},
      {"key": "crm:list", "withheld": false},
      {"id": "bill:4471", "withheld": true}
    ]
  },
  "contextItems": [
    {"kind": "product", "id": "p1", "label": "Blue mug", "excerpt": "350 ml"},
    {"kind": "product", "id": "p2", "label": "Red mug"},
    {"label": "A note"}
  ],
  "message": "Which is cheaper?"
}`

func TestParseAsk(t *testing.T) {
	a := mustAsk(t, turn)
	if a.UI == nil || a.UI.Viewport != ViewportDesktop || a.UI.Audience != AudienceOperator {
		t.Fatalf("ui %v", a.UI)
	}
	if a.Message.Raw() != "Which is cheaper?" || a.Unknown != 0 || len(a.Notes) != 0 {
		t.Errorf("message %q, %d unknown, notes %q", a.Message.Raw(), a.Unknown, codesOf(a.Notes))
	}
	shown := a.UI.Shown()
	if len(shown) != 2 || shown[0].ID.Raw() != "shop:product:1" || shown[0].Title.Raw() != "Blue Hoodie" || !shown[0].Focused {
		t.Fatalf("shown %v", shown)
	}
	if shown[1].ID.Raw() != "crm:list" || shown[1].Title.Present() || shown[1].Focused {
		t.Errorf("second window %v", shown[1])
	}
	items := a.ContextItems
	if len(items) != 3 || items[0].Label.Raw() != "Blue mug" || items[0].Excerpt.Raw() != "350 ml" || items[1].Excerpt.Present() {
		t.Fatalf("items %v", items)
	}
	if items[0].Kind != items[1].Kind || items[0].Kind.IsZero() || !items[2].Kind.IsZero() {
		t.Error("kinds do not group")
	}
	if items[0].Key == items[1].Key || items[0].Key.IsZero() || !items[2].Key.IsZero() {
		t.Error("keys do not tell items apart")
	}
}

func TestItemKeys(t *testing.T) {
	key := func(item string) Item {
		return mustAsk(t, `{"contextItems":[`+item+`]}`).ContextItems[0]
	}
	one := key(`{"kind":"a","id":"b","label":"x"}`)
	if same := key(`{"label":"y","id":"b","kind":"a"}`); same.Key != one.Key || same.Kind != one.Kind {
		t.Error("the same kind and id have other keys")
	}
	for _, other := range []string{`{"kind":"ab","id":"","label":"x"}`, `{"kind":"","id":"ab","label":"x"}`, `{"kind":"b","id":"a","label":"x"}`, `{"id":"ab","label":"x"}`} {
		if key(other).Key == one.Key {
			t.Errorf("%s has the key of another item", other)
		}
	}
	if empty, none := key(`{"kind":""}`), key(`{}`); empty.Kind == none.Kind {
		t.Error("an empty kind is no kind")
	}
}

func TestAskShape(t *testing.T) {
	for _, body := range []string{`{}`, `{"message":"hi"}`, `{"UI":{}}`, `{"openWindows":[]}`, `{"editContextVersion":"0.1"}`} {
		_, err := ParseAsk([]byte(body))
		wantError(t, err, body, CodeShape, "", "{")
	}
	for _, body := range []string{`[]`, `null`, `"ui"`, `5`, `[{"ui":{}}]`} {
		_, err := ParseAsk([]byte(body))
		wantError(t, err, body, CodeType, "", body)
	}
	for _, body := range []string{`{"ui":{}}`, `{"contextItems":[]}`, `{"contextItems":[],"ui":{}}`} {
		mustAsk(t, body)
	}
	if a := mustAsk(t, `{"contextItems":[]}`); a.UI != nil {
		t.Error("no ui is a ui without windows")
	}
}

func TestAskNull(t *testing.T) {
	body := `{"ui":null,"contextItems":null,"message":null}`
	a := mustAsk(t, body)
	if a.UI != nil || a.ContextItems != nil || a.Message.Present() {
		t.Errorf("ask %v", a)
	}
	wantNote(t, a.Notes, body, NoteNull, "/ui", 3, "null")
	body = `{"ui":{"viewport":null,"audience":null}}`
	a = mustAsk(t, body)
	wantNote(t, a.Notes, body, NoteNull, "/ui/viewport", 2, "null")
	if a.UI.Viewport != ViewportNone || a.UI.Audience != AudienceNone {
		t.Errorf("ui %v", a.UI)
	}
}

func TestAskWrongTypes(t *testing.T) {
	for _, tc := range []struct{ template, pointer, allowed string }{
		{`{"ui":%}`, "/ui", "object null"},
		{`{"contextItems":%}`, "/contextItems", "array null"},
		{`{"ui":{},"message":%}`, "/message", "string null"},
		{`{"ui":{"openWindows":%}}`, "/ui/openWindows", "array"},
		{`{"ui":{"viewport":%}}`, "/ui/viewport", "null string/"},
		{`{"ui":{"audience":%}}`, "/ui/audience", "null string/"},
		{`{"contextItems":[%]}`, "/contextItems/0", "object"},
		{`{"contextItems":[{},{"kind":%}]}`, "/contextItems/1/kind", "string"},
		{`{"contextItems":[{"id":%}]}`, "/contextItems/0/id", "string"},
		{`{"contextItems":[{"label":%}]}`, "/contextItems/0/label", "string"},
		{`{"contextItems":[{"excerpt":%}]}`, "/contextItems/0/excerpt", "string"},
	} {
		for typ, value := range wrongTypes {
			body := strings.Replace(tc.template, "%", value, 1)
			a, err := ParseAsk([]byte(body))
			allowed := strings.Fields(tc.allowed)
			switch {
			case contains(allowed, typ):
				if err != nil {
					t.Errorf("%s: %v", body, err)
				}
				continue
			case contains(allowed, typ+"/"): // the right type, not one of the words
				wantError(t, err, body, CodeValue, tc.pointer, value)
			default:
				wantError(t, err, body, CodeType, tc.pointer, value)
			}
			if a != nil {
				t.Errorf("%s: an ask beside an error", body)
			}
		}
	}
}

func TestClosedEnums(t *testing.T) {
	for _, tc := range []struct{ name, value string }{
		{"viewport", `"Mobile"`},
		{"viewport", `"tablet"`},
		{"viewport", `""`},
		{"viewport", `"mobile "`},
		{"viewport", `"operator"`},
		{"audience", `"admin"`},
		{"audience", `"OPERATOR"`},
		{"audience", `"customer\u0000"`},
	} {
		body := `{"ui":{"` + tc.name + `":` + tc.value + `}}`
		_, err := ParseAsk([]byte(body))
		wantError(t, err, body, CodeValue, "/ui/"+tc.name, tc.value)
	}
	for v, want := range map[string]Viewport{"mobile": ViewportMobile, "desktop": ViewportDesktop} {
		if got := mustAsk(t, `{"ui":{"viewport":"`+v+`"}}`).UI.Viewport; got != want || got.String() != v {
			t.Errorf("%s reads as %v", v, got)
		}
	}
	for v, want := range map[string]Audience{"customer": AudienceCustomer, "operator": AudienceOperator} {
		if got := mustAsk(t, `{"ui":{"audience":"`+v+`"}}`).UI.Audience; got != want || got.String() != v {
			t.Errorf("%s reads as %v", v, got)
		}
	}
	if Viewport(77).String()+Audience(77).String() != "" {
		t.Error("a value out of range has a name")
	}
}

func TestItemNotes(t *testing.T) {
	for _, label := range []string{``, `,"label":""`, `,"label":" \t\n"`, `,"label":"\u200b\u2060"`} {
		body := `{"contextItems":[{"label":"ok"},{"id":"7"` + label + `}]}`
		wantNote(t, mustAsk(t, body).Notes, body, NoteItemLabel, "/contextItems/1", 1, `{"id"`)
	}
	// Neither the kind nor the id nor an unknown name of an item is in a note, and
	// there is none because of what is in kind and id.
	body := `{"contextItems":[{"kind":"zebra\ud83d","id":"zebra\udc00","label":"x","zebra":1,"Kind":"zebra"}]}`
	a := mustAsk(t, body)
	if len(a.Notes) != 2 {
		t.Errorf("notes on what nobody may see: %v", a.Notes)
	}
	wantNote(t, a.Notes, body, NoteUnknown, "/contextItems/0", 1, `"zebra":1`)
	wantNote(t, a.Notes, body, NoteCase, "/contextItems/0", 1, `"Kind"`)
	if a.Unknown != 2 || !a.ContextItems[0].Kind.IsZero() && a.ContextItems[0].Kind == ringfence.NewKey("kind", "zebra") {
		t.Errorf("%d unknown, kind %v", a.Unknown, a.ContextItems[0].Kind)
	}
}

func TestAskUnknownMembers(t *testing.T) {
	body := `{"UI":{"openWindows":5},"session":[1,[2]],"contextItems":[],"ui":{"OpenWindows":"x","theme":"dark"}}`
	a := mustAsk(t, body)
	if a.Unknown != 4 || len(a.UI.Shown()) != 0 {
		t.Errorf("%d unknown", a.Unknown)
	}
	wantNote(t, a.Notes, body, NoteUnknown, "/session", 1, `"session"`)
	wantNote(t, a.Notes, body, NoteCase, "/UI", 1, `"UI"`)
}
