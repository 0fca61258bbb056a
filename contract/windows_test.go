package contract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

func TestWithheldFlag(t *testing.T) {
	for flag, shows := range map[string]bool{
		``: true, `,"withheld":false`: true, `,"withheld":true`: false, `,"withheld":null`: false,
	} {
		a := mustAsk(t, windowsBody(`{"id":"a"`+flag+`}`))
		if got := len(a.UI.Shown()) == 1; got != shows {
			t.Errorf("%q shows: %v", flag, got)
		}
		w := Window{ID: ringfence.NewData("a")}
		if a.UI.Withholds(w) == shows {
			t.Errorf("%q withholds: %v", flag, !shows)
		}
	}
	for _, flag := range []string{`"true"`, `"false"`, `0`, `1`, `""`, `[]`, `{}`, `[true]`} {
		body := windowsBody(`{"id":"a","withheld":` + flag + `}`)
		_, err := ParseAsk([]byte(body))
		wantError(t, err, body, CodeType, "/ui/openWindows/0/withheld", flag)
	}
}

func TestWindowErrors(t *testing.T) {
	for _, tc := range []struct {
		entry, pointer, at string
		code               ringfence.Code
	}{
		{`{"title":"x"}`, "", `{"title"`, CodeMissing},
		{`{"id":""}`, "", `{"id"`, CodeMissing},
		{`{"id":" \u200b"}`, "", `{"id"`, CodeMissing},
		{`{"key":"","title":"x"}`, "", `{"key"`, CodeMissing},
		{`{"id":"a","key":"b"}`, "", `"key"`, CodeConflict},
		{`{"key":"a","id":"A"}`, "", `"key"`, CodeConflict},
		{`{"id":null}`, "/id", "null", CodeType},
		{`{"id":"a","key":null}`, "/key", "null", CodeType},
		{`{"id":5}`, "/id", "5", CodeType},
		{`{"id":"a","title":null}`, "/title", "null", CodeType},
		{`{"id":"a","title":["x"]}`, "/title", "[", CodeType},
		{`{"id":"a","isFocused":null}`, "/isFocused", "null", CodeType},
		{`{"id":"a","isFocused":"yes"}`, "/isFocused", `"yes"`, CodeType},
		{`{"id":"a","Withheld":true}`, "", `"Withheld"`, CodeCase},
		{`{"id":"a","WITHHELD":false}`, "", `"WITHHELD"`, CodeCase},
		{`{"id":"a","withheId":true}`, "", `"withheId"`, CodeCase},
		{`{"id":"a","wіthheld":true}`, "", `"wіthheld"`, CodeCase},
		{`{"id":"a","withheld\u0000":true}`, "", `"withheld\u0000"`, CodeCase},
		{`{"id":"a","with_held":true}`, "", `"with_held"`, CodeCase},
		{`{"id":"a","isWithheld":true}`, "", `"isWithheld"`, CodeCase},
		{`{"id":"a","with held":true}`, "", `"with held"`, CodeCase},
		{`{"id":"a","with|held":true}`, "", `"with|held"`, CodeCase},
		{`{"id":"a","w1th_held":true}`, "", `"w1th_held"`, CodeCase},
		{`{"id":"a","with0held?":true}`, "", `"with0held?"`, CodeCase},
		{`{"id":"a","wi\u0000th\u200bheld":true}`, "", `"wi\u0000th\u200bheld"`, CodeCase},
		{`{"id":"a","withheld` + strings.Repeat("\u200d", 3000) + `":true}`, "", `"withheld` + "\u200d", CodeCase},
		{`{"id":"a","is-focused":true}`, "", `"is-focused"`, CodeCase},
		{`{"id":"a","title_":"x"}`, "", `"title_"`, CodeCase},
		{`{"id":"a","_id":"b"}`, "", `"_id"`, CodeCase},
		{`{"id":"a","$key":"b"}`, "", `"$key"`, CodeCase},
		{`{"id":"a","ID":"b"}`, "", `"ID"`, CodeCase},
		{`{"id":"a","isfocused":true}`, "", `"isfocused"`, CodeCase},
		{`{"id":"a","Title":"x"}`, "", `"Title"`, CodeCase},
		{`null`, "", "null", CodeType},
		{`"a"`, "", `"a"`, CodeType},
		{`{"id":"` + strings.Repeat("x", DefaultWindowID+1) + `"}`, "/id", `"xxx`, CodeString},
	} {
		body := windowsBody(`{"id":"first"}`, tc.entry)
		a, err := ParseAsk([]byte(body))
		wantError(t, err, body, tc.code, "/ui/openWindows/1"+tc.pointer, tc.at)
		if a != nil {
			t.Errorf("%s: an ask beside an error", body)
		}
	}
	mustAsk(t, windowsBody(`{"id":"`+strings.Repeat("x", DefaultWindowID)+`"}`, `{"id":"a","key":"a"}`))
}

