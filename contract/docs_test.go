package contract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/internal/testdata"
)

// The examples of docs/contexts.md are bodies that parse without a note, and its
// tables name the members that are known and the limits as they are.
func TestContextsDocument(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(testdata.Root(t), "docs", "contexts.md"))
	if err != nil {
		t.Fatal(err)
	}
	doc := string(b)
	var shapes []string
	for _, m := range regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(doc, -1) {
		body := []byte(m[1])
		var notes []Note
		shape := ShapeOf(body).String()
		if ShapeOf(body) == ShapeEditContext {
			ec, err := ParseEditContext(body)
			if err != nil {
				t.Fatal(err)
			}
			shape += " " + ec.Version
			notes = ec.Notes
		} else {
			notes = mustAsk(t, m[1]).Notes
		}
		if len(notes) > 0 {
			t.Errorf("%s: notes %+v", shape, notes)
		}
		shapes = append(shapes, shape)
	}
	if want := []string{"edit-context 0.1", "edit-context 0.2", "ask"}; !slices.Equal(shapes, want) {
		t.Errorf("examples %q, want %q", shapes, want)
	}
	for _, n := range []*names{
		contextNames, selectedNames, screenNames01, screenNames02, elementNames, sourceNames, contentNames02,
		askNames, itemNames, uiNames, windowNames,
	} {
		for _, name := range n.list {
			if !regexp.MustCompile("`[a-zA-Z.…*\\[\\]]*" + name + "`").MatchString(doc) {
				t.Errorf("the tables do not name %s of %q", name, n.class)
			}
		}
	}
	for _, limit := range []int{
		DefaultSelection, DefaultElements, DefaultUntrusted, DefaultAttributes, DefaultWindows, DefaultContextItems,
		DefaultWindowID, MaxText, MaxAttribute, MaxName, MinSecret, DefaultDepth, DefaultBytes >> 20,
	} {
		if !strings.Contains(doc, " "+thousands(limit)+" ") && !strings.Contains(doc, " "+thousands(limit)+"\n") && !strings.Contains(doc, " "+thousands(limit)+";") {
			t.Errorf("the document does not have the limit %d", limit)
		}
	}
	for _, word := range append(slices.Clone(viewportNames[1:]), append(audienceNames[1:], relationNames[1:]...)...) {
		if !strings.Contains(doc, "`"+word+"`") {
			t.Errorf("the document does not have the word %s", word)
		}
	}
}

// thousands writes n as the document does.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
