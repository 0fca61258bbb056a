package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// maxFuzz caps fuzz inputs: the properties do not depend on size.
const maxFuzz = 1 << 16

// seedBodies are bodies of every kind, good and bad, that targets start from.
func seedBodies() []string {
	seeds := []string{
		shop01, shop02, turn, bom + shop01, strings.ReplaceAll(shop02, "\n", "\r\n"),
		`{}`, ``, `null`, `[`, `{"a":1}x`, `{"a":1,"a":2}`, "{\"k\xff\":1,\"k\xfe\":2}",
		contextWith(Version01), contextWith(Version02), contextWith("0.3"),
		contextWith(Version01, "source", `{"language":"js","code":"a\ud83d b"}`, "Source", `1`),
		contextWith(Version02, "screen", `{"elements":[{"id":"a","tag":"P","relation":"x","role":"a b"},{"id":"a","tag":"","role":null}]}`),
		contextWith(Version01, "untrusted", `{"":{"text":null,"attributes":{"":""}},"__proto__":{}}`),
		windowsBody(`{"id":"a","title":"T","withheld":null}`, `{"id":"A"}`, `{"key":"b","isFocused":true}`, `{"id":"c","isFocused":true,"x":1}`),
		windowsBody(`{"id":"a","Withheld":true}`), windowsBody(`{"id":"a","key":"b"}`),
		`{"ui":null,"contextItems":[{"kind":"k","id":"1","label":" "},{"excerpt":"e","x":{}}],"message":"m"}`,
		`{"ui":{"viewport":"mobile","audience":"customer","openWindows":[]}}`,
	}
	for _, body := range []string{turn, `{"ui":{}}`} {
		a, err := ParseAsk([]byte(body))
		if err != nil {
			panic(err) // the seeds are good
		}
		b, err := a.UI.Stored(secret)
		if err != nil {
			panic(err)
		}
		seeds = append(seeds, string(b), removeWithheld(string(b)))
	}
	return seeds
}

func addSeeds(f *testing.F) {
	for _, s := range seedBodies() {
		f.Add([]byte(s))
	}
}

func FuzzParseEditContext(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > maxFuzz {
			return
		}
		before := string(body)
		ec, err := ParseEditContext(body)
		if string(body) != before {
			t.Fatal("the body was changed")
		}
		if (err == nil) != (ec != nil) {
			t.Fatalf("a context beside an error: %v %v", ec, err)
		}
		checkPlace(t, body, err)
		again, errAgain := ParseEditContext(body)
		if fmt.Sprint(err) != fmt.Sprint(errAgain) {
			t.Fatalf("two readings: %v and %v", err, errAgain)
		}
		if err != nil {
			return
		}
		if fmt.Sprint(ec.Notes, ec.Unknown) != fmt.Sprint(again.Notes, again.Unknown) {
			t.Fatal("two readings have other notes")
		}
		checkNotes(t, body, ec.Notes)
		canon := encodeContext(ec)
		back, err := ParseEditContext([]byte(canon))
		if err != nil {
			t.Fatalf("canonical %s: %v", canon, err)
		}
		if diff := diffContext(ec, back); diff != "" {
			t.Fatalf("canonical %s: %s", canon, diff)
		}
		if back.Unknown != 0 {
			t.Fatalf("canonical %s has unknown members", canon)
		}
		for _, c := range ec.Content {
			if got, ok := ec.ContentOf(c.ID); !ok || !got.ID.Equal(c.ID) {
				t.Fatal("content is not found by its id")
			}
		}
		if ShapeOf(body) != ShapeEditContext {
			t.Fatalf("shape %v", ShapeOf(body))
		}
	})
}

func FuzzParseAsk(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > maxFuzz {
			return
		}
		a, err := ParseAsk(body)
		if (err == nil) != (a != nil) {
			t.Fatalf("an ask beside an error: %v %v", a, err)
		}
		checkPlace(t, body, err)
		_, errAgain := ParseAsk(body)
		if fmt.Sprint(err) != fmt.Sprint(errAgain) {
			t.Fatalf("two readings: %v and %v", err, errAgain)
		}
		if err != nil {
			return
		}
		checkNotes(t, body, a.Notes)
		back, err := ParseAsk([]byte(encodeAsk(a)))
		if err != nil {
			t.Fatalf("canonical %s: %v", encodeAsk(a), err)
		}
		for i := range a.ContextItems { // keys have no text to encode
			a.ContextItems[i].Kind, a.ContextItems[i].Key = ringfence.Key{}, ringfence.Key{}
		}
		if diff := diffAsk(a, back); diff != "" {
			t.Fatalf("canonical %s: %s", encodeAsk(a), diff)
		}
		checkUI(t, a.UI)
	})
}

// checkUI checks what holds for every ui.
func checkUI(t *testing.T, u *UI) {
	t.Helper()
	if u == nil {
		return
	}
	focused := 0
	for _, w := range u.Shown() {
		if u.Withholds(w) {
			t.Fatalf("a shown window is withheld")
		}
		if w.Key != windowKey(w.ID.Raw()) || foldID(w.ID.Raw()) == "" {
			t.Fatal("a window has a wrong key or an empty id")
		}
		if w.Focused {
			focused++
		}
	}
	if _, ok := u.Focused(); ok != (focused == 1) || focused > 1 {
		t.Fatalf("%d focused windows", focused)
	}
	b, err := u.Stored(secret)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseStored(b, secret)
	if err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	if diff := diffUI(u, back); diff != "" {
		t.Fatalf("%s: %s", b, diff)
	}
}