// One entry withholds every entry whose id folds equal, before and after it.
func TestWithholdingFolds(t *testing.T) {
	for _, pair := range [][2]string{
		{"bill:1", "bill:1"}, {"bill:1", "BILL:1"}, {"bill:1", " bill:1\\n"}, {"bill:1", "ｂill:1"}, {"bill:1", "bi\\u200bll:1"}, {"é", "e\\u0301"},
	} {
		shown := `{"id":"` + pair[0] + `","title":"zebra"}`
		hidden := `{"id":"` + pair[1] + `","withheld":true}`
		for _, body := range []string{windowsBody(shown, hidden), windowsBody(hidden, shown), windowsBody(`{"id":"x"}`, shown, hidden, shown)} {
			a := mustAsk(t, body)
			for _, w := range a.UI.Shown() {
				if w.ID.Raw() != "x" {
					t.Errorf("%s shows %q", body, w.ID.Raw())
				}
			}
			if _, ok := noteOf(a.Notes, NoteWithheldEqual); !ok {
				t.Errorf("%s: notes %q", body, codesOf(a.Notes))
			}
			for _, id := range pair {
				var s string
				if err := json.Unmarshal([]byte(`"`+id+`"`), &s); err != nil {
					t.Fatal(err)
				}
				if !a.UI.Withholds(Window{ID: ringfence.NewData(s)}) {
					t.Errorf("%s does not withhold %q", body, s)
				}
			}
		}
	}
	a := mustAsk(t, windowsBody(`{"id":"bill:1"}`, `{"id":"bill:2","withheld":true}`))
	if len(a.UI.Shown()) != 1 || a.UI.Withholds(a.UI.Shown()[0]) {
		t.Error("another id is withheld")
	}
}

// Withheld windows are counted by id, in an ask body and in the state of it.
func TestWithheldCount(t *testing.T) {
	for _, c := range []struct {
		entries []string
		want    int
	}{
		{nil, 0},
		{[]string{`{"id":"a","title":"A"}`}, 0},
		{[]string{`{"id":"a","withheld":true}`, `{"id":"b"}`, `{"id":"c","withheld":null}`}, 2},
		{[]string{`{"id":"a","withheld":true}`, `{"id":" A","withheld":true}`, `{"id":"a"}`}, 1},
	} {
		u := mustAsk(t, windowsBody(c.entries...)).UI
		state, err := ParseStored(mustStore(t, u), secret)
		if err != nil {
			t.Fatal(err)
		}
		if got, stored := u.WithheldCount(), state.WithheldCount(); got != c.want || stored != c.want {
			t.Errorf("%v: %d, and %d when stored; want %d", c.entries, got, stored, c.want)
		}
	}
	if (*UI)(nil).WithheldCount() != 0 {
		t.Error("no ui withholds something")
	}
}

func TestWithheldTitleNote(t *testing.T) {
	body := windowsBody(`{"id":"a"}`, `{"id":"zebra-1","title":"zebra-2","withheld":true,"zebra-3":{"zebra-4":[]}}`)
	a := mustAsk(t, body)
	wantNote(t, a.Notes, body, NoteWithheldTitle, "/ui/openWindows/1", 1, `{"id":"zebra-1"`)
	if a.Unknown != 0 {
		t.Error("members of a withheld window are counted")
	}
	wantUnreachable(t, a, "zebra")
	a = mustAsk(t, windowsBody(`{"id":"a","withheld":true}`))
	if len(a.Notes) != 0 {
		t.Errorf("notes %q for what the contract asks", codesOf(a.Notes))
	}
}

// Two bodies that differ only in what a withheld window says read the same.
func TestWithheldVariation(t *testing.T) {
	read := func(entry string) string {
		a := mustAsk(t, windowsBody(`{"id":"a","title":"A","x":1}`, entry, `{"id":"b","isFocused":true}`))
		stored, err := a.UI.Stored(secret)
		if err != nil {
			t.Fatal(err)
		}
		var notes []string
		for _, n := range a.Notes {
			if n.Code != NoteWithheldTitle { // says that there is a title, no more
				notes = append(notes, fmt.Sprint(n.Code, n.Pointer, n.Count, n.Detail))
			}
		}
		return fmt.Sprintf("%s %d %q %v", stored, a.Unknown, notes, a.UI)
	}
	want := read(`{"id":"w","withheld":true}`)
	for _, entry := range []string{
		`{"id":"w","withheld":true,"title":"Acme"}`,
		`{"id":"w","withheld":null,"title":"Acme \ud83d","isFocused":true}`,
		`{"id":"w","withheld":true,"isFocused":true,"other":["x"],"more":{}}`,
		"{\"key\":\"w\",\"withheld\":true,\"title\":\"\xff\"}",
		`{"id":"W ","withheld":true}`,
	} {
		if got := read(entry); got != want {
			t.Errorf("%s reads as\n%s\nwant\n%s", entry, got, want)
		}
	}
}

