package html

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// elements and attributes are all that a page may hold, whatever is on it.
var (
	elements = strings.Fields(`html head meta title style body a header h1 h2 h3 p span mark bdi nav ul ol li main section
		fieldset legend label input pre code div dl dt dd figure figcaption svg desc rect line text table caption thead
		tbody tr th td footer script`)
	attributes = strings.Fields(`lang charset http-equiv content name class href id tabindex aria-label aria-labelledby
		aria-describedby type checked role dir viewBox preserveAspectRatio focusable x y width height x1 y1 x2 y2 scope title`)
)

// node is an element of a parsed page.
type node struct {
	name     string
	attr     map[string]string
	text     string // of the element and all below it
	own      string // of the element alone
	bytes    []byte
	children []*node
}

// each calls f for the node and all below it.
func (n *node) each(f func(*node)) {
	f(n)
	for _, c := range n.children {
		c.each(f)
	}
}

// find returns the elements of that name below n.
func (n *node) find(name string) []*node {
	var out []*node
	n.each(func(c *node) {
		if c.name == name {
			out = append(out, c)
		}
	})
	return out
}

// withClass returns the elements that have the class.
func (n *node) withClass(class string) []*node {
	var out []*node
	n.each(func(c *node) {
		if slices.Contains(strings.Fields(c.attr["class"]), class) {
			out = append(out, c)
		}
	})
	return out
}

// byID returns the element with the id, or nil.
func (n *node) byID(id string) *node {
	var out *node
	n.each(func(c *node) {
		if c.attr["id"] == id {
			out = c
		}
	})
	return out
}

// parse reads a page with a strict parser, and fails when it is not well-formed or
// holds what is not in the closed sets.
func parse(t testing.TB, page string) *node {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	root := new(node)
	open := []*node{root}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the page does not parse: %v", err)
		}
		top := open[len(open)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			n := &node{name: tok.Name.Local, attr: make(map[string]string)}
			if tok.Name.Space != "" || !slices.Contains(elements, n.name) {
				t.Fatalf("element %q", tok.Name)
			}
			for _, a := range tok.Attr {
				if a.Name.Space != "" || !slices.Contains(attributes, a.Name.Local) {
					t.Fatalf("attribute %q of %s", a.Name, n.name)
				}
				if _, twice := n.attr[a.Name.Local]; twice {
					t.Fatalf("attribute %s of %s twice", a.Name.Local, n.name)
				}
				n.attr[a.Name.Local] = a.Value
			}
			top.children = append(top.children, n)
			open = append(open, n)
		case xml.EndElement:
			top.text = string(top.bytes)
			open = open[:len(open)-1]
		case xml.CharData:
			top.own += string(tok)
			for _, n := range open {
				n.bytes = append(n.bytes, tok...)
			}
		case xml.Comment, xml.ProcInst:
			t.Fatalf("%T on the page", tok)
		}
	}
	if len(root.children) != 1 || root.children[0].name != "html" {
		t.Fatal("the page is not one html element")
	}
	return root
}

// checkLinks holds that ids are there once, and that every link, label and
// description leads to one of them.
func checkLinks(t testing.TB, page *node) {
	t.Helper()
	ids := make(map[string]bool)
	page.each(func(n *node) {
		if id := n.attr["id"]; id != "" {
			if ids[id] {
				t.Errorf("id %s twice", id)
			}
			ids[id] = true
		}
	})
	page.each(func(n *node) {
		for _, name := range []string{"aria-labelledby", "aria-describedby"} {
			if id, ok := n.attr[name]; ok && !ids[id] {
				t.Errorf("%s of %s leads to %q, which is not there", name, n.name, id)
			}
		}
		if href, ok := n.attr["href"]; ok && (len(href) < 2 || href[0] != '#' || !ids[href[1:]]) {
			t.Errorf("link to %q", href)
		}
	})
}

// checkPolicy holds that the policy of the page names the bytes of its one style
// and its one script, and stands before both.
func checkPolicy(t testing.TB, text string, page *node) {
	t.Helper()
	styles, scripts := page.find("style"), page.find("script")
	if len(styles) != 1 || len(scripts) != 1 {
		t.Fatalf("%d styles and %d scripts", len(styles), len(scripts))
	}
	policy := ""
	for _, m := range page.find("meta") {
		if m.attr["http-equiv"] == "Content-Security-Policy" {
			policy = m.attr["content"]
		}
	}
	for _, want := range []string{
		"default-src 'none'", "base-uri 'none'", "form-action 'none'",
		"style-src " + hashSource(styles[0].text), "script-src " + hashSource(scripts[0].text),
	} {
		if !slices.Contains(strings.Split(policy, "; "), want) {
			t.Errorf("policy %q does not hold %q", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Index(text, "Content-Security-Policy") > strings.Index(text, "<style>") {
		t.Error("the policy allows or comes too late")
	}
}

// checkPage holds all of the above, and that no control or bidirectional character
// stands raw on the page. U+FFFD is what a template writes for what it cannot.
func checkPage(t testing.TB, text string) *node {
	t.Helper()
	page := parse(t, text)
	checkLinks(t, page)
	checkPolicy(t, text, page)
	for _, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7F || r >= 0x80 && r < 0xA0 || r >= 0x202A && r <= 0x202E ||
			r >= 0x2066 && r <= 0x2069 || r == 0x200B || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFD {
			t.Errorf("U+%04X stands raw on the page", r)
			break
		}
	}
	return page
}
