package contract

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Shape is what a body is by the look of its outer members.
type Shape uint8

const (
	// ShapeUnknown is none of the others, or no JSON object at all.
	ShapeUnknown Shape = iota
	// ShapeEditContext has editContextVersion, or members that only an edit
	// context has.
	ShapeEditContext
	// ShapeAsk has ui or contextItems.
	ShapeAsk
	// ShapeStored is what [UI.Stored] writes.
	ShapeStored
)

var shapeNames = [...]string{"unknown", "edit-context", "ask", "stored"}

// String returns unknown, edit-context, ask or stored.
func (s Shape) String() string {
	if int(s) < len(shapeNames) {
		return shapeNames[s]
	}
	return shapeNames[ShapeUnknown]
}

// ShapeOf tells bodies apart by the names of their outer members, without
// judging anything: a body that breaks off has the shape of what came before,
// so that the parser for it can say what is wrong. The name that decides is
// editContextVersion, then ringfenceStored, then ui and contextItems, wherever
// they stand. It reads the body once at most and keeps nothing.
func ShapeOf(body []byte) Shape {
	d := document{body: trimBOM(body)}
	dec := d.decoder(jsontext.AllowDuplicateNames(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return ShapeUnknown
	}
	var stored, ask, parts bool
	for dec.PeekKind() == '"' {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		switch tok.String() {
		case versionName:
			return ShapeEditContext
		case storedName:
			stored = true
		case "ui", "contextItems":
			ask = true
		case "selection", "screen", "untrusted":
			parts = true
		}
		if dec.SkipValue() != nil {
			break
		}
	}
	switch {
	case stored:
		return ShapeStored
	case ask:
		return ShapeAsk
	case parts:
		return ShapeEditContext
	}
	return ShapeUnknown
}
