package ringfence

import "slices"

// Source names one origin of text in a prompt: a block kind, such as "screen"
// or "tool", and whose words it holds.
type Source struct {
	Kind  string // from the closed set of block kinds, never from data
	Trust Trust
}

// Provenance says what a prompt was made of, so that a decision about what the
// model then asks for can take it into account. It passes between the
// rendering and the policy side, which do not know each other.
//
// The zero value is an unknown origin and counts as tainted by everything. A
// Provenance is immutable and safe for concurrent use.
type Provenance struct {
	known   bool
	least   Trust
	sources []Source // in order of first appearance, without repeats
}

// NewProvenance returns the provenance of a prompt that held exactly these
// sources beside its instructions. Without any source the prompt was made of
// instructions alone.
func NewProvenance(sources ...Source) Provenance {
	p := Provenance{known: true, least: Instruction}
	for _, s := range sources {
		p.add(s)
	}
	return p
}

// Known reports whether the origin is known at all.
func (p Provenance) Known() bool { return p.known }

// Least is the trust of the least trusted source: [Untrusted] when unknown,
// [Instruction] when there was no source.
func (p Provenance) Least() Trust {
	if !p.known {
		return Untrusted
	}
	return p.least
}

// Tainted reports whether a source of the given kind was, or may have been, in
// the prompt: true for every kind when the origin is unknown.
func (p Provenance) Tainted(kind string) bool {
	if !p.known {
		return true
	}
	for _, s := range p.sources {
		if s.Kind == kind {
			return true
		}
	}
	return false
}

// Sources returns the known sources in order of first appearance, as a copy.
func (p Provenance) Sources() []Source { return append([]Source(nil), p.sources...) }

// Join is the provenance of text that came from both p and q; joining with an
// unknown origin is unknown.
func (p Provenance) Join(q Provenance) Provenance {
	if !p.known || !q.known {
		return Provenance{}
	}
	out := NewProvenance(p.sources...)
	for _, s := range q.sources {
		out.add(s)
	}
	out.least = min(p.least, q.least)
	return out
}

func (p *Provenance) add(s Source) {
	p.least = min(p.least, s.Trust)
	if slices.Contains(p.sources, s) {
		return
	}
	p.sources = append(p.sources, s)
}
