package fence

import (
	"slices"
	"strings"

	"github.com/ringfence/ringfence/fence/spotlight"
)

// Style says how the text of a payload is written before it is escaped. The
// styles beside the block keep it visibly quoted on every line or at every
// word; they claim no more than the block does. Package spotlight has the
// transforms. A style is configuration and never depends on data.
type Style uint8

// The styles.
const (
	StyleBlock    Style = iota // the text as it is: the default and the core
	StylePrefix                // every line begins with "| "
	StyleDatamark              // every word begins with a marker
	StyleBase64                // one line of base64
	styleEnd
)

var styleNames = [styleEnd]string{"block", "prefix", "datamark", "base64"}

// String returns the name of the style: block, prefix, datamark or base64. A
// fence line of the block style does not have it, one of the datamark style has
// it with the number of its marker.
func (s Style) String() string {
	if s < styleEnd {
		return styleNames[s]
	}
	return ""
}

// ParseStyle is the inverse of String.
func ParseStyle(name string) (Style, bool) {
	i := slices.Index(styleNames[:], name)
	return Style(max(i, 0)), i >= 0 // four names
}

// markerBase is the digit of marker 0 in a fence line.
const markerBase = '0'

// style returns the text of d as h.Style writes it and sets h.Marker.
func (h *Header) style(s string) string {
	h.Marker = 0
	switch h.Style {
	case StylePrefix:
		return string(spotlight.AppendPrefix(nil, s))
	case StyleDatamark:
		out, marker := spotlight.AppendDatamark(nil, s)
		h.Marker = uint8(marker) // a single digit
		return string(out)
	case StyleBase64:
		return string(spotlight.AppendBase64(nil, s))
	default:
		return s
	}
}

// unstyle undoes style. ok is false when s is not what style writes.
func (h Header) unstyle(s string) (data string, ok bool) {
	switch h.Style {
	case StylePrefix:
		return spotlight.TrimPrefix(s)
	case StyleDatamark:
		return spotlight.TrimDatamark(s, int(h.Marker))
	case StyleBase64:
		return spotlight.TrimBase64(s)
	default:
		return s, true
	}
}

// appendStyle appends the style as it stands in a fence line.
func (h Header) appendStyle(dst []byte) []byte {
	dst = append(append(dst, " style="...), h.Style.String()...)
	if h.Style == StyleDatamark {
		dst = append(dst, '.', markerBase+h.Marker)
	}
	return dst
}

// setStyle reads the value of a style field.
func (h *Header) setStyle(value string) bool {
	name, marker, marked := strings.Cut(value, ".")
	style, ok := ParseStyle(name)
	if !ok || style == StyleBlock || marked != (style == StyleDatamark) {
		return false
	}
	if marked {
		if len(marker) != 1 || marker[0] < markerBase || marker[0] > markerBase+byte(spotlight.Markers) {
			return false
		}
		h.Marker = marker[0] - markerBase
	}
	h.Style = style
	return true
}
