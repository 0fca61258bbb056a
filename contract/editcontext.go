package contract

import "github.com/ringfence/ringfence"

// Versions of the edit context that this package reads (edit context §2, §4).
// Every other value of editContextVersion is [ErrVersion].
const (
	Version01 = "0.1"
	Version02 = "0.2"
)

// EditContext says what the user points at, on which screen, made by which
// source. It is read-only once parsed and then safe for concurrent use.
type EditContext struct {
	// Version is [Version01] or [Version02].
	Version string
	// Profile is the execution profile's name; absent when null or left out.
	Profile ringfence.Data
	// Selection is what the user points at, in the order sent.
	Selection []Selected
	// Screen lists elements in document order: every addressable one in 0.1,
	// the selection's neighbourhood in 0.2.
	Screen []Element
	// Source is what backs the screen; nil when null, before a first render.
	Source *Source
	// Content is the untrusted map, in the order of the body.
	Content []Content
	// Notes says what was unusual, in the order of first appearance within each
	// pass, a bounded number of them.
	Notes []Note
	// Unknown counts members that no contract names. They were ignored.
	Unknown int

	index map[string]int // Content by id; nil in a value made by hand
}

// ContentOf returns the content keyed by id, if there is any. It takes constant
// time in a parsed context, whether there is any or not, and linear time in one
// that was made or changed by hand.
func (ec *EditContext) ContentOf(id ringfence.Data) (Content, bool) {
	if ec == nil || !id.Present() {
		return Content{}, false
	}
	// The slice is exported: trust the index only where it still holds.
	if ec.index != nil && len(ec.index) == len(ec.Content) {
		i, ok := ec.index[id.Raw()]
		if !ok {
			return Content{}, false
		}
		if ec.Content[i].ID.Equal(id) {
			return ec.Content[i], true
		}
	}
	for _, c := range ec.Content {
		if c.ID.Equal(id) {
			return c, true
		}
	}
	return Content{}, false
}

// Selected is one selected element. Both fields are always present.
type Selected struct {
	ID  ringfence.Data // stable element id; author-controlled unless [Synthesized]
	Tag ringfence.Data // element name, lower case by contract
}

// Element is one addressable element of the screen.
type Element struct {
	ID       ringfence.Data // stable element id, always present
	Tag      ringfence.Data // absent in 0.1
	Relation Relation       // to the selection; RelationUnknown in 0.1
	Role     ringfence.Data // ARIA role token; absent in 0.1, when null or left out
}

// Source is the module source behind the screen, before any transform.
type Source struct {
	Language ringfence.Data // as the profile declares it
	Code     ringfence.Data
}

// Content is what the screen shows in one element: data, whatever it claims.
type Content struct {
	ID         ringfence.Data
	Text       ringfence.Data // absent when null or left out
	Name       ringfence.Data // accessible name, 0.2 only; absent when null or left out
	Attributes []Attribute    // in the order of the body
}

// Attribute is one attribute of an element. Names are data too.
type Attribute struct{ Name, Value ringfence.Data }

// Relation says how an element of the screen stands to the selection (0.2).
type Relation uint8

const (
	// RelationUnknown is a 0.1 element, or a relation that no contract names.
	RelationUnknown Relation = iota
	// RelationSelected is a selected element itself.
	RelationSelected
	// RelationAncestor contains a selected element.
	RelationAncestor
	// RelationSibling shares its parent with a selected element.
	RelationSibling
	// RelationChild is directly inside a selected element.
	RelationChild
)

var relationNames = [...]string{"unknown", "selected", "ancestor", "sibling", "child"}

// String returns the word of the contract, or "unknown".
func (r Relation) String() string {
	if int(r) < len(relationNames) {
		return relationNames[r]
	}
	return relationNames[RelationUnknown]
}

// parseRelation reads a relation word; "unknown" is not one.
func parseRelation(s string) (Relation, bool) {
	for i := int(RelationSelected); i < len(relationNames); i++ {
		if relationNames[i] == s {
			return Relation(i), true
		}
	}
	return RelationUnknown, false
}
