package report_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// within checks the strings that pointers select of a record.
func within(t *testing.T, kind audit.Kind, record string, at report.Place, pointers ...string) []report.Finding {
	t.Helper()
	fields, err := promptdoc.ParseFields(pointers)
	if err != nil {
		t.Fatal(err)
	}
	var out []report.Finding
	w := report.NewWithin([]byte(record), at, true)
	err = fields.Each([]byte(record), contract.Limits{}, func(s *promptdoc.Selected) error {
		found, err := audit.Checker{}.Check(kind, "", []byte(s.Text))
		if err == nil {
			out = append(out, w.Of(s.Pointer, []byte(s.Text), s.Span, found)...)
		}
		return err
	})
	if err != nil {
		t.Fatalf("%v: %s", err, record)
	}
	return append(out, w.Rest()...)
}

// A finding leads to the bytes of the record, whatever stands before them and
// however they are escaped.
func TestWithinPlaces(t *testing.T) {
	for _, tc := range []struct {
		record, found string
		line, column  int
		units         int
	}{
		{`{"id":7,"text":"a\u202eb"}`, `\u202e`, 1, 18, 18},
		{`{"id":7,"text":"a` + "\u202e" + `b"}`, "\u202e", 1, 18, 18},
		{`{"id":"é😀","text":"\n\ud83d\ude00\u202e"}`, `\u202e`, 1, 38, 35},
		{"{\n\n \"text\":\n\t\"\\t\\u202E\"}", `\u202E`, 4, 5, 5},
	} {
		list := within(t, audit.Text, tc.record, report.Place{}, "/text")
		list = slices.DeleteFunc(list, func(f report.Finding) bool { return f.Rule != bidi })
		if len(list) != 1 {
			t.Errorf("%s: %v", tc.record, list)
			continue
		}
		f := list[0]
		if got := tc.record[f.Offset:f.End]; got != tc.found || f.Pointer != "/text" || f.Line != tc.line || f.Column != tc.column || f.Units != tc.units {
			t.Errorf("%s: %q at %s, %d:%d, %d units", tc.record, got, f.Pointer, f.Line, f.Column, f.Units)
		}
		moved := within(t, audit.Text, tc.record, report.Place{Record: 5, Offset: 1000}, "/text")
		at := slices.IndexFunc(moved, func(f report.Finding) bool { return f.Rule == bidi })
		if m := moved[at]; m.Offset != f.Offset+1000 || m.End != f.End+1000 || m.Line != f.Line+4 || m.Record != 5 || m.Fingerprint != f.Fingerprint {
			t.Errorf("in line 5: %+v", m)
		}
	}
}

// A finding in a document within a string has the pointers of both, and nothing
// of what is private there.
func TestWithinNests(t *testing.T) {
	inner := `{"ui":{"openWindows":[{"id":"CANARY","title":"CANARY\u202e"}]},"contextItems":[{"kind":"CANARY","id":"CANARY","label":"mug\u202e"}]}`
	quoted, err := json.Marshal(inner)
	if err != nil {
		t.Fatal(err)
	}
	record := `{"log":["",` + string(quoted) + `]}`
	list := within(t, audit.Ask, record, report.Place{}, "/log/1")
	var pointers []string
	for _, f := range list {
		if f.Rule != bidi {
			continue
		}
		pointers = append(pointers, f.Pointer)
		if got := record[f.Offset:f.End]; got != `\\u202e` {
			t.Errorf("%s: %q", f.Pointer, got)
		}
		if f.Snippet != nil && strings.Contains(f.Snippet.Text, "CANARY") {
			t.Errorf("%s shows %q", f.Pointer, f.Snippet.Text)
		}
	}
	if !slices.Equal(pointers, []string{"/log/1/ui/openWindows/0/title", "/log/1/contextItems/0/label"}) {
		t.Errorf("%q", pointers)
	}
	other := within(t, audit.Ask, strings.ReplaceAll(record, "CANARY", "OTHERS"), report.Place{}, "/log/1")
	if !slices.Equal(prints(other, bidi), prints(list, bidi)) {
		t.Error("a fingerprint depends on what is private")
	}
	// The same holds for a field of a payload, which somebody may point at.
	for _, f := range within(t, audit.Text, inner, report.Place{}, "/ui/openWindows/*/title") {
		if f.Snippet != nil {
			t.Errorf("%s shows %q", f.Pointer, f.Snippet.Text)
		}
	}
}

// Fingerprints are those of the text: escapes, white space, other members and
// other elements do not matter; another member, another text and a copy do.
func TestWithinFingerprints(t *testing.T) {
	of := func(record string) []string {
		return prints(within(t, audit.Text, record, report.Place{Name: "f"}, "/m/*/text"), bidi)
	}
	one := of(`{"m":[{"text":"Blue mug\u202e"}]}`)
	if len(one) != 1 {
		t.Fatal(one)
	}
	for _, record := range []string{
		`{"m":[{"text":"Blue mug` + "\u202e" + `"}]}`, `{"m":[{"text":"\u0042lue mug\u202E"}]}`,
		"{\"id\":1,\n\"m\":[ {\"x\":0,\"text\":\"Blue mug\\u202e\"} ] }", `{"m":[{"text":"Red"},{"text":"Blue mug\u202e"}]}`,
	} {
		if got := of(record); !slices.Equal(got, one) {
			t.Errorf("%s: %v, want %v", record, got, one)
		}
	}
	if got := of(`{"m":[{"text":"Red mug\u202e"}]}`); slices.Equal(got, one) {
		t.Error("another text")
	}
	if got := of(`{"m":{"x":{"text":"Blue mug\u202e"}}}`); slices.Equal(got, one) {
		t.Error("another member")
	}
	if got := of(`{"m":[{"text":"Blue mug\u202e"},{"text":"Blue mug\u202e"}]}`); len(got) != 2 || got[0] != one[0] || got[1] == one[0] {
		t.Errorf("a copy in another string: %v", got)
	}
}

