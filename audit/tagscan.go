package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// tagState is what was seen of the delimiters of a text.
type tagState struct {
	until      int             // behind the last delimiter
	shapeUntil int             // searched for fences of this module so far
	shapes     []int           // where those of the last zone begin
	opened     map[string]bool // delimiter names that the text itself opened
	cdata      bool            // a CDATA section was opened
	out, like  tokenCount      // that break out, and that only look so
}

// delimiter is a tag as prompts put around data.
type delimiter struct {
	name     string // lower case, without separators
	closing  bool
	double   bool // <<…>>
	end      int  // offset behind it
	endWord  bool // the first word of <<…>> is END
	numbered bool // a known name, and a number or hash behind a separator
	empty    bool // opens and ends at once, as XML writes it
}

// tag judges what begins at i, a "<" or what looks like one.
func (t *textScan) tag(i int) {
	if i < t.tags.until {
		t.shape(i) // the second bracket of <<…>> may open a fence or an image
		t.remoteTag(i)
		return
	}
	if last := lastOpeners(t.s, i); last > i {
		t.tags.until = last
		return
	}
	if t.in.answer {
		t.shape(i)
		t.remoteTag(i)
		return
	}
	if t.shape(i) {
		return
	}
	t.remoteTag(i)
	if t.cdataOpens(i) || !mayBegin(t.s, i) {
		return
	}
	d, ok := readDelimiter(t.s, i)
	if !ok {
		return
	}
	t.tags.until = d.end
	hit := func(c *tokenCount) {
		if t.encoded(i, d.end) {
			c.hit(i, d.end)
		}
	}
	untrusted := strings.Contains(d.name, "untrusted")
	known := len(d.name) > 1 && (isDelimiter(d.name) || holdsData(d.name)) // no name is a letter
	switch {
	case d.double:
		switch {
		case t.in.code:
		case untrusted, d.closing, d.endWord:
			hit(&t.tags.out)
		case strings.HasPrefix(d.name, "dotpromptrole"):
			hit(&t.tags.out)
		}
	case untrusted:
		if !t.in.code {
			hit(&t.tags.out)
		}
	case !known && d.closing && d.numbered && !t.in.code:
		hit(&t.tags.out)
	case !known, d.empty:
	case !d.closing:
		if t.tags.opened == nil {
			t.tags.opened = map[string]bool{}
		}
		t.tags.opened[d.name] = true
	case t.in.code:
	case t.tags.opened[d.name]:
		hit(&t.tags.like)
	default:
		hit(&t.tags.out)
	}
}

// shape looks for a fence of this module in the zone at i, once.
func (t *textScan) shape(i int) bool {
	if !fenceWord(t.s, i) {
		return false
	}
	if i < t.tags.shapeUntil {
		_, found := slices.BinarySearch(t.tags.shapes, i)
		return found
	}
	end := runeStart(t.s, min(i+tokenZone, len(t.s)))
	part := t.s[i:runeStart(t.s, min(end+tokenAfter, len(t.s)))]
	t.tags.shapes = t.tags.shapes[:0]
	for m := range fence.FenceShapes(part) {
		if i+m.Start >= end {
			break
		}
		t.tags.shapes = append(t.tags.shapes, i+m.Start)
		if t.encoded(i+m.Start, i+m.End) {
			t.tags.out.hit(i+m.Start, i+m.End)
		}
	}
	t.tags.shapeUntil = end
	return len(t.tags.shapes) > 0 && t.tags.shapes[0] == i
}

// fenceWord reports whether a fence word could follow the bracket at i.
func fenceWord(s string, i int) bool {
	_, n := utf8.DecodeRuneInString(s[i:])
	for k := i + n; k < len(s); k++ {
		if s[k] == 0xEF {
			if r, _ := utf8.DecodeRuneInString(s[k:]); narrow(r) == '<' {
				return false // another bracket, which is looked at by itself
			}
		}
		switch b := s[k] | 0x20; {
		case s[k] == '/' || s[k] == ' ' || s[k] == '\t' || s[k] == '\n':
			if k > i+8 {
				return true
			}
		case s[k] >= utf8.RuneSelf || s[k] < ' ':
			return true
		case b == 'u' || b == 'd' || b == 'r':
			c, wide := byte(0), false
			if k+1 < len(s) {
				c, wide = s[k+1]|0x20, s[k+1] >= utf8.RuneSelf || s[k+1] < ' '
			}
			return wide || b == 'u' && c == 'n' || b != 'u' && c == 'e'
		default:
			return false
		}
	}
	return false
}

