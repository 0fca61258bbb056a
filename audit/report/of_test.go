package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/report"
)

// of checks a body and returns what a report says of it.
func of(t *testing.T, kind audit.Kind, body string, at report.Place) []report.Finding {
	t.Helper()
	found, err := audit.Checker{}.Check(kind, "f", []byte(body))
	if err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return report.Of([]byte(body), found, at, true)
}

// prints returns the fingerprints of one rule.
func prints(list []report.Finding, rule string) []string {
	var out []string
	for i := range list {
		if list[i].Rule == rule {
			out = append(out, list[i].Fingerprint)
		}
	}
	return out
}

const bidi = "chars/bidi-control"

// A finding that moves is the same; another text, another file, another member
// and a second copy are not.
func TestFingerprints(t *testing.T) {
	label := func(items ...string) string { return `{"contextItems":[` + strings.Join(items, ",") + `]}` }
	item := `{"label":"Blue mug\u202e"}`
	one := prints(of(t, audit.Ask, label(item), report.Place{}), bidi)
	if len(one) != 1 {
		t.Fatalf("%v", one)
	}
	for name, body := range map[string]string{
		"lines before": "\n\n" + label(item), "another item before": label(`{"label":"Red"}`, item), "white space": label(" " + item + "\n"),
	} {
		if got := prints(of(t, audit.Ask, body, report.Place{}), bidi); !slices.Equal(got, one) {
			t.Errorf("%s: %v, want %v", name, got, one)
		}
	}
	for name, body := range map[string]string{
		"another text": label(`{"label":"Red mug\u202e"}`), "another character": label(`{"label":"Blue mug\u202d"}`),
		"another member": label(`{"label":"x","excerpt":"Blue mug\u202e"}`),
	} {
		if got := prints(of(t, audit.Ask, body, report.Place{}), bidi); len(got) != 1 || got[0] == one[0] {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := prints(of(t, audit.Ask, label(item, item), report.Place{}), bidi); len(got) != 2 || got[0] != one[0] || got[1] == one[0] {
		t.Errorf("a copy: %v", got)
	}
	if got := prints(of(t, audit.Ask, label(item), report.Place{Name: "other"}), bidi); got[0] == one[0] {
		t.Error("another file")
	}
	for _, same := range []string{"./f", "x/../f"} {
		if got := prints(of(t, audit.Ask, label(item), report.Place{Name: same}), bidi); got[0] != one[0] {
			t.Errorf("%s is another file", same)
		}
	}
}

// In text, a line that moves keeps the fingerprints of what is in it.
func TestFingerprintsOfText(t *testing.T) {
	line := "Sort by <|im_start|> please.\n"
	all := func(body string) []string {
		var out []string
		for _, f := range of(t, audit.Prompt, body, report.Place{}) {
			out = append(out, f.Rule+" "+f.Fingerprint)
		}
		return out
	}
	one := all(line)
	if len(one) == 0 {
		t.Fatal("nothing found")
	}
	if got := all("A line.\n\n" + line + "And another.\n"); !slices.Equal(got, one) {
		t.Errorf("%v, want %v", got, one)
	}
	if got := all("Sort by <|im_end|> please.\n"); slices.Equal(got, one) {
		t.Error("another token is the same")
	}
}

// Nothing in a report depends on the title or the id of a withheld window or on
// the kind and the id of an item, beyond that they were sent.
func TestNothingPrivate(t *testing.T) {
	body := func(title, id, kind string) string {
		return `{"ui":{"openWindows":[{"id":"` + id + `","title":"` + title + `","withheld":true,"zzz":1}]},"contextItems":[{"kind":"` + kind + `","id":"` + id + `","label":"","x":"` + title + `"}]}`
	}
	var want []report.Finding
	for i, secret := range []string{"AAAA", "BBBB", "CCCC"} {
		got := of(t, audit.Ask, body(secret, secret, secret), report.Place{})
		if len(got) < 2 {
			t.Fatalf("%v", got)
		}
		for _, f := range got {
			if f.Snippet != nil && strings.Contains(f.Snippet.Text, secret) {
				t.Errorf("%s shows %q", f.Rule, f.Snippet.Text)
			}
		}
		if i == 0 {
			want = got
		}
		for j := range got {
			if got[j].Fingerprint != want[j].Fingerprint {
				t.Errorf("the fingerprint of %s at %s depends on what is private", got[j].Rule, got[j].Pointer)
			}
		}
	}
}

// Places in a record are places in its file; units count as editors do.
func TestPlaces(t *testing.T) {
	body := `{"contextItems":[{"label":"\ud83d\ude00` + "\U0001F600" + `\u202e"}]}`
	whole := of(t, audit.Ask, body, report.Place{})
	record := of(t, audit.Ask, body, report.Place{Record: 7, Offset: 1000})
	if len(whole) == 0 || len(whole) != len(record) {
		t.Fatalf("%v %v", whole, record)
	}
	for i := range whole {
		w, r := whole[i], record[i]
		if w.Line > 0 && (r.Offset != w.Offset+1000 || r.Line != 7 || r.Column != w.Column || r.Record != 7 || r.Fingerprint != w.Fingerprint) {
			t.Errorf("%+v and %+v", w, r)
		}
		if w.Offset > int64(strings.Index(body, "\U0001F600")) && w.Units != w.Column-2 {
			t.Errorf("column %d is unit %d", w.Column, w.Units)
		}
	}
	if report.Of([]byte(body), nil, report.Place{}, true) != nil {
		t.Error("findings from nothing")
	}
}

// FuzzOf takes any body and any places: nothing panics, places stay, snippets
// are escaped and hold their finding, and the same input gives the same.
func FuzzOf(f *testing.F) {
	f.Add([]byte(`{"contextItems":[{"label":"a\u202eb"}]}`), uint16(27), uint16(6), "/contextItems/0/label", true)
	f.Add([]byte("text with\n<|im_start|>\xff##[x]\n"), uint16(10), uint16(12), "", true)
	f.Add([]byte(`{"ui":{"openWindows":[{"id":"a"}]}}`), uint16(29), uint16(1), "/ui/openWindows/0/id", false)
	f.Add([]byte(`["`), uint16(2), uint16(0), "/0", true)
	f.Fuzz(func(t *testing.T, body []byte, at, length uint16, pointer string, more bool) {
		if len(body) > 1<<12 || len(pointer) > 1<<10 {
			return
		}
		offset := int64(at) % int64(len(body)+1)
		list := []audit.Finding{{Rule: "a/b", File: "f", Offset: offset, End: offset + int64(length), Line: 1, Column: 1, Pointer: pointer}}
		if more {
			list = append(list, list[0], audit.Finding{Rule: "a/c", File: "f", Offset: offset / 2, End: ringfence.NoOffset, Pointer: pointer})
			list = append(list, audit.Finding{Rule: "a/d", File: "f", Offset: ringfence.NoOffset, End: ringfence.NoOffset})
		}
		got := report.Of(body, list, report.Place{}, true)
		again := report.Of(body, list, report.Place{}, false)
		seen := map[string]bool{}
		for i, g := range got {
			if g.Offset != list[i].Offset || g.Fingerprint != again[i].Fingerprint || again[i].Snippet != nil || seen[g.Fingerprint] || len(g.Fingerprint) != 32 {
				t.Fatalf("%+v and %+v", g, again[i])
			}
			seen[g.Fingerprint] = true
			if strings.HasPrefix(pointer, "/ui/") && g.Pointer != "" && g.Snippet != nil {
				t.Fatalf("a window is shown: %+v", g.Snippet)
			}
			if s := g.Snippet; s != nil && (report.Visible(s.Text) != s.Text || s.Start < 0 || s.End < s.Start || s.End > len(s.Text)) {
				t.Fatalf("%+v", s)
			}
		}
	})
}

// FuzzRead takes any bytes: what is a report gives the same report again, in
// both forms, and every format writes it.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"checked":1,"unchecked":[],"findings":[{"rule":"a/b","severity":"note","file":"x","offset":1}]}`))
	f.Add([]byte(`{"format":"promptcheck-report","format_version":1}` + "\n" + `{"type":"summary","checked":0}`))
	f.Add([]byte(`{"checked":1,"unchecked":[{"file":"a","file_base64":"YQ==","error":"\u001b"}],"findings":[],"shard":1,"shards":2}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<14 {
			return
		}
		r, err := report.Read(bytes.NewReader(body))
		if (err == nil) == (r == nil) {
			t.Fatalf("%v, %v", r, err)
		}
		if err != nil {
			return
		}
		first := write(t, "json", r)
		for _, format := range []string{"json", "jsonl"} {
			again, err := report.Read(bytes.NewReader(write(t, format, r)))
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if second := write(t, "json", again); !bytes.Equal(first, second) {
				t.Fatalf("%s:\n%s\nand\n%s", format, first, second)
			}
		}
		for _, format := range report.Formats() {
			if out := write(t, format, r); bytes.ContainsAny(out, "\x1b\r\x00") {
				t.Fatalf("%s: %q", format, out)
			}
		}
	})
}
