package render

import (
	"strings"

	"github.com/ringfence/ringfence/fence"
)

// Style sets how the payloads of the part are written, in place of
// [Renderer.Style]. The style is configuration: it must not depend on data, or
// the instruction text that explains it would.
func (p Part) Style(style fence.Style) Part {
	return p.each(func(s *section) { s.style, s.styled = style, true })
}

// styled returns the section with the style that it is rendered in.
func (r *Renderer) styled(s section) section {
	if !s.styled {
		s.style = r.Style
	}
	return s
}

// guides returns the instruction that explains blocks and, whether there is data
// in them or not, the styles of the parts.
func (r *Renderer) guides(parts []Part) []segment {
	if r.NoGuide || r.continued {
		return nil
	}
	var text strings.Builder
	text.WriteString(fence.Guide)
	for _, style := range r.styles(parts) {
		text.WriteString(style.Guide())
	}
	return []segment{{system: true, text: text.String()}}
}

// styles returns the styles of the renderer and the parts beside the block, each
// once, in the order of their numbers.
func (r *Renderer) styles(parts []Part) []fence.Style {
	used := map[fence.Style]bool{r.Style: true}
	for _, p := range parts {
		for _, s := range p.sections {
			used[r.styled(s).style] = true
		}
	}
	var out []fence.Style
	for style := fence.StyleBlock + 1; style.Guide() != ""; style++ {
		if used[style] {
			out = append(out, style)
		}
	}
	return out
}