// A record of many strings has no more findings of a rule than any other body.
func TestWithinIsBounded(t *testing.T) {
	const n = 3 * audit.MaxPerRule
	record := `["` + strings.Repeat(`a\u202e","`, n) + `"]`
	list := within(t, audit.Text, record, report.Place{}, "/*")
	if got := prints(list, bidi); len(got) != audit.MaxPerRule+1 {
		t.Fatalf("%d findings", len(got))
	}
	for i, f := range list {
		if last := f.Pointer == "/20"; f.Rule == bidi && last != strings.HasPrefix(f.Message, "and more of this rule") {
			t.Errorf("%d: %s at %s", i, f.Message, f.Pointer)
		}
	}
	// Of long pointers, few are made for what is left out.
	w := report.NewWithin([]byte(record), report.Place{}, false)
	found := slices.Repeat([]audit.Finding{{Rule: "r", Offset: 0, End: ringfence.NoOffset}}, audit.MaxPerRule+1)
	asked, long := 0, "/"+strings.Repeat("a", 4<<20)
	pointer := func() string { asked++; return long }
	for range 100 {
		w.Of(pointer, []byte("a"), promptdoc.StringSpan([]byte(record[1:10]), 1), found)
	}
	if asked > 5 {
		t.Errorf("the pointer was made %d times, once for findings that are kept", asked)
	}
}

// Without a place in the text a finding is at its string, and places are never
// before those of the string before.
func TestWithinWithoutPlace(t *testing.T) {
	record := "[\"ab\",\n\"cd\"]"
	w := report.NewWithin([]byte(record), report.Place{}, true)
	none := []audit.Finding{{Rule: "r", Offset: ringfence.NoOffset, End: ringfence.NoOffset}, {Rule: "r", Offset: 1, End: 2}}
	for i, want := range []struct{ offset, line, column int }{{1, 1, 2}, {7, 2, 1}} {
		start := int64(want.offset)
		got := w.Of(func() string { return "" }, []byte("ab"), promptdoc.StringSpan([]byte(record)[start:start+4], start), none)
		if f := got[0]; f.Offset != start || f.End != ringfence.NoOffset || f.Line != want.line || f.Column != want.column {
			t.Errorf("string %d: %+v", i, f)
		}
		if f := got[1]; f.Offset != start+2 || f.End != start+3 || f.Line != want.line || f.Column != want.column+2 {
			t.Errorf("string %d: %+v", i, f)
		}
	}
}

// FuzzWithin holds of any text, however it is escaped in a record, that it has the
// findings that it has alone, in places of the record that hold what was found,
// with the line and the column of these places.
func FuzzWithin(f *testing.F) {
	for _, s := range []string{"a\u202eb", "<|im_start|>\n\u200b\u200b", "é😀\u202e\x00\u202d", "![x](http://a.b/?q={{x}})\r\n", `{"contextItems":[]}`} {
		f.Add(s, true, "\n")
		f.Add(s, false, "")
	}
	f.Fuzz(func(t *testing.T, text string, escape bool, space string) {
		const most = 1 << 12
		if !utf8.ValidString(text) || strings.Trim(space, " \t\r\n") != "" || len(text)+len(space) > most {
			return
		}
		raw := quoteAll(text, escape)
		record := "{\"é\":\"😀\"," + space + "\"text\":" + space + raw + "}"
		alone, err := audit.Checker{}.Check(audit.Text, "", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		list := within(t, audit.Text, record, report.Place{}, "/text")
		if len(list) != len(alone) {
			t.Fatalf("%d findings, alone %d", len(list), len(alone))
		}
		base := strings.Index(record, `"text":`+space) + len(`"text":`+space)
		for i, got := range list {
			want := alone[i]
			if got.Rule != want.Rule || got.Message != want.Message || got.Pointer != "/text" {
				t.Errorf("finding %d: %+v, alone %+v", i, got, want)
			}
			head := record[:got.Offset]
			if got.Line != 1+strings.Count(head, "\n") || got.Column != len(head)-strings.LastIndexByte(head, '\n') {
				t.Errorf("%d:%d at byte %d of %q", got.Line, got.Column, got.Offset, record)
			}
			var before string
			if err := json.Unmarshal([]byte(record[base:got.Offset]+`"`), &before); want.Offset != ringfence.NoOffset && (err != nil || before != whole(text[:want.Offset])) {
				t.Errorf("before finding %d: %q, %v; want %q", i, before, err, text[:want.Offset])
			}
		}
	})
}

// whole is text up to its last whole character: a place inside of one is moved to
// its first byte.
func whole(s string) string {
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s
}

// quoteAll writes text as a JSON string, in escapes alone or with as few as
// encoding/json takes.
func quoteAll(text string, escape bool) string {
	b, _ := json.Marshal(text)
	if !escape {
		return string(b)
	}
	var out strings.Builder
	for _, u := range utf16Units(text) {
		const hexDigits = "0123456789abcdef"
		out.WriteString(`\u`)
		for shift := 12; shift >= 0; shift -= 4 {
			out.WriteByte(hexDigits[u>>shift&0xF])
		}
	}
	return `"` + out.String() + `"`
}

func utf16Units(s string) []uint16 {
	var out []uint16
	for _, r := range s {
		if r > 0xFFFF {
			r -= 0x10000
			out = append(out, uint16(0xD800+r>>10), uint16(0xDC00+r&0x3FF))
			continue
		}
		out = append(out, uint16(r))
	}
	return out
}
