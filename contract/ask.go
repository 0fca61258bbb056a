package contract

import "github.com/ringfence/ringfence"

// Ask is the context of one chat turn: what is on the user's screen and what
// the user attached. It is read-only once parsed and safe for concurrent use.
type Ask struct {
	// UI is the fact about the screen; nil when the body has none, which means
	// "no news" and not "no windows".
	UI *UI
	// ContextItems is what the user attached, in the order sent: the full list
	// of this turn.
	ContextItems []Item
	// Message is the user's message; absent when null or left out.
	Message ringfence.Data
	// Notes says what was unusual, a bounded number of notes.
	Notes []Note
	// Unknown counts members that no contract names. They were ignored. Members
	// of withheld windows are not counted.
	Unknown int
}

// Item is one attached thing. Its kind and id group and compare items and are
// never rendered, so they are keys: there is no way back to their text.
type Item struct {
	Kind    ringfence.Key  // zero when left out
	Key     ringfence.Key  // of kind and id; zero when the id was left out
	Label   ringfence.Data // the name a model reads; absent when left out
	Excerpt ringfence.Data // a short description; absent when left out
}

// Viewport is the kind of screen, a closed set.
type Viewport uint8

const (
	// ViewportNone means that the body did not say.
	ViewportNone Viewport = iota
	// ViewportMobile is "mobile".
	ViewportMobile
	// ViewportDesktop is "desktop".
	ViewportDesktop
)

var viewportNames = [...]string{"", "mobile", "desktop"}

// String returns the word of the contract; empty for ViewportNone.
func (v Viewport) String() string { return enumName(viewportNames[:], uint8(v)) }

// Audience is who sits before the screen, a closed set.
type Audience uint8

const (
	// AudienceNone means that the body did not say.
	AudienceNone Audience = iota
	// AudienceOperator is "operator".
	AudienceOperator
	// AudienceCustomer is "customer".
	AudienceCustomer
)

var audienceNames = [...]string{"", "operator", "customer"}

// String returns the word of the contract; empty for AudienceNone.
func (a Audience) String() string { return enumName(audienceNames[:], uint8(a)) }

// enumName returns the name at i, or nothing for a value out of range.
func enumName(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return ""
}

// parseEnum finds a word in a closed set; the empty word is not in it.
func parseEnum(names []string, s string) (uint8, bool) {
	for i := 1; i < len(names); i++ {
		if names[i] == s {
			return uint8(i), true
		}
	}
	return 0, false
}
