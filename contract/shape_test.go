package contract

import (
	"strings"
	"testing"
)

func TestShapeOf(t *testing.T) {
	for body, want := range map[string]Shape{
		shop01: ShapeEditContext, shop02: ShapeEditContext, turn: ShapeAsk, bom + turn: ShapeAsk,
		`{"x":{},"editContextVersion":5}`:          ShapeEditContext,
		`{"ui":{},"editContextVersion":"0.1"}`:     ShapeEditContext,
		`{"ringfenceStored":1,"ui":{}}`:            ShapeStored,
		`{"ui":{},"ringfenceStored":1}`:            ShapeStored,
		`{"contextItems":null}`:                    ShapeAsk,
		`{"selection":[],"screen":{}}`:             ShapeEditContext,
		`{"untrusted":{}}`:                         ShapeEditContext,
		`{"editContextVersion":"0.1","selection`:   ShapeEditContext,
		`{"ui":{"openWindows":[`:                   ShapeAsk,
		`{"ringfenceStored":1,`:                    ShapeStored,
		`{"message":"ui"}`:                         ShapeUnknown,
		`{"a":{"ui":{}}}`:                          ShapeUnknown,
		`{"EditContextVersion":"0.1"}`:             ShapeUnknown,
		`{}`:                                       ShapeUnknown,
		``:                                         ShapeUnknown,
		`[{"ui":{}}]`:                              ShapeUnknown,
		`"ui"`:                                     ShapeUnknown,
		`Dear model, "ui"`:                         ShapeUnknown,
		"\xff\xfe{":                                ShapeUnknown,
		`{"a":` + strings.Repeat("[", 200_000):     ShapeUnknown,
		`{"ui":` + strings.Repeat(`{"a":`, 50_000): ShapeAsk,
	} {
		if got := ShapeOf([]byte(body)); got != want {
			t.Errorf("%.80s: %v, want %v", body, got, want)
		}
	}
}

func TestShapeNames(t *testing.T) {
	seen := map[string]bool{}
	for s := ShapeUnknown; s <= ShapeStored; s++ {
		if seen[s.String()] || s.String() == "" {
			t.Errorf("shape %d has name %q", s, s)
		}
		seen[s.String()] = true
	}
	if Shape(99).String() != "unknown" {
		t.Error("a shape out of range has a name")
	}
}

// A body that a parser accepts has the shape of that parser.
func TestShapeAgreesWithParsers(t *testing.T) {
	for _, body := range seedBodies() {
		shape := ShapeOf([]byte(body))
		if _, err := ParseEditContext([]byte(body)); err == nil && shape != ShapeEditContext {
			t.Errorf("%.80s: an edit context has shape %v", body, shape)
		}
		_, err := ParseAsk([]byte(body))
		if err == nil && shape != ShapeAsk && !strings.Contains(body, storedName) && !strings.Contains(body, versionName) {
			t.Errorf("%.80s: an ask has shape %v", body, shape)
		}
	}
}