// FuzzStored reads a body as a stored state, as it is and signed with the right
// secret: a forged state must be refused, a signed one must keep its meaning.
func FuzzStored(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > maxFuzz {
			return
		}
		checkStored(t, body)
		// The body without its end, signed: this is accepted when it is exactly
		// what Stored writes, or what means the same.
		content, _, _ := strings.Cut(strings.TrimSuffix(string(body), "}"), `,"mac":`)
		checkStored(t, fmt.Appendf(nil, `%s,"mac":"%x"}`, content, storedMAC([]byte(content), secret)))
	})
}

// checkStored checks one reading of a stored state.
func checkStored(t *testing.T, body []byte) {
	t.Helper()
	u, err := ParseStored(body, secret)
	if (err == nil) != (u != nil) {
		t.Fatalf("a ui beside an error: %v %v", u, err)
	}
	checkPlace(t, body, err)
	if err != nil {
		return
	}
	checkUI(t, u)
	if _, err := ParseStored(body, []byte("another secret of the application")); err == nil {
		t.Fatal("two secrets sign the same state")
	}
	if ShapeOf(body) != ShapeStored {
		t.Fatal("a stored state has another shape")
	}
}

// FuzzWithheld puts any text where a withheld window keeps its own, and checks
// that nothing changes but the note that a title was sent.
func FuzzWithheld(f *testing.F) {
	f.Add("w", "Acme", "other", true)
	f.Add("W ", "\xff", "title", false)
	f.Add("e\u0301", "", "", true)
	f.Fuzz(func(t *testing.T, id, title, member string, focus bool) {
		if len(id)+len(title)+len(member) > DefaultWindowID {
			return
		}
		read := func(entry string) string {
			a, err := ParseAsk([]byte(windowsBody(`{"id":"first"}`, entry, `{"id":"last","isFocused":true}`)))
			if err != nil {
				return "error"
			}
			b, err := a.UI.Stored(secret)
			if err != nil {
				t.Fatal(err)
			}
			var notes []Note
			for _, n := range a.Notes {
				if n.Code != NoteWithheldTitle {
					n.Offset = 0
					notes = append(notes, n)
				}
			}
			return fmt.Sprintf("%s %v %d", b, notes, a.Unknown)
		}
		plain := read(`{"id":` + quote(id) + `,"withheld":true}`)
		full := read(`{"id":` + quote(id) + `,"title":` + quote(title) + `,"isFocused":` + strconv.FormatBool(focus) + `,"withheld":true}`)
		if full != plain {
			t.Fatalf("the title or the focus shows:\n%s\n%s", plain, full)
		}
		extra := read(`{"id":` + quote(id) + `,` + quote(member) + `:"zebra","withheld":true}`)
		if extra != plain && extra != "error" { // a known or look-alike name is an error
			if member != "title" && member != "isFocused" {
				t.Fatalf("another member shows:\n%s\n%s", plain, extra)
			}
		}
	})
}

// checkPlace checks an error: its code, its offset, and that its pointer leads
// somewhere when the body is JSON that another decoder reads the same way.
func checkPlace(t *testing.T, body []byte, err error) {
	t.Helper()
	checkError(t, err, len(body))
	var e *ringfence.Error
	if !errors.As(err, &e) {
		return
	}
	switch e.Code {
	case CodeTruncated, CodeSyntax, CodeTrailing:
		if json.Valid([]byte(strings.TrimPrefix(string(body), bom))) {
			t.Fatalf("valid JSON is refused: %v", err)
		}
	case CodeDuplicate, CodeDuplicateReplaced, CodeDepth:
		if !strings.ContainsAny(string(body[e.Offset:][:1]), `"{[`) {
			t.Fatalf("%v is at %.10q", err, body[e.Offset:])
		}
	default:
		if !resolves(tree(body), e.Pointer) {
			t.Fatalf("%v does not lead anywhere", err)
		}
	}
}

// checkNotes checks that notes are documented, counted and placed.
func checkNotes(t *testing.T, body []byte, notes []Note) {
	t.Helper()
	if len(notes) > 100 {
		t.Fatalf("%d notes", len(notes))
	}
	if len(notes) == 0 {
		return
	}
	v := tree(body)
	for _, n := range notes {
		if !knownNotes[n.Code] || n.Count < 1 || n.Detail == "" {
			t.Fatalf("note %+v", n)
		}
		if n.Offset < 0 || n.Offset >= int64(len(body)) {
			t.Fatalf("note %+v is outside %d bytes", n, len(body))
		}
		if !resolves(v, n.Pointer) {
			t.Fatalf("note %+v does not lead anywhere", n)
		}
	}
}

// tree is what encoding/json makes of a body, to walk pointers through. It is
// nil when the body is no JSON.
func tree(body []byte) any {
	dec := json.NewDecoder(strings.NewReader(strings.TrimPrefix(string(body), bom)))
	dec.UseNumber() // numbers out of range are JSON too
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	return v
}

// resolves walks a JSON pointer.
func resolves(v any, pointer string) bool {
	if pointer == "" {
		return true
	}
	for _, tok := range strings.Split(pointer, "/")[1:] {
		tok = strings.ReplaceAll(strings.ReplaceAll(tok, "~1", "/"), "~0", "~")
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[tok]
			if !ok {
				return false
			}
			v = next
		case []any:
			i, err := strconv.Atoi(tok)
			if err != nil || i < 0 || i >= len(x) {
				return false
			}
			v = x[i]
		default:
			return false
		}
	}
	return true
}