// wantUnreachable checks that no print, no encoding and no method of an ask
// brings up a text.
func wantUnreachable(t testing.TB, a *Ask, secret string) {
	t.Helper()
	stored, err := a.UI.Stored([]byte("a key of sixteen"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseStored(stored, []byte("a key of sixteen"))
	if err != nil {
		t.Fatal(err)
	}
	type nest struct{ inner any }
	texts := []string{string(stored)}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		for _, v := range []any{a, *a, a.UI, *a.UI, a.UI.Shown(), a.Notes, nest{a}, nest{*a.UI}, nest{*a}, again, *again, nest{*again}} {
			texts = append(texts, fmt.Sprintf(verb, v))
		}
	}
	for _, w := range a.UI.Shown() {
		texts = append(texts, w.ID.Raw(), w.Title.Raw())
	}
	for _, s := range texts {
		if strings.Contains(s, secret) || strings.Contains(s, fmt.Sprintf("%x", secret)) {
			t.Errorf("%q came up in %.300q", secret, s)
		}
	}
}

func TestFocus(t *testing.T) {
	body := windowsBody(`{"id":"a","isFocused":true,"withheld":true}`, `{"id":"b"}`, `{"id":"c","isFocused":true}`, `{"id":"d","isFocused":true}`)
	a := mustAsk(t, body)
	w, ok := a.UI.Focused()
	if !ok || w.ID.Raw() != "c" {
		t.Errorf("focused %v %v", w, ok)
	}
	for _, w := range a.UI.Shown() {
		if w.Focused != (w.ID.Raw() == "c") {
			t.Errorf("%q focused: %v", w.ID.Raw(), w.Focused)
		}
	}
	wantNote(t, a.Notes, body, NoteFocusTwice, "/ui/openWindows/3", 1, `{"id":"d"`)
	if _, ok := mustAsk(t, windowsBody(`{"id":"a","isFocused":true,"withheld":true}`)).UI.Focused(); ok {
		t.Error("a withheld window is focused")
	}
	var none *UI
	if _, ok := none.Focused(); ok || none.Shown() != nil || none.Withholds(w) {
		t.Error("a nil ui has windows")
	}
}

func TestWindowTwice(t *testing.T) {
	body := windowsBody(`{"id":"a","title":"1"}`, `{"id":"A","title":"2"}`, `{"id":"b"}`)
	a := mustAsk(t, body)
	wantNote(t, a.Notes, body, NoteWindowTwice, "/ui/openWindows/1", 1, `{"id":"A"`)
	if got := len(a.UI.Shown()); got != 3 {
		t.Errorf("%d windows: some were dropped", got)
	}
}

func TestShownIsACopy(t *testing.T) {
	u := mustAsk(t, windowsBody(`{"id":"a","title":"1"}`)).UI
	u.Shown()[0] = Window{}
	if !u.Shown()[0].ID.Present() {
		t.Error("Shown gives away the state")
	}
	if u.Withholds(Window{}) {
		t.Error("a window without an id is withheld")
	}
}

func TestUIPrintsNoContent(t *testing.T) {
	u := mustAsk(t, windowsBody(`{"id":"a"}`, `{"id":"b","withheld":true}`)).UI
	if got := fmt.Sprintf("%+v", u); got != "ui(1 shown)" {
		t.Errorf("prints %q", got)
	}
	if b, err := json.Marshal(u); err == nil {
		t.Errorf("marshals to %s", b)
	}
}

// What a later turn withholds is gone from the earlier one, which itself stays as it
// was.
func TestWithoutWithheld(t *testing.T) {
	parse := func(body string) *UI {
		ask, err := ParseAsk([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return ask.UI
	}
	before := parse(`{"ui":{"openWindows":[{"id":"a","title":"A"},{"id":"B","title":"B"}]}}`)
	for later, want := range map[string]int{
		`{"ui":{"openWindows":[{"id":"b","withheld":true}]}}`:                            1,
		`{"ui":{"openWindows":[{"id":"b","withheld":true},{"id":"ａ","withheld":true}]}}`: 0,
		`{"ui":{"openWindows":[{"id":"c","withheld":true}]}}`:                            2,
		`{"contextItems":[]}`: 2,
	} {
		got, some := before.Without(parse(later))
		if n := len(got.Shown()); n != want || some != (want < 2) || (got == before) == some {
			t.Errorf("%s: %d, %v", later, n, some)
		}
		if len(before.Shown()) != 2 {
			t.Fatal("the earlier turn was changed")
		}
	}
	if got, some := (*UI)(nil).Without(before); got != nil || some {
		t.Error("a turn without windows has some")
	}
}
