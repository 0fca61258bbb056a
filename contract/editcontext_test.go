package contract

import (
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

const shop01 = `{
  "editContextVersion": "0.1",
  "profile": "react-tsx@0",
  "selection": [{"id": "viv:@cart/button[0]", "tag": "button"}],
  "screen": {"elementIds": ["cart", "viv:@cart/h2[0]", "viv:@cart/button[0]"]},
  "source": {"language": "tsx", "code": "export default () => <button>Pay</button>\n"},
  "untrusted": {
    "viv:@cart/h2[0]": {"text": null, "attributes": {}},
    "viv:@cart/button[0]": {"text": "Pay", "attributes": {"class": "primary", "aria-label": ""}}
  }
}`

const shop02 = `{
  "editContextVersion": "0.2",
  "profile": null,
  "selection": [{"id": "viv:@cart/button[0]", "tag": "button"}],
  "screen": {"elements": [
    {"id": "cart", "tag": "section", "relation": "ancestor", "role": "region"},
    {"id": "viv:@cart/h2[0]", "tag": "h2", "relation": "sibling", "role": null},
    {"id": "viv:@cart/button[0]", "tag": "button", "relation": "selected"},
    {"id": "viv:@cart/button[0]/svg[0]", "tag": "svg", "relation": "child", "role": "img"}
  ]},
  "source": null,
  "untrusted": {"viv:@cart/button[0]": {"text": "Pay", "name": "Pay now", "attributes": {}}}
}`

func TestParseEditContext01(t *testing.T) {
	ec := mustContext(t, shop01)
	if ec.Version != Version01 || ec.Profile.Raw() != "react-tsx@0" || ec.Unknown != 0 {
		t.Errorf("version %q profile %q unknown %d", ec.Version, ec.Profile.Raw(), ec.Unknown)
	}
	if len(ec.Selection) != 1 || ec.Selection[0].ID.Raw() != "viv:@cart/button[0]" || ec.Selection[0].Tag.Raw() != "button" {
		t.Errorf("selection %v", ec.Selection)
	}
	var ids []string
	for _, e := range ec.Screen {
		ids = append(ids, e.ID.Raw())
		if e.Tag.Present() || e.Role.Present() || e.Relation != RelationUnknown {
			t.Errorf("element %q of 0.1 has more than an id", e.ID.Raw())
		}
	}
	if got := strings.Join(ids, " "); got != "cart viv:@cart/h2[0] viv:@cart/button[0]" {
		t.Errorf("screen %q", got)
	}
	if ec.Source == nil || ec.Source.Language.Raw() != "tsx" || !strings.HasSuffix(ec.Source.Code.Raw(), "</button>\n") {
		t.Errorf("source %v", ec.Source)
	}
	if len(ec.Content) != 2 || ec.Content[0].Text.Present() || ec.Content[1].Text.Raw() != "Pay" {
		t.Fatalf("content %v", ec.Content)
	}
	attrs := ec.Content[1].Attributes
	if len(attrs) != 2 || attrs[0].Name.Raw() != "class" || attrs[0].Value.Raw() != "primary" || attrs[1].Value.Raw() != "" {
		t.Errorf("attributes %v", attrs)
	}
	if got := codesOf(ec.Notes); got != "id-authored" {
		t.Errorf("notes %q", got)
	}
}

func TestParseEditContext02(t *testing.T) {
	ec := mustContext(t, shop02)
	if ec.Version != Version02 || ec.Profile.Present() || ec.Source != nil {
		t.Errorf("version %q profile %v source %v", ec.Version, ec.Profile, ec.Source)
	}
	want := []struct {
		relation Relation
		tag      string
		role     string
		hasRole  bool
	}{
		{RelationAncestor, "section", "region", true},
		{RelationSibling, "h2", "", false},
		{RelationSelected, "button", "", false},
		{RelationChild, "svg", "img", true},
	}
	if len(ec.Screen) != len(want) {
		t.Fatalf("%d elements", len(ec.Screen))
	}
	for i, w := range want {
		e := ec.Screen[i]
		if e.Relation != w.relation || e.Tag.Raw() != w.tag || e.Role.Raw() != w.role || e.Role.Present() != w.hasRole {
			t.Errorf("element %d: %v %q %q", i, e.Relation, e.Tag.Raw(), e.Role.Raw())
		}
	}
	if ec.Content[0].Name.Raw() != "Pay now" {
		t.Errorf("name %q", ec.Content[0].Name.Raw())
	}
}

// What one version adds is unknown in the other.
func TestVersionsDoNotMix(t *testing.T) {
	body := contextWith(Version01, "screen", `{"elementIds":[],"elements":[{"id":5}]}`, "untrusted", `{"a":{"name":7}}`)
	if ec := mustContext(t, body); ec.Unknown != 2 || ec.Content[0].Name.Present() {
		t.Errorf("0.1: %d unknown members", ec.Unknown)
	}
	body = contextWith(Version02, "screen", `{"elements":[],"elementIds":[1]}`)
	if ec := mustContext(t, body); ec.Unknown != 1 {
		t.Errorf("0.2: %d unknown members", ec.Unknown)
	}
	body = contextWith(Version02, "screen", `{"elementIds":[]}`)
	_, err := ParseEditContext([]byte(body))
	wantError(t, err, body, CodeMissing, "/screen", "{")
}

// The order of members does not matter, not even when the version comes last.
func TestVersionComesLast(t *testing.T) {
	body := `{"screen":{"elements":[{"id":"a","tag":"p","relation":"child","role":null}]},"untrusted":{},"source":null,"selection":[],"editContextVersion":"0.2"}`
	if ec := mustContext(t, body); ec.Version != Version02 || len(ec.Screen) != 1 {
		t.Errorf("version %q, %d elements", ec.Version, len(ec.Screen))
	}
}

func TestContentOf(t *testing.T) {
	ec := mustContext(t, shop01)
	c, ok := ec.ContentOf(ringfence.NewData("viv:@cart/button[0]"))
	if !ok || c.Text.Raw() != "Pay" {
		t.Errorf("got %v %v", c, ok)
	}
	if _, ok := ec.ContentOf(ringfence.NewData("cart")); ok {
		t.Error("found content that is not there")
	}
	if _, ok := ec.ContentOf(ringfence.Data{}); ok {
		t.Error("found content of an absent id")
	}
	hand := &EditContext{Content: []Content{{ID: ringfence.NewData("a"), Text: ringfence.NewData("1")}}}
	if c, ok := hand.ContentOf(ringfence.NewData("a")); !ok || c.Text.Raw() != "1" {
		t.Error("a context made by hand has no content")
	}
	renamed := mustContext(t, shop01)
	renamed.Content[0], renamed.Content[1] = renamed.Content[1], renamed.Content[0]
	if c, ok := renamed.ContentOf(renamed.Content[0].ID); !ok || !c.ID.Equal(renamed.Content[0].ID) {
		t.Error("a stale index hides content that was moved")
	}
	ec.Content = ec.Content[1:] // the index is stale now
	if c, ok := ec.ContentOf(ringfence.NewData("viv:@cart/button[0]")); !ok || c.Text.Raw() != "Pay" {
		t.Error("a stale index hides content")
	}
	if _, ok := ec.ContentOf(ringfence.NewData("viv:@cart/h2[0]")); ok {
		t.Error("a stale index invents content")
	}
	var none *EditContext
	if _, ok := none.ContentOf(ringfence.NewData("a")); ok {
		t.Error("a nil context has content")
	}
}

// Names that JavaScript objects inherit are plain ids here.
func TestOddMapKeys(t *testing.T) {
	body := contextWith(Version01, "untrusted",
		`{"__proto__":{"text":"p"},"constructor":{"text":"c"},"":{"text":"e"},"toString":{"text":"t","attributes":{"__proto__":"v","":"w"}}}`)
	ec := mustContext(t, body)
	var got []string
	for _, c := range ec.Content {
		got = append(got, c.ID.Raw()+"="+c.Text.Raw())
	}
	if s := strings.Join(got, " "); s != "__proto__=p constructor=c =e toString=t" {
		t.Errorf("content %q", s)
	}
	if a := ec.Content[3].Attributes; len(a) != 2 || a[0].Name.Raw() != "__proto__" || a[1].Value.Raw() != "w" {
		t.Errorf("attributes %v", a)
	}
	wantNote(t, ec.Notes, body, NoteUntrustedUnlisted, "/untrusted/__proto__", 4, `"__proto__"`)
}

func TestRelationNames(t *testing.T) {
	for r := RelationSelected; r <= RelationChild; r++ {
		if got, ok := parseRelation(r.String()); !ok || got != r {
			t.Errorf("%v reads as %v", r, got)
		}
	}
	for _, s := range []string{"unknown", "", "Selected", "self"} {
		if _, ok := parseRelation(s); ok {
			t.Errorf("%q is a relation", s)
		}
	}
	if Relation(200).String() != "unknown" {
		t.Error("a relation out of range has a name")
	}
}
