package audit

import (
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/jsonline"
)

// attribute is what the address of something in a tag stands in.
type attribute uint8

const (
	attrSrc attribute = iota
	attrSrcset
	attrHref
	attrPoster
	attrData
	attrContent
	attrBackground
	attrStyle
	attributeCount
)

// attributeNamed returns the attribute of a name in lower case.
func attributeNamed(name string) (attribute, bool) {
	switch name {
	case "src":
		return attrSrc, true
	case "srcset", "imagesrcset":
		return attrSrcset, true
	case "href", "xlink:href":
		return attrHref, true
	case "poster":
		return attrPoster, true
	case "data":
		return attrData, true
	case "content":
		return attrContent, true
	case "background":
		return attrBackground, true
	case "style":
		return attrStyle, true
	}
	return 0, false
}

// Attributes that are loaded by themselves, by element; those of every element;
// and the elements of links, which somebody has to follow.
const (
	ofAny   = 1<<attrStyle | 1<<attrBackground
	ofImage = 1<<attrSrc | 1<<attrSrcset
	ofLink  = 1 << attributeCount
)

// attributesOf returns the attributes to look at in an element, whose name is in
// lower case.
func attributesOf(element string) uint16 {
	switch element {
	case "img", "source":
		return ofImage | ofAny
	case "input", "audio", "track", "iframe", "frame", "embed", "bgsound":
		return 1<<attrSrc | ofAny
	case "video":
		return 1<<attrSrc | 1<<attrPoster | ofAny
	case "object":
		return 1<<attrData | ofAny
	case "script":
		return 1<<attrSrc | 1<<attrHref | ofAny
	case "image", "feimage", "use", "base":
		return 1<<attrHref | ofAny
	case "link":
		return 1<<attrHref | 1<<attrSrcset | ofAny
	case "meta":
		return 1<<attrContent | ofAny
	case "a", "area":
		return ofLink | ofAny
	}
	return ofAny
}

// longestElement is the length of the longest name of an element.
const longestElement = len("feimage")

// elementAt returns the attributes to look at in a tag that opens at i.
func elementAt(s string, i int) uint16 {
	var name [longestElement]byte
	n := 0
	for k := i + 1; k < len(s); k++ {
		b := s[k] | 0x20
		if s[k] <= ' ' || s[k] == '/' || s[k] == '>' {
			break
		}
		if n == len(name) || b < 'a' || b > 'z' {
			n = 0
			break
		}
		name[n] = b
		n++
	}
	return attributesOf(string(name[:n]))
}

// markup is what was read of the tags of a text.
type markup struct {
	tags   []openTag // that have begun and are not over
	read   int       // attributes before it are read
	values [attributeCount][]int
	held   int // values, of all attributes
	styled int // behind the last style sheet
	until  [attributeCount]int
}

// remoteTag looks at a tag that loads something from elsewhere by itself, or that
// links to it.
func (t *textScan) remoteTag(i int) {
	if b := t.at(i+1) | 0x20; b < 'a' || b > 'z' || t.in.code {
		return
	}
	m := &t.images.markup
	end := m.end(t.s, i)
	t.readAttributes(i, end)
	if m.held > 0 {
		t.loadsOf(m, i, end)
	}
	if t.at(i+1)|0x20 == 's' && strings.EqualFold(within(t.s, i+1, len("style")), "style") && end > m.styled {
		m.styled = end
		if sheet, _, _ := strings.Cut(t.s[end:], "<"); loads(sheet) {
			t.images.remote.hit(i, min(end, i+maxShown))
		}
	}
}

// loadsOf looks at the addresses in a tag.
func (t *textScan) loadsOf(m *markup, i, end int) {
	want := elementAt(t.s, i)
	link := want&ofLink != 0
	points := link || want&(1<<attrHref) != 0 && pointsOnly(t.s, i, end)
	for a := range attributeCount {
		if want&(1<<a) == 0 && !(link && a == attrHref) {
			continue
		}
		list := m.values[a]
		for len(list) > 0 && list[0] < i {
			list = list[1:]
			m.held--
		}
		for len(list) > 0 && list[0] < end {
			if a != attrHref || !points {
				t.images.remote.hit(i, min(end, i+maxShown))
			}
			if a != attrStyle && a != attrContent {
				t.address(list[0])
			}
			list = list[1:] // an address counts once, whatever else could hold it
			m.held--
		}
		m.values[a] = list
	}
}

