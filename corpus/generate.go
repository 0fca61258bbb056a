package corpus

import (
	"fmt"
	"iter"

	"github.com/ringfence/ringfence"
)

// CutPoint is where the payload of a generated vector starts whose position is
// after-cut, in bytes: the length that an edit context allows a text to have.
// A fence that cuts there before or after sealing has the payload at its seam.
const CutPoint = 500

// A position says where in its carrier a generated payload stands.
type position uint8

const (
	atStart position = iota
	inMiddle
	atEnd
	afterCut
	acrossCut
	aloneOnLine
	positionEnd
)

var positionNames = [positionEnd]string{"start", "middle", "end", "after-cut", "across-cut", "line"}

// filler is the text around a payload: ordinary, and without a word that a
// check would look for.
const filler = "Free returns within thirty days of purchase, in the packing that the order came in. "

// carriers that a payload is put into; Prompt and Body are whole inputs.
var generated = [...]Carrier{Text, Attribute, ID, Label, Excerpt, Title, Code, Filename, Tool, Clipboard}

// Crossings is how many vectors [Generate] makes.
const Crossings = len(attacks) * len(disguises) * int(positionEnd) * len(generated)

// Generate crosses every attack with every disguise, position and carrier and
// returns each of the [Crossings] vectors once, in an order that the seed
// decides: a caller who wants fewer stops early and has all of them mixed.
//
// The attacks are closing tags and lines, control tokens, templates, orders in
// plain language and the like. A disguise is how the attack is written: as it
// is, in base64, percent-encoded, in hexadecimal, as entities, as JSON escapes,
// in fullwidth forms, split by zero-width characters, with homoglyphs, and so
// on. The name of a vector tells: generated/ATTACK-DISGUISE-POSITION-CARRIER.
//
// Equal seeds give equal vectors in equal order, on every machine and with
// every version of Go. The seed also decides the canary, which stands after the
// payload, so that it lies outside when the payload breaks out; at the end
// there is none. A vector expects inert where the attack as written is a
// control token, an invisible or a control character, roundtrip elsewhere. Each
// can be written to a file by [Vector.Format]. A sequence holds nothing between
// its vectors but the order, about 100 kilobytes.
func Generate(seed uint64) iter.Seq[Vector] {
	return func(yield func(Vector) bool) {
		r := random(seed)
		order := r.order(Crossings)
		for _, at := range order {
			if !yield(crossing(int(at), r.next())) {
				return
			}
		}
	}
}

// crossing makes one vector. n is its place in the cross product.
func crossing(n int, bits uint64) Vector {
	a := attacks[n%len(attacks)]
	n /= len(attacks)
	d := disguises[n%len(disguises)]
	n /= len(disguises)
	p := position(n % int(positionEnd))
	carrier := generated[n/int(positionEnd)]

	text := d.write(a.text)
	v := Vector{
		Name:     fmt.Sprintf("generated/%s-%s-%s-%s", a.name, d.name, positionNames[p], carrier),
		Family:   "generated",
		Source:   "corpus.Generate",
		Expect:   Expect{Outcome: RoundTrip},
		Carrier:  carrier,
		Note:     a.note,
		Encoding: Escaped,
	}
	if a.live(d) {
		v.Expect.Outcome = Inert
	}
	if p != atEnd {
		v.Canary = fmt.Sprintf("lantern-%08x", uint32(bits))
	}
	if carrier == Code {
		text = "/* " + text + " */"
	}
	v.Payload = ringfence.NewData(p.place(text, v.Canary))
	return v
}

// place puts text and canary into a carrier's text.
func (p position) place(text, canary string) string {
	switch p {
	case atStart:
		return text + "\n" + canary + "\n" + filler
	case inMiddle:
		return filler + text + " " + canary + " " + filler
	case afterCut:
		return padding(CutPoint) + text + " " + canary
	case acrossCut:
		return padding(max(0, CutPoint-len(text)/2)) + text + " " + canary
	case aloneOnLine:
		return filler + "\n" + text + "\n" + canary + "\n" + filler + "\n"
	default: // at the end
		return filler + text
	}
}

// padding is n bytes of filler.
func padding(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = filler[i%len(filler)]
	}
	return string(b)
}

// random is the generator SplitMix64. It is here, and not taken from the
// standard library, so that a seed means the same for ever.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// order returns the numbers below n in random order. That some orders are
// a little more likely than others matters to nobody here.
func (r *random) order(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		j := int(r.next() % uint64(i+1))
		out[i] = out[j]
		out[j] = uint32(i)
	}
	return out
}
