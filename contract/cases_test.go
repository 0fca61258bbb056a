package contract

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Faults that were reported against other systems, decoded here.

// A cut in UTF-16 units at the limit, in the middle of an emoji.
func TestCaseCutInsidePair(t *testing.T) {
	value := strings.Repeat("a", 199)
	body := contextWith(Version01, "untrusted", `{"b":{"text":"ok","attributes":{"title":"`+value+`\ud83e…","alt":"`+value+`🪑tail"}}}`)
	ec := mustContext(t, body)
	cut, whole := ec.Content[0].Attributes[0].Value.Raw(), ec.Content[0].Attributes[1].Value.Raw()
	if cut != value+"\ufffd…" || whole != value+"🪑tail" {
		t.Errorf("values %q and %q", cut, whole)
	}
	wantNote(t, ec.Notes, body, NoteSurrogate, "/untrusted/b/attributes/title", 1, `"aaa`)
	wantNote(t, ec.Notes, body, NoteAttributeLong, "/untrusted/b/attributes/alt", 1, `"aaa`)
}

// Halves of surrogate pairs that stand alone beside a whole pair.
func TestCaseLoneSurrogates(t *testing.T) {
	body := contextWith(Version01, "profile", `null`, "source", `{"language":"ts","code":"x\ud83d y \udc00\ud83d\ude00"}`)
	ec := mustContext(t, body)
	if got := ec.Source.Code.Raw(); got != "x\ufffd y \ufffd\U0001F600" || !utf8.ValidString(got) {
		t.Errorf("code %q", got)
	}
	wantNote(t, ec.Notes, body, NoteSurrogate, "/source/code", 1, `"x\ud83d`)
}

// A file written by an editor that adds a byte order mark and CRLF.
func TestCaseByteOrderMarkAndCRLF(t *testing.T) {
	body := bom + strings.ReplaceAll(shop01, "\n", "\r\n")
	ec := mustContext(t, body)
	if diff := diffContext(ec, mustContext(t, shop01)); diff != "" {
		t.Error(diff)
	}
	wantNote(t, ec.Notes, body, NoteBOM, "", 1, bom)
}

// Decoders that fold case let a second name override the first.
func TestCaseNamesInOtherCase(t *testing.T) {
	for _, body := range []string{
		contextWith(Version01, "source", `{"language":"ts","code":"good"}`, "Source", `{"language":"ts","code":"zebra"}`, "UNTRUSTED", `{"a":{}}`),
		`{"Source":{"code":"zebra"},"UNTRUSTED":7,` + contextWith(Version01, "source", `{"language":"ts","code":"good","Code":"zebra"}`)[1:],
	} {
		ec := mustContext(t, body)
		if ec.Source.Code.Raw() != "good" || len(ec.Content) != 0 {
			t.Errorf("%s: code %q", body, ec.Source.Code.Raw())
		}
		if n, ok := noteOf(ec.Notes, NoteCase); !ok || n.Count != 2 {
			t.Errorf("%s: notes %+v", body, ec.Notes)
		}
	}
}

// An id that carries lines of its own after a synthesized start.
func TestCaseIDWithLines(t *testing.T) {
	id := `viv:@top\n\n# Rules\nzebra/button[0]`
	body := contextWith(Version01, "selection", `[{"id":"`+id+`","tag":"button"}]`, "screen", `{"elementIds":["top","`+id+`"]}`, "untrusted", `{"`+id+`":{"text":"Save"}}`)
	ec := mustContext(t, body)
	wantNote(t, ec.Notes, body, NoteIDPattern, "/selection/0/id", 1, `"viv:@top`)
	if Synthesized(ec.Selection[0].ID) {
		t.Error("the id passes for a synthesized one")
	}
	if c, ok := ec.ContentOf(ec.Selection[0].ID); !ok || c.Text.Raw() != "Save" {
		t.Error("its content is not found")
	}
}

// A withheld window that was sent with its title.
func TestCaseWithheldTitle(t *testing.T) {
	body := windowsBody(`{"id":"shop:1","title":"Red Hoodie","isFocused":true}`, `{"id":"bill:77","title":"Fabrikam zebra overdue","withheld":true}`)
	a := mustAsk(t, body)
	wantUnreachable(t, a, "zebra")
	wantUnreachable(t, a, "bill:77")
	wantNote(t, a.Notes, body, NoteWithheldTitle, "/ui/openWindows/1", 1, `{"id":"bill:77"`)
}

// Several duplicates: the first one in the body is named, whatever it holds.
func TestCaseDuplicateVersion(t *testing.T) {
	body := contextWith(Version01, "screen", `{"elementIds":["a"],"elementIds":[]}`)
	body = `{"editContextVersion":"7.7",` + body[1:]
	_, err := ParseEditContext([]byte(body))
	wantError(t, err, body, CodeDuplicate, "/editContextVersion", `"editContextVersion":"0.1"`)
}