// readAttributes reads the attributes up to end that hold a remote address, each
// once.
func (t *textScan) readAttributes(i, end int) {
	m := &t.images.markup
	k := max(i, m.read)
	for k < end {
		n := strings.IndexByte(t.s[k:end], '=')
		if n < 0 {
			break
		}
		k += n + 1
		a, ok := attributeBefore(t.s[max(i, k-1-maxSpaced) : k-1])
		if ok && t.remoteValue(a, k, end) {
			m.values[a] = append(m.values[a], k)
			m.held++
		}
	}
	m.read = max(m.read, end)
}

// maxSpaced is how far before its equals sign an attribute begins.
const maxSpaced = 64

// attributeBefore returns the attribute whose name s ends in, in any case and with
// white space behind it.
func attributeBefore(s string) (attribute, bool) {
	s = strings.TrimRight(s, " \t\r\n\f")
	k := strings.LastIndexAny(s, " \t\r\n\f/\"'")
	if k < 0 || len(s)-k > len("imagesrcset")+1 {
		return 0, false
	}
	return attributeNamed(asciiLower(s[k+1:]))
}

// remoteValue reports whether the value of an attribute at k leads to another
// host.
func (t *textScan) remoteValue(a attribute, k, end int) bool {
	if a != attrStyle && a != attrSrcset && a != attrContent {
		return remote(t.s, k, true)
	}
	until := &t.images.markup.until[a]
	if k < *until {
		return false // it is part of one that was read
	}
	value := attributeValue(t.s[k:end])
	*until = k + len(value)
	switch a {
	case attrStyle:
		return loads(value)
	case attrContent:
		at := strings.Index(asciiLower(value), "url")
		if at < 0 {
			return false
		}
		rest := strings.TrimLeft(value[at+len("url"):], " \t\r\n")
		return strings.HasPrefix(rest, "=") && remote(rest, 1, true)
	default:
	}
	for value != "" {
		if remote(value, 0, true) {
			return true
		}
		_, value, _ = strings.Cut(value, ",")
	}
	return false
}

// attributeValue is the value that s begins with, with its quotation marks.
func attributeValue(s string) string {
	from := len(s) - len(strings.TrimLeft(s, " \t\r\n\f\\"))
	if from < len(s) && (s[from] == '"' || s[from] == '\'') {
		if k := strings.IndexByte(s[from+1:], s[from]); k >= 0 {
			return s[:from+1+k+1]
		}
		return s
	}
	if k := strings.IndexAny(s[from:], " \t\r\n\f"); k >= 0 {
		return s[:from+k]
	}
	return s
}

// loads reports whether a style sheet loads something from another host: an
// address in brackets or quotation marks.
func loads(sheet string) bool {
	if strings.IndexByte(sheet, '\\') >= 0 || strings.IndexByte(sheet, '&') >= 0 {
		sheet = plainStyle(sheet)
	}
	for i := 0; ; {
		k := strings.IndexAny(sheet[i:], "(\"'")
		if k < 0 {
			return false
		}
		i = skipLead(sheet, i+k+1) // quotation marks in a row are read once
		if remote(sheet, i, true) {
			return true
		}
	}
}

// plainStyle decodes the escapes of a style sheet, and of the attribute it is in.
func plainStyle(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] == '\\' {
			n := 1
			v := rune(0)
			for ; n <= 6 && i+n < len(s); n++ {
				d, ok := jsonline.HexDigits(s[i+n:i+n+1], 1)
				if !ok {
					break
				}
				v = v<<4 | d
			}
			if n > 1 {
				if i+n < len(s) && isBlank(s[i+n]) {
					n++
				}
				b = utf8.AppendRune(b, v)
			}
			i += n
			continue
		}
		c, n := literal(s, i)
		b = append(b, c)
		i += n
	}
	return string(b)
}

// pointsOnly reports whether a tag is a link to another document, of which
// nothing is loaded.
func pointsOnly(s string, i, end int) bool {
	tag := s[i:min(end, i+1024)]
	if !strings.EqualFold(within(tag, 1, len("link")), "link") {
		return false
	}
	for k := 0; k < len(tag); k++ {
		if tag[k] != '=' || k < len(" rel") || !strings.EqualFold(tag[k-len("rel"):k], "rel") || !isBlank(tag[k-len(" rel")]) {
			continue
		}
		switch strings.Trim(asciiLower(attributeValue(tag[k+1:])), "\"' ") {
		case "canonical", "alternate", "author", "license", "next", "prev", "me", "help", "search", "bookmark", "shortlink", "amphtml":
			return true
		}
		return false
	}
	return false
}
