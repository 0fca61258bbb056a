package audit

import "strings"

// imageState is what was seen of images and links.
type imageState struct {
	remote, templated tokenCount
	refs              tokenCount                 // images by reference
	labels            map[string]bool            // labels of the references of images
	defined           bool                       // one of them is defined with a remote address
	next              [len(sourceAttributes)]int // where each attribute is next
}

// Bounds on what is looked at for one image or link.
const (
	maxAlt     = 256
	maxAddress = 2 << 10
	maxLabels  = 1000
)

func (n *tokenCount) hit(start, end int) {
	if n.count == 0 {
		n.start, n.end = start, end
	}
	n.count++
}

// image looks at "![": an image, inline or by reference.
func (t *textScan) image(i int) {
	if t.at(i+1) != '[' || t.in.code {
		return
	}
	alt := within(t.s, i+2, maxAlt)
	k := strings.IndexByte(alt, ']')
	if k < 0 {
		return
	}
	next := i + 2 + k + 1
	if t.at(next) == '(' {
		if remote(within(t.s, next+1, len(" <https://"))) {
			t.images.remote.hit(i, next)
		}
		return
	}
	label := alt[:k]
	if t.at(next) == '[' {
		if n := strings.IndexByte(within(t.s, next+1, maxAlt), ']'); n > 0 {
			label = t.s[next+1 : next+1+n]
		}
	}
	if t.images.labels == nil {
		t.images.labels = map[string]bool{}
	}
	if len(t.images.labels) < maxLabels {
		t.images.labels[strings.ToLower(label)] = true
	}
	t.images.refs.hit(i, next)
}

// target looks behind a "]" for the address of a link or of a reference.
func (t *textScan) target(i int) {
	if next := t.at(i + 1); next != '(' && next != ':' || t.in.code {
		return
	}
	address := within(t.s, i+2, len(" <https://"))
	if !remote(address) {
		return
	}
	if t.at(i+1) == ':' && len(t.images.labels) > 0 && i-t.line <= maxAlt {
		if label, ok := strings.CutPrefix(strings.TrimLeft(t.s[t.line:i], " "), "["); ok && t.images.labels[strings.ToLower(label)] {
			t.images.defined = true
		}
	}
	t.address(i + 2)
}

// address looks at the address at i for places to fill in behind its "?".
func (t *textScan) address(i int) {
	if t.images.templated.count > 0 {
		return // one says it; a text full of addresses costs no more
	}
	url := within(t.s, i, maxAddress)
	if k := strings.IndexAny(url, ")\"'> \n\t"); k > 0 {
		url = url[:k]
	} else if k == 0 {
		url = strings.TrimLeft(url, " <")
		if k = strings.IndexAny(url, ")\"'> \n\t"); k >= 0 {
			url = url[:k]
		}
	}
	_, query, ok := strings.Cut(url, "?")
	if ok && templated(query) {
		t.images.templated.hit(i, i+len(url))
	}
}

// templated reports whether a query has a place that somebody is to fill in.
func templated(query string) bool {
	for _, open := range []string{"={", "=${", "=$(", "=<", "=[", "=%7B", "=%7b", "=%3C", "=%5B"} {
		if strings.Contains(query, open) {
			return true
		}
	}
	return false
}

// remote reports whether an address leads to another host.
func remote(address string) bool {
	address = strings.TrimLeft(address, " \t<\"'")
	address = strings.ToLower(address[:min(len(address), len("https://"))])
	return strings.HasPrefix(address, "http://") || strings.HasPrefix(address, "https:/") || strings.HasPrefix(address, "//")
}

// remoteTag looks at a tag that loads something from elsewhere by itself.
func (t *textScan) remoteTag(i int) {
	b := t.at(i+1) | 0x20
	if b != 'i' && b != 'a' || t.in.code {
		return
	}
	image := b == 'i' && t.at(i+2)|0x20 == 'm' && t.at(i+3)|0x20 == 'g'
	if !image && !(b == 'a' && t.at(i+2) == ' ') {
		return
	}
	tag := within(t.s, i, maxAlt)
	if k := strings.IndexByte(tag, '>'); k > 0 {
		tag = tag[:k]
	}
	for n, name := range sourceAttributes {
		k := t.attribute(n, i) - i
		if k+len(name) > len(tag) || !remote(tag[k+len(name):]) {
			continue
		}
		if image {
			t.images.remote.hit(i, i+len(tag))
		}
		t.address(i + k + len(name) + 1)
	}
}

// sourceAttributes are what the address of an image or a link stands behind.
var sourceAttributes = [...]string{"src=", "SRC=", "href=", "HREF="}

// attribute returns where the attribute of this index is next behind i. It is
// looked for once, and not by each tag before it.
func (t *textScan) attribute(index, i int) int {
	next := &t.images.next[index]
	if *next <= i {
		*next = len(t.s)
		if k := strings.Index(t.s[i:], sourceAttributes[index]); k >= 0 {
			*next = i + k
		}
	}
	return *next
}

func (m *imageState) end(t *textScan) {
	if m.defined {
		if m.remote.count == 0 || m.refs.start < m.remote.start {
			m.remote.start, m.remote.end = m.refs.start, m.refs.end
		}
		m.remote.count += m.refs.count
	}
	id := idRemoteImage
	if t.in.answer {
		id = idAnswerImage
	}
	if n := m.remote; n.count > 0 {
		t.put.add(id, n.start, n.end, plural(n.count, "remote image", "remote images")+": whoever shows the text sends a request, and what is in the address, to another host")
	}
	if n := m.templated; n.count > 0 {
		t.put.add(idTemplatedLink, n.start, n.end, "the address of a link or image has a place to fill in behind its question mark")
	}
}
