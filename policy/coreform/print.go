package coreform

import "math"

// The published layout: a deeper level is two spaces in, and a line that would
// be longer than width bytes is broken where it can be.
const (
	indentStep = 2
	width      = 100
)

// Append appends the canonical print of the term, without a final line feed. An
// invalid term prints as ")", which no reader accepts.
//
// A level of nesting indents by up to four spaces, so that the print can be
// longer than the source by a factor that grows with the depth; [Term.AppendMax]
// bounds it.
func (t Term) Append(dst []byte) []byte {
	p := printer{dst: dst, max: math.MaxInt}
	p.block(&t, 0)
	return p.dst
}

// AppendMax is [Term.Append] for a print of at most max bytes. A longer print is
// an error with [CodeSize], given up soon after it passed max, and an invalid
// term is an error, too; dst is returned as it was.
func (t Term) AppendMax(dst []byte, max int) ([]byte, error) {
	if err := t.Err(); err != nil {
		return dst, err
	}
	p := printer{dst: dst, max: math.MaxInt}
	if max < math.MaxInt-len(dst) {
		p.max = len(dst) + max
	}
	p.block(&t, 0)
	if len(p.dst) > p.max {
		return dst, fail(CodeSize)
	}
	return p.dst, nil
}

// String returns the canonical print of the term. Symbols keep control and
// invisible characters: escape the text before it goes to a terminal.
func (t Term) String() string { return string(t.Append(nil)) }

// AppendModule appends the canonical print of a module: its forms, a blank line
// between them, and a final line feed. Published logs are modules of one form.
func AppendModule(dst []byte, forms []Term) []byte {
	p := printer{dst: dst, max: math.MaxInt}
	p.module(forms)
	return p.dst
}

// printer writes one print into dst.
type printer struct {
	dst []byte
	max int // when dst is longer, what is left is not printed
	// flush, when set, takes what was printed so far whenever there is much.
	flush func([]byte)
}

func (p *printer) module(forms []Term) {
	for i := range forms {
		if i > 0 {
			p.dst = append(p.dst, '\n')
		}
		p.block(&forms[i], 0)
		p.dst = append(p.dst, '\n')
	}
}

// flushSize is how much a printer gathers before it flushes.
const flushSize = 32 << 10

// line starts a line at an indent. Only here is text flushed: what inline may
// take back has not been written at this point.
func (p *printer) line(indent int) {
	if p.flush != nil && len(p.dst) >= flushSize {
		p.flush(p.dst)
		p.dst = p.dst[:0]
	}
	if len(p.dst) > p.max {
		return
	}
	const spaces = "                                                                "
	p.dst = append(p.dst, '\n')
	for ; indent > len(spaces); indent -= len(spaces) {
		p.dst = append(p.dst, spaces...)
	}
	p.dst = append(p.dst, spaces[:indent]...)
}

// block writes a term at the current position, which is at the given indent: on
// the line if it has an inline form that fits, else in its broken form.
func (p *printer) block(t *Term, indent int) {
	if len(p.dst) > p.max || p.inline(t, width-indent) {
		return
	}
	switch t.kind {
	case KindVector:
		p.dst = append(p.dst, '[')
		for i := range t.sub {
			p.line(indent + indentStep)
			p.block(&t.sub[i], indent+indentStep)
		}
		p.dst = append(p.dst, ']')
	case KindMap:
		p.dst = append(p.dst, '{')
		for i := 0; i+1 < len(t.sub); i += 2 {
			p.line(indent + indentStep)
			p.pair(&t.sub[i], &t.sub[i+1], indent+indentStep)
		}
		p.dst = append(p.dst, '}')
	case KindList:
		p.list(t.sub, indent)
	default:
		p.atom(t)
	}
}

// pair writes a key and its value: on one line if both fit there, else the value
// on a line of its own.
func (p *printer) pair(key, value *Term, indent int) {
	if len(p.dst) > p.max {
		return
	}
	start := len(p.dst)
	if p.inline(key, width-indent) {
		p.dst = append(p.dst, ' ')
		if p.inline(value, width-indent-(len(p.dst)-start)) {
			return
		}
		p.dst = p.dst[:start]
	}
	p.block(key, indent)
	p.line(indent + indentStep)
	p.block(value, indent+indentStep)
}

// list writes the broken form of a list. A head that has an inline form stays
// beside the parenthesis even if it is too wide; one more element joins it only
// if it fits.
func (p *printer) list(items []Term, indent int) {
	start := len(p.dst)
	p.dst = append(p.dst, '(')
	beside := 0
	if p.inline(&items[0], math.MaxInt) {
		beside = 1
		if len(items) > 1 {
			mark := len(p.dst)
			p.dst = append(p.dst, ' ')
			if p.inline(&items[1], width-indent-(len(p.dst)-start)) {
				beside = 2
			} else {
				p.dst = p.dst[:mark]
			}
		}
	}
	for i := beside; i < len(items); i++ {
		p.line(indent + indentStep)
		p.block(&items[i], indent+indentStep)
	}
	p.dst = append(p.dst, ')')
}
