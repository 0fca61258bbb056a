package fuzz_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

var byteOrderMark = []byte("\ufeff")

// decodeSeeds are bodies of each kind, good and bad.
var decodeSeeds = []string{
	``, `null`, `{}`, `[`, `{"a":1}x`, `{"a":1,"a":2}`, "{\"k\xff\":1,\"k\xfe\":2}",
	`{"editContextVersion":"0.1","profile":"react-tsx@0","selection":[{"id":"viv:@card/button[0]","tag":"button"}],"screen":{"elementIds":["card","viv:@card/button[0]"]},"source":{"language":"tsx","code":"a\ud83d\r\n"},"untrusted":{"card":{"text":null,"attributes":{"":""}},"viv:@card/button[0]":{"text":"Save"}}}`,
	`{"editContextVersion":"0.2","selection":[],"screen":{"elements":[{"id":"a","tag":"p","relation":"selected","role":"img"},{"id":"b","tag":"h2","relation":"x","role":null}]},"source":null,"untrusted":{"a":{"name":"n","text":"t","attributes":{"id":"1","ID":"2"}}}}`,
	`{"editContextVersion":"0.3"}`, `{"editContextVersion":"0.1","editContextVersion":"0.1"}`,
	`{"ui":{"viewport":"mobile","audience":"operator","openWindows":[{"id":"a","title":"A","isFocused":true},{"key":"b","withheld":false},{"id":"c","withheld":null,"title":"x"}]},"contextItems":[{"kind":"k","id":"1","label":"L"},{"kind":"k","id":"1","excerpt":"E"},{"id":"2"},{}],"message":"m"}`,
	`{"ui":{"openWindows":[{"id":"a","Withheld":true}]}}`, `{"ui":{"openWindows":[{"id":"A"},{"id":"a","withheld":true}]}}`,
	`{"ui":null,"contextItems":[]}`, `{"contextItems":[{"label":"\u0000","id":1e999}]}`,
}

// FuzzDecode reads a body as an edit context and as an ask body.
func FuzzDecode(f *testing.F) {
	for _, s := range decodeSeeds {
		f.Add([]byte(s))
		f.Add(append(bytes.Clone(byteOrderMark), bytes.ReplaceAll([]byte(s), []byte(","), []byte(",\r\n"))...))
	}
	for _, s := range vectors(f) {
		f.Add([]byte(s))
		var o object
		o.raw("contextItems", `[{"label":`+quote(s)+`}]`)
		f.Add([]byte(o.String()))
	}
	for _, b := range append(caseBodies(f), collected(f, "json/corpus")...) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if tooLong(body) {
			return
		}
		ec, ecErr := contract.ParseEditContext(body)
		ask, askErr := contract.ParseAsk(body)
		decodeAllOrNothing(t, ec != nil, ecErr)
		decodeAllOrNothing(t, ask != nil, askErr)
		for _, err := range []error{ecErr, askErr} {
			if err != nil {
				decodeErrorsPointInside(t, body, err)
				decodeAgreesOnSyntax(t, body, err)
			}
		}
		decodeAgain(t, body, ecErr, askErr)
		if ec != nil {
			decodeNotesPointInside(t, body, ec.Notes)
			decodeContextComesBack(t, ec)
		}
		if ask != nil {
			decodeNotesPointInside(t, body, ask.Notes)
			decodeAskComesBack(t, ask)
			decodeStoredComesBack(t, ask.UI)
		}
		decodeHasOneShape(t, body, ec, ask)
	})
}

// decodeAllOrNothing: there is a value or an error, never both.
func decodeAllOrNothing(t *testing.T, value bool, err error) {
	t.Helper()
	if value == (err != nil) {
		broken(t, fidelity, "a value (%v) beside the error %v", value, err)
	}
}

// decodeErrorsPointInside: an error has a code, a text that is safe to log, and
// an offset in the body.
func decodeErrorsPointInside(t *testing.T, body []byte, err error) {
	t.Helper()
	e := typed(t, err)
	wantPlainError(t, err)
	if e.Offset < ringfence.NoOffset || e.Offset > int64(len(body)) {
		t.Fatalf("%s: offset %d in a body of %d bytes", e.Code, e.Offset, len(body))
	}
}