// maxOpeners is how many brackets in a row open a delimiter at most. Of more than
// that only the last ones do.
const maxOpeners = 4

// lastOpeners returns where the last maxOpeners of the brackets in a row at i begin.
func lastOpeners(s string, i int) int {
	var begins [maxOpeners]int
	for k, n := i, 0; ; n++ {
		size := openerAt(s, k)
		if size == 0 {
			return begins[max(0, n-maxOpeners)%maxOpeners]
		}
		begins[n%maxOpeners] = k
		k += size
	}
}

// openerAt returns how many bytes the bracket that opens at i has, 0 for none.
func openerAt(s string, i int) int {
	switch {
	case i >= len(s):
	case s[i] == '<':
		return 1
	case s[i] >= utf8.RuneSelf:
		if r, n := utf8.DecodeRuneInString(s[i:]); angleLike(r) {
			return n
		}
	}
	return 0
}

// readDelimiter reads what looks like a tag at i: up to maxDelimiter bytes, as many
// as maxAttributes behind a name, and any white space between them, which ends
// lines or not. Letters count in every form that folds to them or looks like them,
// and characters that fold to nothing do not. It stops at the next bracket that
// opens, so that all calls together are linear.
func readDelimiter(s string, i int) (delimiter, bool) { return readName(s, i, mayOpen) }

// readName is readDelimiter for names that begin with two letters of which may is
// true; nil for all.
func readName(s string, i int, may func(a, b byte) bool) (delimiter, bool) {
	var d delimiter
	var name [maxDelimiter]byte
	w, done, base := 0, false, false
	_, n := utf8.DecodeRuneInString(s[i:])
	last, openers := i+n, 1 // opening brackets in a row
	for k, left := i+n, maxDelimiter; k < len(s) && left > 0; {
		r, n := rune(s[k]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[k:])
		}
		k += n
		space := isSpace(r)
		if !space {
			left -= n
		}
		var letter byte
		switch {
		case r < utf8.RuneSelf && isLetter(byte(r)):
			if done && !d.double {
				continue
			}
			letter = byte(r) | 0x20
		case (r == '<' || angleLike(r)) && k-n == last && openers < maxOpeners:
			last, openers = k, openers+1
			d.double = true
			continue
		case angleCloses(r):
			d.empty = !d.closing && !d.double && strings.HasSuffix(s[:k], "/>")
			next, n := utf8.DecodeRuneInString(s[k:])
			if d.double && k < len(s) && !angleCloses(next) {
				return d, false
			}
			for left > 0 && angleCloses(next) {
				k, left = k+n, left-n
				next, n = utf8.DecodeRuneInString(s[k:])
			}
			d.end = k
			d.name = string(name[:w])
			d.endWord = d.endWord || d.name == "end"
			return d, w > 0
		case r == '<' || angleLike(r), d.double && r == '\n': // which begins another one, or is a document in a shell script
			return d, false
		case w == 0 && slashLike(r):
			d.closing = true
			continue
		case w == 0 && r == '\\':
			continue // JSON and scripts write a slash so
		case space, r == '=', r == ':':
			if w > 0 && !done {
				done = true
				d.endWord = d.endWord || string(name[:w]) == "end"
				if !d.double {
					left = maxAttributes
				}
			}
			continue
		case !done && !d.double && slashLike(r) && closesAt(s, k):
			continue // "</name/>" ends what "</name>" ends
		case r == '-' || r == '_':
			d.endWord = d.endWord || string(name[:w]) == "end"
			base = base || isDelimiter(string(name[:w]))
			continue
		case done && !d.double:
			continue
		default:
			var ok bool
			letter, ok = foldedByte(r)
			switch {
			case letter == 0 && !ok && !done:
				return d, false
			case letter == 0:
				continue
			case letter == '[' || letter == '(' || letter == '"' && !done:
				return d, false
			}
			d.numbered = d.numbered || base && '0' <= letter && letter <= '9'
		}
		if w == len(name) {
			return d, false
		}
		name[w] = letter
		w++
		if w == 2 && !d.double && may != nil && !may(name[0], name[1]) {
			return d, false
		}
	}
	return d, false
}

