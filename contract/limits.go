package contract

import "github.com/ringfence/ringfence"

// Limits caps what a body may hold. A zero field means its default; raise a
// field to accept more. A body over a cap is an error and never shortened. A
// negative field makes every method return an error with [CodeLimit].
type Limits struct {
	Bytes        int // whole body, [DefaultBytes]
	Depth        int // nesting of objects and arrays, [DefaultDepth], at most [MaxDepth]
	Selection    int // selected elements, [DefaultSelection]
	Elements     int // screen elements, [DefaultElements]
	Untrusted    int // members of the untrusted map, [DefaultUntrusted]
	Attributes   int // attributes of one element, [DefaultAttributes]
	ContextItems int // attached items, [DefaultContextItems]
	Windows      int // open windows, [DefaultWindows]
	WindowID     int // bytes of a window id, [DefaultWindowID]
}

// Defaults of [Limits]. They stand far above what real pages need and low
// enough that a hostile body costs well under a second and a few hundred
// megabytes at worst.
const (
	// DefaultBytes admits a hundred times the largest real page seen.
	DefaultBytes = 16 << 20
	// DefaultDepth is ten times what the contracts nest.
	DefaultDepth = 64
	// DefaultSelection is more than a person can point at.
	DefaultSelection = 10_000
	// DefaultElements is a hundred times a large page.
	DefaultElements = 100_000
	// DefaultUntrusted equals DefaultElements: one entry an element.
	DefaultUntrusted = DefaultElements
	// DefaultAttributes is far above any element that a browser renders.
	DefaultAttributes = 1_000
	// DefaultContextItems is more than a turn can carry in a prompt.
	DefaultContextItems = 100_000
	// DefaultWindows is more than a screen can hold.
	DefaultWindows = 10_000
	// DefaultWindowID caps what is folded and hashed for each window.
	DefaultWindowID = 4 << 10
	// MaxDepth is one less than where the JSON decoder itself gives up.
	MaxDepth = 9_999
)

// withDefaults returns the limits with zero fields filled in.
func (l Limits) withDefaults() (Limits, error) {
	for _, f := range []struct {
		v   *int
		def int
	}{
		{&l.Bytes, DefaultBytes},
		{&l.Depth, DefaultDepth},
		{&l.Selection, DefaultSelection},
		{&l.Elements, DefaultElements},
		{&l.Untrusted, DefaultUntrusted},
		{&l.Attributes, DefaultAttributes},
		{&l.ContextItems, DefaultContextItems},
		{&l.Windows, DefaultWindows},
		{&l.WindowID, DefaultWindowID},
	} {
		switch {
		case *f.v < 0:
			return l, limitError("a limit is negative")
		case *f.v == 0:
			*f.v = f.def
		}
	}
	if l.Depth > MaxDepth {
		return l, limitError("the depth limit is over MaxDepth")
	}
	return l, nil
}

func limitError(message string) error {
	return &ringfence.Error{
		Code:    CodeLimit,
		Message: message,
		Offset:  ringfence.NoOffset,
		Hint:    "leave a field of Limits at zero for its default",
	}
}