// decodeAgreesOnSyntax: what is refused as bad JSON is bad JSON to the standard
// library, and the other way round.
func decodeAgreesOnSyntax(t *testing.T, body []byte, err error) {
	t.Helper()
	valid := json.Valid(bytes.TrimPrefix(body, byteOrderMark))
	switch typed(t, err).Code {
	case contract.CodeSyntax, contract.CodeTruncated, contract.CodeTrailing:
		if valid {
			broken(t, fidelity, "valid JSON is refused: %v", err)
		}
	case contract.CodeDuplicate, contract.CodeDuplicateReplaced, contract.CodeDepth:
		// Found before the end of the body was seen.
	default:
		if !valid {
			broken(t, fidelity, "bad JSON is judged by its content: %v", err)
		}
	}
}

// decodeAgain: a second reading ends the same way.
func decodeAgain(t *testing.T, body []byte, ecErr, askErr error) {
	t.Helper()
	before := bytes.Clone(body)
	_, ecAgain := contract.ParseEditContext(body)
	_, askAgain := contract.ParseAsk(body)
	if !sameError(ecErr, ecAgain) || !sameError(askErr, askAgain) {
		broken(t, determinism, "%v then %v; %v then %v", ecErr, ecAgain, askErr, askAgain)
	}
	if !bytes.Equal(before, body) {
		broken(t, fidelity, "reading changed the body")
	}
}

func sameError(a, b error) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Error() == b.Error())
}

// decodeNotesPointInside: notes have a code, a count and an offset in the body.
func decodeNotesPointInside(t *testing.T, body []byte, notes []contract.Note) {
	t.Helper()
	for _, n := range notes {
		if n.Code == "" || n.Count < 1 || n.Offset < ringfence.NoOffset || n.Offset > int64(len(body)) {
			t.Fatalf("note %+v in a body of %d bytes", n, len(body))
		}
	}
}

// decodeContextComesBack: written by another encoder, an accepted context reads
// back equal. So the decoder loses nothing and what it accepts is valid JSON.
func decodeContextComesBack(t *testing.T, ec *contract.EditContext) {
	t.Helper()
	again := encodeContext(ec)
	back, err := contract.ParseEditContext([]byte(again))
	if err != nil {
		broken(t, fidelity, "%v for the encoded context %s", err, again)
	}
	if what := sameContext(ec, back); what != "" {
		broken(t, fidelity, "the %s of the encoded context differs: %s", what, again)
	}
}

// decodeAskComesBack is the same for ask bodies.
func decodeAskComesBack(t *testing.T, a *contract.Ask) {
	t.Helper()
	again := encodeAsk(a)
	back, err := contract.ParseAsk([]byte(again))
	if err != nil {
		broken(t, fidelity, "%v for the encoded ask %s", err, again)
	}
	if what := sameAsk(a, back); what != "" {
		broken(t, fidelity, "the %s of the encoded ask differs: %s", what, again)
	}
}

// decodeStoredComesBack: the state kept between turns shows and withholds the
// same windows.
func decodeStoredComesBack(t *testing.T, ui *contract.UI) {
	t.Helper()
	if ui == nil {
		return
	}
	secret := []byte("a secret of the application")
	b, err := ui.Stored(secret)
	if err != nil {
		broken(t, withholding, "a state cannot be stored: %v", err)
	}
	back, err := contract.ParseStored(b, secret)
	if err != nil {
		broken(t, withholding, "a stored state is refused: %v", err)
	}
	again, err := back.Stored(secret)
	if err != nil || !bytes.Equal(b, again) {
		broken(t, withholding, "a state changes when stored twice: %v\n%s\n%s", err, b, again)
	}
	for _, w := range ui.Shown() {
		if ui.Withholds(w) || back.Withholds(w) {
			broken(t, withholding, "a shown window is withheld")
		}
	}
}

// decodeHasOneShape: what a parser accepts is of its shape, by names alone.
func decodeHasOneShape(t *testing.T, body []byte, ec *contract.EditContext, ask *contract.Ask) {
	t.Helper()
	shape := contract.ShapeOf(body)
	if ec != nil && shape != contract.ShapeEditContext {
		t.Fatalf("an edit context has the shape %v", shape)
	}
	if ask != nil && ec == nil && shape == contract.ShapeUnknown {
		t.Fatal("an ask body has no shape")
	}
}