// mayBegin turns most brackets away by the ASCII character behind them: none that
// could be the first letter of a name that matters, nor anything that may stand
// before one.
func mayBegin(s string, i int) bool {
	if s[i] != '<' || i+1 >= len(s) {
		return true
	}
	switch b := s[i+1]; {
	case b <= ' ', b >= 0x7F:
		return true
	case b == '<', b == '>', b == '/', b == '\\', b == '=', b == ':', b == '-', b == '_':
		return true
	case isLetter(b):
		if b |= 0x20; i+2 < len(s) && isLetter(s[i+2]) {
			return mayOpen(b, s[i+2]|0x20)
		}
		return strings.IndexByte(firstLetters, b) >= 0 && (i+2 >= len(s) || s[i+2] != '>') // no name is a letter
	}
	return false
}

// isSpace is unicode.IsSpace with less to do for ASCII.
func isSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ' ' || '\t' <= r && r <= '\r'
	}
	return unicode.IsSpace(r)
}

// angleCloses are the characters that a reader takes for ">".
func angleCloses(r rune) bool {
	switch r {
	case '>', 0x226F, 0xFE65, 0xFF1E, 0x203A, 0x27E9, 0x232A, 0x3009, 0x2C3, 0x1433, 0x276D, 0x276F, 0x2771, 0x2992, 0x29FD:
		return true
	}
	return false
}

// closesAt reports whether the bracket that closes a tag stands at i.
func closesAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return angleCloses(r)
}

// slashLike are the characters that a reader takes for "/".
func slashLike(r rune) bool {
	switch r {
	case '/', 0x2044, 0x2215, 0x29F8, 0xFF0F:
		return true
	}
	return false
}

// foldedByte returns the ASCII character that r folds to or looks like, in lower
// case. It is 0 for another character, and then ok says that r folds to nothing: marks and
// invisible characters do, and what is no character at all.
func foldedByte(r rune) (b byte, ok bool) {
	switch {
	case r < ' ' || r == 0x7F || r == utf8.RuneError:
		return 0, true
	case r >= utf8.RuneSelf:
		if unicode.Is(unicode.Cf, r) {
			return 0, true
		}
		if twin := twinOf(r); twin != 0 {
			return twin, true
		}
		folded, changed := ucd.Fold(r)
		if !changed || len(folded) > 1 {
			return 0, false
		}
		if folded == "" {
			return 0, true
		}
		r = rune(folded[0])
	}
	if 'A' <= r && r <= 'Z' {
		r |= 0x20
	}
	return byte(r), true
}

// firstLetters are those of delimiter names, and of "untrusted".
const firstLetters = "abcdefipqrstuw"

// mayOpen is a filter over the first letters of delimiter names, and of "untrusted".
func mayOpen(a, b byte) bool {
	switch a {
	case 'a':
		return b == 's'
	case 'b':
		return b == 'r'
	case 'c', 't':
		return b == 'o'
	case 'd':
		return b == 'a' || b == 'o'
	case 'e':
		return b == 'x'
	case 'f':
		return b == 'i' || b == 'u'
	case 'i':
		return b == 'm' || b == 'n'
	case 'p':
		return b == 'a' || b == 'r'
	case 'q':
		return b == 'u'
	case 'r':
		return b == 'e'
	case 's':
		return b == 'e' || b == 'o' || b == 'y'
	case 'u':
		return b == 'n' || b == 's'
	case 'w':
		return b == 'e'
	}
	return false
}

// cdataOpens reports whether a CDATA section begins at i.
func (t *textScan) cdataOpens(i int) bool {
	if t.at(i+1) != '!' || within(t.s, i, len("<![CDATA[")) != "<![CDATA[" {
		return false
	}
	t.tags.cdata = true
	return true
}

// cdata looks at a bracket that could close a CDATA section nobody opened, right
// before a tag.
func (t *textScan) cdata(i int) {
	if t.in.code || t.in.answer || t.at(i+1) != ']' || t.at(i+2) != '>' || t.tags.cdata {
		return
	}
	if next := t.at(i + 3); next == '<' && t.encoded(i, i+len("]]>")) {
		t.tags.out.hit(i, i+len("]]>"))
	}
}

func (g *tagState) end(t *textScan) {
	if n := &g.out; n.count > 0 {
		id := idBreakout
		if t.in.code {
			id = idLookalike
		}
		addAll(t.put, &n.seen, id, n.start, n.end, countOf(n.count, "delimiter", "delimiters")+" in data that would end or begin a section that the data did not open")
	}
	if n := &g.like; n.count > 0 {
		addAll(t.put, &n.seen, idLookalike, n.start, n.end, countOf(n.count, "delimiter", "delimiters")+" in data that could be taken for the end of a data section")
	}
}
