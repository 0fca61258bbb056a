package corpus

import "github.com/ringfence/ringfence"

// Nonce is the fence nonce that payloads and prompts of the shipped vectors
// use where they forge or hold fence lines. It is public, so no prompt that
// matters may use it.
const Nonce = "k3f4q2m7xa"

// Vector is one payload and what has to hold when it passes through a fence.
// The zero value is not a valid vector. Vectors are safe for concurrent use as
// long as nobody changes their fields.
type Vector struct {
	Name     string // FAMILY/SLUG, the file's path below vectors without .vec
	Family   string // kind of fault, lower case and hyphens
	Source   string // public reference of the fault or the standard, one line
	Expect   Expect
	Carrier  Carrier
	Canary   string // text that occurs in the payload, to look for; may be empty
	Note     string // what goes wrong in a fence that fails, one line; may be empty
	Encoding Encoding
	Repeats  []Repeat // the payload's generated end, already in Payload
	Payload  ringfence.Data
}

// Repeat is a generated piece of a payload: Text, Count times. It keeps the
// files of big payloads small.
type Repeat struct {
	Text  string
	Count int
}

// Outcome is the kind of an expectation.
type Outcome uint8

// The outcomes, explained in the package documentation. NoOutcome is the zero
// value and belongs to no valid vector.
const (
	NoOutcome Outcome = iota
	Contained
	Inert
	RoundTrip
	Verbatim
	Absent
	Fails // an error with the code in Expect.Detail
	Found // a finding with the rule in Expect.Detail
)

var outcomeNames = [...]string{"none", "contained", "inert", "roundtrip", "verbatim", "absent", "error", "finding"}

// String returns the word of the file format, or none.
func (o Outcome) String() string { return nameOf(outcomeNames[:], uint8(o)) }

// Expect is what has to hold. Detail is the error code or the rule when the
// outcome is Fails or Found, else empty. Expects are comparable.
type Expect struct {
	Outcome Outcome
	Detail  string
}

// String returns the expectation as the file format writes it.
func (e Expect) String() string {
	if e.Detail == "" {
		return e.Outcome.String()
	}
	return e.Outcome.String() + " " + e.Detail
}

// Carrier says where in an input the payload stands.
type Carrier uint8

// The carriers. NoCarrier is the zero value and belongs to no valid vector.
const (
	NoCarrier Carrier = iota
	Text              // text of an element on a screen
	Attribute         // value of an attribute
	ID                // authored id of an element
	Label             // label of an attached item
	Excerpt           // excerpt of an attached item
	Title             // title of a window
	Code              // source code
	Tool              // result or description of a tool
	Clipboard         // content of the clipboard
	Filename          // name of a file
	Prompt            // the payload is a whole rendered prompt
	Body              // the payload is a whole JSON body
)

var carrierNames = [...]string{
	"none", "text", "attribute", "id", "label", "excerpt", "title",
	"code", "tool", "clipboard", "filename", "prompt", "body",
}

// String returns the word of the file format, or none.
func (c Carrier) String() string { return nameOf(carrierNames[:], uint8(c)) }

// Encoding says how the body of a file is written.
type Encoding uint8

// The encodings. Raw is the zero value.
const (
	Raw Encoding = iota
	Escaped
	Base64
)

var encodingNames = [...]string{"raw", "escaped", "base64"}

// String returns the word of the file format.
func (e Encoding) String() string { return nameOf(encodingNames[:], uint8(e)) }

// nameOf returns names[i], and names[0] for a value outside of the list.
func nameOf(names []string, i uint8) string {
	if int(i) < len(names) {
		return names[i]
	}
	return names[0]
}
