package audit

import "strings"

// imageState is what was seen of images and links.
type imageState struct {
	remote, templated tokenCount
	refs              tokenCount      // images by reference
	labels            map[string]bool // labels of the references of images
	targets           map[string]bool // labels that were defined with a remote address
	defined           bool            // an image refers to one of them

	open   []opener // brackets that are not closed, of this paragraph
	dead   int      // an image whose bracket was closed by one that ends nothing, and 1
	closed int      // behind the last bracket with a remote address behind it

	runEnd, fillIn int // of the last run of an address, see lastFillIn
	markup         markup
}

// opener is a bracket that opens the text of a link or an image.
type opener struct {
	at, line int
	image    bool
	nested   bool // there are brackets in it: it is no label
}

// Bounds on what is looked at for one image or link.
const (
	// maxLabel is the longest label of a reference, as Markdown has it.
	maxLabel = 999
	// maxOpen bounds the brackets that are open at once: the oldest are forgotten.
	maxOpen = 4 << 10
	// maxAddress is how much of an address a finding covers.
	maxAddress = 2 << 10
	// maxShown is how much of a tag a finding covers.
	maxShown = 256
	// maxLabels bounds the labels that are kept. Beyond it any may be any.
	maxLabels = 64 << 10
	// maxMargin is what may stand before a definition: a list or a quotation.
	maxMargin = 64
)

// hit counts one more and keeps the place of the first, which need not be the
// one that was found first: what is behind it may be known already.
func (n *tokenCount) hit(start, end int) {
	if n.count == 0 || start < n.start {
		n.start, n.end = start, end
	}
	n.count++
	n.seen.hit(start, end)
}

// opens looks at a "[".
func (t *textScan) opens(i int) {
	if t.in.code || t.behindSlash(i) {
		return
	}
	m := &t.images
	if n := len(m.open); n > 0 {
		m.open[n-1].nested = true
		if n >= maxOpen {
			m.open = m.open[:copy(m.open, m.open[n/2:])]
		}
	}
	image := i > 0 && t.s[i-1] == '!' && !t.behindSlash(i-1)
	m.open = append(m.open, opener{at: i, line: t.line, image: image})
}

// behindSlash reports whether the character at i is escaped by a backslash. Only
// one character stands behind a run of them, so that none is counted twice.
func (t *textScan) behindSlash(i int) bool {
	n := 0
	for i-n > 0 && t.s[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

// closes looks at a "]": at what it closes, and for the address of a link, an
// image or a definition behind it.
func (t *textScan) closes(i int) {
	if t.in.code || t.behindSlash(i) {
		return
	}
	m, next := &t.images, t.at(i+1)
	var o opener
	if n := len(m.open); n > 0 {
		o = m.open[n-1]
		m.open = m.open[:n-1]
	}
	if (next == '(' || next == ':') && remote(t.s, i+2, false) {
		t.address(i + 2)
		switch {
		case next == ':':
			t.definition(o, i)
		case o.image:
			m.remote.hit(o.at-1, i+1)
		case o == (opener{}) && m.dead > 0: // brackets in code count for nothing
			m.remote.hit(m.dead-1, i+1)
			m.dead = 0
		default:
			m.closed = i
		}
		return
	}
	if o.image && next != '(' {
		t.reference(o, i)
		m.dead = o.at // which is one more than where the image begins
	}
}

// definition keeps the label of a reference that is defined with a remote address.
func (t *textScan) definition(o opener, i int) {
	before := t.s[o.line:o.at]
	if o.at == i || o.image || o.nested || i-o.at > maxLabel+1 || o.at >= len(t.s) || t.s[o.at] != '[' ||
		len(before) > maxMargin || strings.Trim(before, " \t>*+-.)0123456789") != "" {
		return
	}
	m, label := &t.images, normalLabel(t.s[o.at+1:i])
	m.defined = m.defined || m.labels[label] || len(m.labels) >= maxLabels
	keep(&m.targets, label)
}

// reference keeps the label of an image whose text is closed at i.
func (t *textScan) reference(o opener, i int) {
	label := ""
	if t.at(i+1) == '[' {
		rest := within(t.s, i+2, maxLabel+1)
		for k := 0; k < len(rest) && rest[k] != '['; k++ {
			if rest[k] == ']' {
				label = normalLabel(rest[:k])
				break
			}
			if rest[k] == '\\' {
				k++
			}
		}
	}
	if label == "" && !o.nested && i-o.at <= maxLabel+1 {
		label = normalLabel(t.s[o.at+1 : i])
	}
	if label == "" {
		return
	}
	m := &t.images
	m.defined = m.defined || m.targets[label] || len(m.targets) >= maxLabels
	keep(&m.labels, label)
	m.refs.hit(o.at-1, i+1)
}

// normalLabel is a label as labels are compared: in one case, with one space for
// all white space.
func normalLabel(s string) string {
	for i := range len(s) {
		if b := s[i]; b <= ' ' && (b != ' ' || i == 0 || s[i-1] == ' ' || i == len(s)-1) || b >= 'A' && b <= 'Z' || b >= 0x80 {
			return strings.Join(strings.Fields(strings.ToLower(strings.ToUpper(s))), " ")
		}
	}
	return s
}

// keep puts a label into a set that does not grow without end.
func keep(set *map[string]bool, label string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	if len(*set) < maxLabels {
		(*set)[label] = true
	}
}

// paragraph ends one, if a blank line begins at i. An image whose text was still
// open where an address followed may be one: the bracket that seems to open the
// link can stand in code.
func (t *textScan) paragraph(i int) {
	for i < len(t.s) && (t.s[i] == ' ' || t.s[i] == '\t' || t.s[i] == '\r') {
		i++
	}
	if i < len(t.s) && t.s[i] != '\n' {
		return
	}
	m := &t.images
	for _, o := range m.open {
		if o.image && o.at < m.closed && (o.at < 2 || t.s[o.at-2] != '`') {
			m.remote.hit(o.at-1, o.at+1)
		}
	}
	m.open, m.dead, m.closed = m.open[:0], 0, 0
}

func (m *imageState) end(t *textScan) {
	t.paragraph(len(t.s))
	if m.defined {
		if m.remote.count == 0 || m.refs.start < m.remote.start {
			m.remote.start, m.remote.end = m.refs.start, m.refs.end
		}
		m.remote.count += m.refs.count
		m.remote.seen.join(&m.refs.seen)
	}
	id := idRemoteImage
	if t.in.answer {
		id = idAnswerImage
	}
	if n := &m.remote; n.count > 0 {
		addAll(t.put, &n.seen, id, n.start, n.end, plural(n.count, "remote image", "remote images")+": whoever shows the text sends a request, and what is in the address, to another host")
	}
	if n := &m.templated; n.count > 0 {
		if n.count >= maxCounted {
			n.seen.whole()
		}
		addAll(t.put, &n.seen, idTemplatedLink, n.start, n.end, "the address of a link or image has a place to fill in behind its question mark")
	}
}
