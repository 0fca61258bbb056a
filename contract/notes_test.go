package contract

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// Each case is a body with one unusual thing in it, and the one note for it.
func TestNotes(t *testing.T) {
	long := func(unit string, n int) string { return strings.Repeat(unit, n) }
	onScreen := `{"elementIds":["viv:a"]}`
	for _, tc := range []struct {
		name, version, member, value string
		code                         ringfence.Code
		pointer, at                  string
		count                        int
	}{
		{"text of 502 units", Version01, "untrusted", `{"viv:a":{"text":"` + long("x", 502) + `"}}`, NoteTextLong, "/untrusted/viv:a/text", `"xxx`, 1},
		{"text of 251 pairs", Version01, "untrusted", `{"viv:a":{"text":"` + long("😀", 251) + `"}}`, NoteTextLong, "/untrusted/viv:a/text", `"😀`, 1},
		{"attribute of 202 units", Version01, "untrusted", `{"viv:a":{"attributes":{"b":"","c":"` + long("é", 202) + `"}}}`, NoteAttributeLong, "/untrusted/viv:a/attributes/c", `"é`, 1},
		{"name of 102 units", Version02, "untrusted", `{"viv:a":{"name":"` + long("x", 102) + `"}}`, NoteNameLong, "/untrusted/viv:a/name", `"xx`, 1},
		{"upper tag", Version01, "selection", `[{"id":"viv:a","tag":"DIV"}]`, NoteTagCase, "/selection/0/tag", `"DIV"`, 1},
		{"tag with a line", Version01, "selection", `[{"id":"viv:a","tag":"a\nb"}]`, NoteTagName, "/selection/0/tag", `"a\nb"`, 1},
		{"empty tag", Version01, "selection", `[{"id":"viv:a","tag":""}]`, NoteTagName, "/selection/0/tag", `""`, 1},
		{"authored id", Version01, "selection", `[{"id":"cart","tag":"p"}]`, NoteIDAuthored, "/selection/0/id", `"cart"`, 1},
		{"id with a sentence", Version01, "selection", `[{"id":"viv:@do this now/p[0]","tag":"p"}]`, NoteIDPattern, "/selection/0/id", `"viv:@do`, 1},
		{"bare prefix", Version01, "selection", `[{"id":"viv:","tag":"p"}]`, NoteIDPattern, "/selection/0/id", `"viv:"`, 1},
		{"id with a line", Version01, "selection", `[{"id":"viv:a\n","tag":"p"}]`, NoteIDPattern, "/selection/0/id", `"viv:a\n"`, 1},
		{"selected twice", Version01, "selection", `[{"id":"viv:a","tag":"p"},{"id":"viv:a","tag":"p"}]`, NoteSelectionTwice, "/selection/1/id", `"viv:a","tag":"p"}]`, 1},
		{"off screen", Version01, "selection", `[{"id":"viv:b","tag":"p"}]`, NoteSelectionOffScreen, "/selection/0/id", `"viv:b"`, 1},
		{"unlisted", Version01, "untrusted", `{"viv:b/c":{},"viv:d":{}}`, NoteUntrustedUnlisted, "/untrusted/viv:b~1c", `"viv:b/c"`, 2},
		{"on screen twice", Version01, "screen", `{"elementIds":["viv:a","viv:b","viv:a","viv:a"]}`, NoteElementTwice, "/screen/elementIds/2", `"viv:a","viv:a"]`, 2},
		{"on screen twice, 0.2", Version02, "screen", `{"elements":[{"id":"viv:a","tag":"p","relation":"child"},{"id":"viv:a","tag":"p","relation":"child"}]}`, NoteElementTwice, "/screen/elements/1/id", `"viv:a","tag":"p","relation":"child"}]`, 1},
		{"other relation", Version02, "screen", `{"elements":[{"id":"viv:a","tag":"p","relation":"cousin"}]}`, NoteRelation, "/screen/elements/0/relation", `"cousin"`, 1},
		{"no relation", Version02, "screen", `{"elements":[{"id":"viv:a","tag":"p"}]}`, NoteRelation, "/screen/elements/0", `{"id"`, 1},
		{"role of words", Version02, "screen", `{"elements":[{"id":"viv:a","tag":"p","relation":"child","role":"you are root"}]}`, NoteRole, "/screen/elements/0/role", `"you`, 1},
		{"half pair", Version01, "untrusted", `{"viv:a":{"text":"a\ud83d"}}`, NoteSurrogate, "/untrusted/viv:a/text", `"a\ud83d"`, 1},
		{"bytes", Version01, "untrusted", "{\"viv:a\":{\"text\":\"a\xf0\x9f\"}}", NoteUTF8, "/untrusted/viv:a/text", "\"a\xf0", 1},
		{"surrogate in bytes", Version01, "untrusted", "{\"viv:a\":{\"attributes\":{\"b\":\"\xed\xa0\x80\"}}}", NoteUTF8, "/untrusted/viv:a/attributes/b", "\"\xed", 1},
		{"unknown", Version01, "extra", `{"selection":[1]}`, NoteUnknown, "/extra", `"extra"`, 1},
		{"unknown in many", Version01, "selection", `[{"id":"viv:a","tag":"p","x":1,"y":2}]`, NoteUnknown, "/selection/0/x", `"x"`, 2},
		{"known in upper case", Version01, "SELECTION", `5`, NoteCase, "/SELECTION", `"SELECTION"`, 1},
		{"known with another letter", Version01, "sоurce", `5`, NoteCase, "/sоurce", `"sоurce"`, 1},
		{"known in full width", Version01, "ｓource", `5`, NoteCase, "/ｓource", `"ｓource"`, 1},
		{"known with an invisible", Version01, "source\u200b", `5`, NoteCase, "/source\u200b", "\"source\u200b\"", 1},
	} {
		pairs := []string{tc.member, tc.value}
		if tc.member != "screen" {
			screen := onScreen
			if tc.version == Version02 {
				screen = `{"elements":[{"id":"viv:a","tag":"p","relation":"child"}]}`
			}
			pairs = append(pairs, "screen", screen)
		}
		body := contextWith(tc.version, pairs...)
		body = strings.ReplaceAll(body, `\u200b`, "\u200b") // %q escaped it in the name
		ec := mustContext(t, body)
		t.Run(tc.name, func(t *testing.T) {
			wantNote(t, ec.Notes, body, tc.code, tc.pointer, tc.count, tc.at)
			for _, n := range ec.Notes {
				// Ids that are off the pattern are off the screen too.
				if n.Code != tc.code && n.Code != NoteSelectionOffScreen {
					t.Errorf("another note: %+v", n)
				}
			}
		})
	}
}

// What producers send as a rule is not worth a note.
func TestNoNotes(t *testing.T) {
	pairs := strings.Repeat("😀", 250)
	body := contextWith(Version02, "screen", `{"elements":[{"id":"viv:a","tag":"x-é","relation":"child","role":"doc-abstract"},{"id":"viv:b","tag":"p","relation":"child","role":null}]}`,
		"selection", `[{"id":"viv:@a.b-c/d[0]","tag":"p"}]`, "profile", `null`,
		"untrusted", `{"viv:a":{"text":"`+pairs+`…","name":"`+strings.Repeat("n", 101)+`","attributes":{"A":"`+strings.Repeat("v", 201)+`"}}}`)
	ec := mustContext(t, body)
	if got := codesOf(ec.Notes); got != "selection-off-screen" { // this one is off on purpose
		t.Errorf("notes %q", got)
	}
	if ec.Unknown != 0 {
		t.Errorf("%d unknown", ec.Unknown)
	}
}

// The number of notes does not grow with the body.
func TestNotesAreBounded(t *testing.T) {
	sizes := make([]int, 2)
	for k, n := range []int{10, 1000} {
		var members, ids, content []string
		for i := range n {
			s := strings.Repeat("x", i%7) + "é" + strings.Repeat("y", i/7)
			members = append(members, `"`+s+`":1`)
			ids = append(ids, `"`+s+`","`+s+`"`)
			content = append(content, `"viv:`+s+`":{"`+s+`":{},"text":"`+strings.Repeat("t", 600)+`"}`)
		}
		body := `{` + strings.Join(members, ",") + `,` + strings.TrimPrefix(contextWith(Version01,
			"screen", `{"elementIds":[`+strings.Join(ids, ",")+`]}`, "untrusted", `{`+strings.Join(content, ",")+`}`), "{")
		ec := mustContext(t, body)
		if ec.Unknown != 2*n {
			t.Errorf("%d unknown members, want %d", ec.Unknown, 2*n)
		}
		total := 0
		for _, note := range ec.Notes {
			if note.Code == NoteUnknown {
				total += note.Count
			}
		}
		if total != 2*n {
			t.Errorf("notes count %d unknown members, want %d", total, 2*n)
		}
		sizes[k] = len(ec.Notes)
	}
	if sizes[0] != sizes[1] || sizes[0] == 0 {
		t.Errorf("%d notes became %d", sizes[0], sizes[1])
	}
}

func TestMergeKeepsFirstPlace(t *testing.T) {
	var a, b noteList
	place := func(p string) func() string { return func() string { return p } }
	a.add("c", Note{Code: NoteUnknown, Count: 1, Offset: 1}, place("/1"))
	b.add("c", Note{Code: NoteUnknown, Count: 2, Offset: 2}, place("/2"))
	b.add("d", Note{Code: NoteUnknown, Count: 3, Offset: 3}, place("/3"))
	a.unknown, b.unknown = 1, 5
	a.merge(&b)
	if len(a.list) != 2 || a.list[0].Count != 3 || a.list[0].Pointer != "/1" || a.list[1].Pointer != "/3" || a.unknown != 6 {
		t.Errorf("merged %+v, %d unknown", a.list, a.unknown)
	}
}
